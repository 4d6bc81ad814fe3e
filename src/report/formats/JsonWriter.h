// The JSON document of `--json` (docs/findings.schema.json), written and read back.
//
// Keys keep the order of the schema, so that two reports can be compared as text. Beyond the keys every finding has,
// `ranks` and `label` of a site, its `address` while unresolved, and `occurrences` appear only when they say something.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "report/Document.h"

namespace lockstep::report {

std::string toJson(const Document &document);
tl::expected<Document, std::string> parseDocument(std::string_view json);

/// Replaces `file` as a whole: a reader never sees half a document. The error says which file and why.
tl::expected<void, std::string> writeDocument(const Document &document, const std::filesystem::path &file);
tl::expected<Document, std::string> readDocument(const std::filesystem::path &file);

}  // namespace lockstep::report
