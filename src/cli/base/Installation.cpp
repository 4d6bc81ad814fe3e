#include "cli/base/Installation.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

bool isProgram(const fs::path &file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
}

fs::path prefix() { return fs::read_symlink("/proc/self/exe").parent_path().parent_path(); }

}  // namespace

fs::path libraryDirectory() { return prefix() / "lib" / "lockstep"; }
fs::path shareDirectory() { return prefix() / "share" / "lockstep"; }

fs::path findProgram(const fs::path &name) {
  if (name.has_parent_path()) return isProgram(name) ? name : fs::path();
  const char *value = std::getenv("PATH");
  std::istringstream folders(value ? value : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::path file = fs::path(folder.empty() ? "." : folder) / name; isProgram(file)) return file;
  return {};
}

}  // namespace lockstep::cli
