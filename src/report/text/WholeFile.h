// Reads and atomically replaces whole files: a reader never sees a partial document.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lockstep::report {

/// The error names the file and the reason.
tl::expected<std::string, std::string> readWholeFile(const std::filesystem::path &file);

/// Whether writing replaces the file by a new one, which needs a writable folder. Devices, pipes and symbolic links are
/// written in place, or /dev/stdout would become a file.
bool isReplaced(const std::filesystem::path &file);

/// The error names the file and the reason.
tl::expected<void, std::string> writeWholeFile(std::string_view text, const std::filesystem::path &file);

}  // namespace lockstep::report
