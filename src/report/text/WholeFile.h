// Files that are read and replaced as a whole: a reader never sees half a document.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lockstep::report {

/// The error says which file and why.
tl::expected<std::string, std::string> readWholeFile(const std::filesystem::path &file);

/// Whether writing puts a new file in place of this one, which takes a folder that can be written to. A device or pipe
/// is written to as it is; so is what a link names, or /dev/stdout would become a file.
bool isReplaced(const std::filesystem::path &file);

/// The error says which file and why.
tl::expected<void, std::string> writeWholeFile(std::string_view text, const std::filesystem::path &file);

}  // namespace lockstep::report
