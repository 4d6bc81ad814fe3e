#include "report/WholeFile.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

namespace lockstep::report {
namespace {

tl::unexpected<std::string> fileError(const std::filesystem::path &file, std::string_view what) {
  return tl::unexpected(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

tl::expected<void, std::string> writeWholeFile(std::string_view text, const std::filesystem::path &file) {
  std::error_code error;
  const bool replace = !std::filesystem::exists(file, error) || std::filesystem::is_regular_file(file, error);
  std::filesystem::path written = file;
  if (replace) written += ".part";

  std::ofstream out(written);
  out << text;
  out.close();
  if (!out) return fileError(file, std::strerror(errno));
  if (replace) std::filesystem::rename(written, file, error);
  if (error) return fileError(file, error.message());
  return {};
}

}  // namespace lockstep::report
