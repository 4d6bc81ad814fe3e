// Files that are replaced as a whole: a reader never sees half a document.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lockstep::report {

/// The error says which file and why. A device or pipe (/dev/stdout) cannot be replaced, only written to.
tl::expected<void, std::string> writeWholeFile(std::string_view text, const std::filesystem::path &file);

}  // namespace lockstep::report
