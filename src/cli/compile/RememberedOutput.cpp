#include "cli/compile/RememberedOutput.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "cli/base/Process.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

/// The variables that affect the answers of compiler wrappers; variables set by a job for its ranks are not among them.
bool isRead(std::string_view variable) {
  constexpr std::string_view kPrefixes[] = {"OMPI_", "MPICH_"};
  constexpr std::string_view kMeanings[] = {"CC",       "CXX",     "FC",     "F77",      "F90",     "FLAGS", "CFLAGS",
                                            "CXXFLAGS", "FCFLAGS", "FFLAGS", "CPPFLAGS", "LDFLAGS", "LIBS"};
  if (variable == "OPAL_PREFIX") return true;
  for (const std::string_view prefix : kPrefixes)
    if (variable.starts_with(prefix) &&
        std::ranges::find(kMeanings, variable.substr(prefix.size())) != std::end(kMeanings))
      return true;
  return variable.starts_with("OMPI_MPI") || variable.starts_with("MPICH_MPI");
}

/// All that the answer depends on, on one line.
std::string dependsOn(const fs::path &program, const std::string &argument) {
  std::set<std::string> variables;
  for (char **entry = environ; *entry; ++entry)
    if (const std::string_view text = *entry; isRead(text.substr(0, text.find('=')))) variables.emplace(text);
  std::error_code error;
  const fs::path real = fs::canonical(program, error);
  std::string line =
      fmt::format("{} {} {} {} {}", program.string(), argument, real.string(), fs::file_size(program, error),
                  fs::last_write_time(program, error).time_since_epoch().count());
  for (const std::string &variable : variables) line += ' ' + variable;
  for (char &c : line)
    if (c == '\n') c = ' ';
  return line;
}

std::optional<std::string> recall(const fs::path &file, const std::string &opening) {
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line) || line != opening) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// Writes a temporary file and renames it: a reader never sees a partial answer. A read-only cache is no error.
void remember(const fs::path &file, const std::string &opening, const std::string &answer) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const fs::path aside = fmt::format("{}.{}", file.string(), getpid());
  const bool isWritten = static_cast<bool>(std::ofstream(aside) << opening << '\n' << answer << std::flush);
  if (isWritten) fs::rename(aside, file, error);
  if (!isWritten || error) fs::remove(aside, error);
}

}  // namespace

fs::path cacheDirectory() {
  if (const char *cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') return fs::path(cache) / "lockstep";
  if (const char *home = std::getenv("HOME"); home && *home == '/') return fs::path(home) / ".cache" / "lockstep";
  return {};
}

std::optional<std::string> rememberedOutputOf(const fs::path &program, const std::string &argument) {
  const fs::path folder = cacheDirectory();
  if (folder.empty()) return outputOf({program.string(), argument});
  const std::string opening = dependsOn(program, argument);
  const fs::path file =
      folder / fmt::format("{}-{:016x}", program.filename().string(), std::hash<std::string>()(opening));
  if (std::optional<std::string> answer = recall(file, opening)) return answer;
  std::optional<std::string> answer = outputOf({program.string(), argument});
  if (answer) remember(file, opening, *answer);
  return answer;
}

}  // namespace lockstep::cli
