// The JSON document of `--json` (docs/findings.schema.json), written and read back.
//
// Keys keep the order of the schema, so that two reports can be compared as text. Besides the required keys, `ranks`
// and `label` of a site, its `address` while unresolved, and `occurrences` are written only if not trivial. The plugin,
// the processes that share an analysis, and a kept trace add one key for folding the findings again (FoldingJson.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "report/Document.h"

namespace lockstep::report {

enum class JsonFor : std::uint8_t { Readers, Folding };

std::string toJson(const Document &document, JsonFor use = JsonFor::Readers);
tl::expected<Document, std::string> parseDocument(std::string_view json);

/// Replaces `file` atomically: a reader never sees a partial document. The error names the file and the reason.
tl::expected<void, std::string> writeDocument(const Document &document, const std::filesystem::path &file,
                                              JsonFor use = JsonFor::Readers);
tl::expected<Document, std::string> readDocument(const std::filesystem::path &file);

}  // namespace lockstep::report
