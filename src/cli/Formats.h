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

/// Whether it shows what the ranks did, which only a trace tells.
constexpr bool needsTrace(Format format) { return format == Format::Perfetto || format == Format::Otf2; }

/// Of a list such as "text,sarif"; throws a Failure for what is no format.
std::vector<Format> parseFormats(const std::string &list);

/// All of them, by name.
std::vector<std::string> formatNames();

/// As parseFormats takes it.
std::string_view name(Format format);

/// What a file of this format is called behind the dot.
std::string_view fileEnding(Format format);

/// Not for a format that needs a trace. `exitStatus` is what the tool will end with, `descriptor` where the text goes
/// (-1: a file).
std::string render(const report::Document &document, Format format, const CommonOptions &options, int exitStatus,
                   int descriptor = -1);

}  // namespace lockstep::cli
