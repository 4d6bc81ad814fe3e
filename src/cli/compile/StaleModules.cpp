#include "cli/compile/StaleModules.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/compile/FortranModules.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

bool isFortran(const fs::path &file) { return languageOf(file) == Language::Fortran; }

bool definesStale(const fs::path &source, const fs::path &folder) {
  if (!isFortran(source)) return false;
  std::error_code error;
  return std::ranges::any_of(definedModules(folder / source),
                             [&](const std::string &name) { return fs::exists(folder / (name + ".mod"), error); });
}

/// A file, or a folder after -I or -L. Other arguments are assumed not to be paths.
std::string absoluteWord(const std::string &word, const fs::path &folder) {
  std::error_code error;
  for (const std::string_view option : {"-I", "-L"})
    if (word.starts_with(option) && word.size() > option.size())
      return std::string(option) + (folder / word.substr(option.size())).string();
  return !word.starts_with('-') && fs::exists(folder / word, error) ? (folder / word).string() : word;
}

}  // namespace

bool hasStaleModules(const Compilation &compilation, const fs::path &folder) {
  return definesStale(compilation.source, folder) ||
         std::ranges::any_of(compilation.flags, [&](const std::string &word) { return definesStale(word, folder); });
}

std::vector<std::string> withAbsolutePaths(std::vector<std::string> words, const fs::path &folder) {
  for (std::string &word : words) word = absoluteWord(word, folder);
  return words;
}

Compilation fromElsewhere(Compilation compilation, const fs::path &folder) {
  compilation.source = folder / compilation.source;
  compilation.flags = withAbsolutePaths(std::move(compilation.flags), folder);
  if (!compilation.output.empty()) compilation.output = folder / compilation.output;
  compilation.includedFrom = folder;
  return compilation;
}

}  // namespace lockstep::cli
