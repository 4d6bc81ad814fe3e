// The JSON document of `--json` (docs/findings.schema.json), written and read back.
//
// Keys keep the order of the schema, so that two reports can be compared as text. Beyond the keys every finding has,
// `ranks` and `label` of a site, its `address` while unresolved, and `occurrences` appear only when they say something.
// The plugin, the processes that share an analysis and a kept trace hand findings on with one key more, for folding
// them again (FoldingJson.h).
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

/// Replaces `file` as a whole: a reader never sees half a document. The error says which file and why.
tl::expected<void, std::string> writeDocument(const Document &document, const std::filesystem::path &file,
                                              JsonFor use = JsonFor::Readers);
tl::expected<Document, std::string> readDocument(const std::filesystem::path &file);

}  // namespace lockstep::report
