#include "report/text/WholeFile.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

namespace lockstep::report {
namespace {

tl::unexpected<std::string> fileError(const std::filesystem::path &file, std::string_view what) {
  return tl::unexpected(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

tl::expected<std::string, std::string> readWholeFile(const std::filesystem::path &file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return fileError(file, "is a directory");
  std::ifstream in(file, std::ios::binary);
  if (!in) return fileError(file, std::strerror(errno));
  std::string text(std::istreambuf_iterator<char>(in), {});
  return text;
}

bool isReplaced(const std::filesystem::path &file) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::symlink_status(file, error).type();
  return type == std::filesystem::file_type::regular || type == std::filesystem::file_type::not_found;
}

tl::expected<void, std::string> writeWholeFile(std::string_view text, const std::filesystem::path &file) {
  const bool replace = isReplaced(file);
  std::filesystem::path written = file;
  if (replace) written += ".part";

  std::ofstream out(written);
  out << text;
  out.close();
  std::error_code error;
  if (!out) error = std::error_code(errno != 0 ? errno : EIO, std::generic_category());
  if (replace && !error) std::filesystem::rename(written, file, error);
  if (!error) return {};
  std::error_code ignored;
  if (replace) std::filesystem::remove(written, ignored);
  return fileError(file, error.message());
}

}  // namespace lockstep::report
