#include "cli/compile/FortranSources.h"

#include <fstream>
#include <map>
#include <regex>

#include "cli/compile/FortranModules.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> searchedFolders(const FortranSource &source) {
  std::vector<fs::path> folders{source.file.parent_path(), source.directory};
  for (std::size_t i = 0; i < source.words.size(); ++i) {
    const std::string &word = source.words[i];
    if (word == "-I" && i + 1 < source.words.size())
      folders.push_back(source.directory / source.words[++i]);
    else if (word.starts_with("-I"))
      folders.push_back(source.directory / word.substr(2));
  }
  return folders;
}

std::optional<fs::path> find(const std::vector<fs::path> &folders, const std::string &name) {
  std::error_code error;
  for (const fs::path &folder : folders)
    if (fs::is_regular_file(folder / name, error)) return folder / name;
  return std::nullopt;
}

/// Adds the file and everything that it includes. False if one of these is not found.
bool addIncluded(const fs::path &file, const std::vector<fs::path> &folders, std::set<fs::path> &files) {
  static const std::regex kInclude(R"(^\s*#?\s*include\s*['"<]([^'">]+)['">].*$)",
                                   std::regex::icase | std::regex::optimize);
  if (!files.insert(file).second) return true;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (line.find_first_of("'\"<") == std::string::npos || !std::regex_match(line, match, kInclude)) continue;
    const std::optional<fs::path> included = find(folders, match[1]);
    if (!included || !addIncluded(*included, folders, files)) return false;
  }
  return true;
}

}  // namespace

FortranSources::FortranSources(std::vector<FortranSource> sources) {
  std::map<std::string, std::size_t> definers;
  for (std::size_t i = 0; i < sources.size(); ++i)
    for (const std::string &module : definedModules(sources[i].file)) definers.try_emplace(module, i);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Entry entry{.source = std::move(sources[i]), .needs = {}, .foreign = {}};
    for (const std::string &module : usedModules(entry.source.file)) {
      const auto definer = definers.find(module);
      if (definer == definers.end())
        entry.foreign.insert(module);
      else if (definer->second != i)
        entry.needs.push_back(definer->second);
    }
    entries_.push_back(std::move(entry));
  }
}

void FortranSources::visit(std::size_t source, std::set<std::size_t> &seen, std::vector<std::size_t> &order) const {
  if (!seen.insert(source).second) return;
  for (const std::size_t needed : entries_[source].needs) visit(needed, seen, order);
  order.push_back(source);
}

std::vector<std::size_t> FortranSources::order() const {
  std::set<std::size_t> seen;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < entries_.size(); ++i) visit(i, seen, order);
  return order;
}

std::optional<std::set<fs::path>> FortranSources::readBy(std::size_t source) const {
  std::set<std::size_t> seen;
  std::vector<std::size_t> needed;
  visit(source, seen, needed);
  std::set<fs::path> files;
  for (const std::size_t each : needed) {
    const Entry &entry = entries_[each];
    const std::vector<fs::path> folders = searchedFolders(entry.source);
    if (!addIncluded(entry.source.file, folders, files)) return std::nullopt;
    for (const std::string &module : entry.foreign)  // intrinsic ones are part of the compiler
      if (const std::optional<fs::path> file = find(folders, module + ".mod")) files.insert(*file);
  }
  return files;
}

}  // namespace lockstep::cli
