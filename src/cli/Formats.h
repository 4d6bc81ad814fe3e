// The output formats of `lockstep report` and of the common options.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/Options.h"
#include "report/Document.h"

namespace lockstep::cli {

enum class Format : std::uint8_t { Text, Json, Sarif, Html, Junit, Github, Perfetto, Otf2 };

/// Whether it shows what the ranks did, which needs a trace.
constexpr bool needsTrace(Format format) { return format == Format::Perfetto || format == Format::Otf2; }

/// For a list such as "text,sarif"; throws a Failure for an unknown format.
std::vector<Format> parseFormats(const std::string &list);

/// The names of all formats.
std::vector<std::string> formatNames();

/// The name that parseFormats accepts.
std::string_view name(Format format);

/// The file extension of this format.
std::string_view fileEnding(Format format);

/// Not for a format that needs a trace. `exitStatus` is that of the tool, `descriptor` the destination of the text (-1:
/// a file).
std::string render(const report::Document &document, Format format, const CommonOptions &options, int exitStatus,
                   int descriptor = -1);

}  // namespace lockstep::cli
