#include "cli/compile/ModuleCache.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

#include "cli/base/Installation.h"
#include "report/Document.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

class Hash {
 public:
  void add(llvm::StringRef text) {
    hasher_.update(fmt::format("{} ", text.size()));
    hasher_.update(text);
  }
  std::string text() { return llvm::toHex(hasher_.final<20>(), true); }

 private:
  llvm::BLAKE3 hasher_;
};

/// Of the content; nothing for a file that cannot be read. Headers are read once per process.
std::optional<std::string> hashOf(const fs::path &file) {
  static std::mutex mutex;
  static std::map<fs::path, std::optional<std::string>> known;
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(file); found != known.end()) return found->second;
  }
  std::optional<std::string> result;
  if (const auto content = report::readWholeFile(file)) {
    Hash hash;
    hash.add(*content);
    result = hash.text();
  }
  const std::lock_guard lock(mutex);
  return known.try_emplace(file, result).first->second;
}

std::string recipeHash(const Recipe &recipe) {
  std::error_code error;
  const fs::path compiler = findProgram(recipe.words.front());
  Hash hash;
  hash.add(report::toolVersion());
  hash.add(fmt::format("{} {} {}", fs::canonical(compiler, error).string(), fs::file_size(compiler, error),
                       fs::last_write_time(compiler, error).time_since_epoch().count()));
  hash.add(recipe.directory.empty() ? fs::current_path(error).string() : recipe.directory.string());
  for (const std::string &word : recipe.words) hash.add(word);
  return hash.text();
}

/// Nothing where one of the files is gone.
std::optional<std::string> moduleHash(const std::string &recipe, const std::vector<fs::path> &files) {
  Hash hash;
  hash.add(recipe);
  for (const fs::path &file : files) {
    const std::optional<std::string> content = hashOf(file);
    if (!content) return std::nullopt;
    hash.add(file.string());
    hash.add(*content);
  }
  return hash.text();
}

/// Writes a temporary file and renames it: a reader never sees a partial file.
bool moveInto(const fs::path &from, const fs::path &to) {
  std::error_code error;
  const fs::path aside = fmt::format("{}.{}", to.string(), getpid());
  fs::copy_file(from, aside, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(aside, to, error);
  if (error) {
    std::error_code ignored;
    fs::remove(aside, ignored);
  }
  return !error;
}

fs::path besideName(const fs::path &kept, const std::string &name) {
  return fs::path(kept).replace_extension("").concat("+" + name);
}

}  // namespace

std::optional<fs::path> ModuleCache::find(const Recipe &recipe) const {
  if (folder_.empty()) return std::nullopt;
  const std::string name = recipeHash(recipe);
  std::ifstream manifest(folder_ / (name + ".files"));
  std::vector<fs::path> files;
  for (std::string line; std::getline(manifest, line);) files.emplace_back(line);
  if (files.empty()) return std::nullopt;
  const std::optional<std::string> hash = moduleHash(name, files);
  if (!hash) return std::nullopt;
  const fs::path module = folder_ / (*hash + ".bc");
  std::error_code error;
  fs::last_write_time(module, fs::file_time_type::clock::now(), error);
  return error ? std::nullopt : std::optional(module);
}

fs::path ModuleCache::keep(const Recipe &recipe, const fs::path &module, const std::vector<fs::path> &readFiles) const {
  const bool hasLineBreak = std::ranges::any_of(
      readFiles, [](const fs::path &file) { return file.string().find('\n') != std::string::npos; });
  if (folder_.empty() || readFiles.empty() || hasLineBreak) return module;
  const std::string name = recipeHash(recipe);
  const std::optional<std::string> hash = moduleHash(name, readFiles);
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!hash || error) return module;
  fs::path kept = folder_ / (*hash + ".bc");
  const fs::path manifest = fmt::format("{}.files", module.string());
  std::ofstream lines(manifest);
  for (const fs::path &file : readFiles) lines << file.string() << '\n';
  lines.close();
  const bool isKept = lines && moveInto(module, kept) && moveInto(manifest, folder_ / (name + ".files"));
  return isKept ? kept : module;
}

void ModuleCache::keepBeside(const fs::path &kept, const std::vector<fs::path> &files) const {
  if (kept.parent_path() != folder_) return;
  for (const fs::path &file : files) moveInto(file, besideName(kept, file.filename().string()));
  const fs::path list = besideName(kept, fmt::format("list-{}", ::getpid()));
  std::ofstream lines(list);
  for (const fs::path &file : files) lines << file.filename().string() << '\n';
  lines.close();
  std::error_code error;
  if (lines) fs::rename(list, besideName(kept, "list"), error);
  if (!lines || error) fs::remove(list, error);
}

bool ModuleCache::takeBeside(const fs::path &kept, const fs::path &folder) const {
  std::ifstream list(besideName(kept, "list"));
  std::error_code ignored;
  fs::last_write_time(besideName(kept, "list"), fs::file_time_type::clock::now(), ignored);
  if (!list) return false;
  for (std::string name; std::getline(list, name);) {
    std::error_code error;
    const fs::path file = besideName(kept, name);
    fs::copy_file(file, folder / name, fs::copy_options::overwrite_existing, error);
    if (error) return false;
    fs::last_write_time(file, fs::file_time_type::clock::now(), error);
  }
  return true;
}

void ModuleCache::keepTextBeside(const fs::path &kept, const std::string &text) const {
  if (kept.parent_path() != folder_) return;
  const fs::path file = besideName(kept, "messages");
  std::error_code error;
  if (text.empty())
    fs::remove(file, error);
  else
    (void)report::writeWholeFile(text, file);
}

std::string ModuleCache::textBeside(const fs::path &kept) const {
  return report::readWholeFile(besideName(kept, "messages")).value_or("");
}

void ModuleCache::trim(std::uintmax_t maxBytes) const {
  struct Entry {
    fs::file_time_type time;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder_, error)) {
    const Entry known{.time = entry.last_write_time(error), .bytes = entry.file_size(error), .path = entry.path()};
    if (error) continue;
    total += known.bytes;
    entries.push_back(known);
  }
  std::ranges::sort(entries, {}, &Entry::time);
  for (const Entry &entry : entries) {
    if (total <= maxBytes) return;
    fs::remove(entry.path, error);
    total -= entry.bytes;
  }
}

std::vector<fs::path> readDependencies(const fs::path &makefile, const fs::path &directory) {
  const std::string text = report::readWholeFile(makefile).value_or("");
  std::vector<fs::path> files;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) files.push_back(fs::path(word).is_absolute() ? fs::path(word) : directory / word);
    word.clear();
  };
  std::size_t at = text.find(": ");
  if (at == std::string::npos) return files;
  for (at += 2; at < text.size(); ++at) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (text[at] == '\\' && next == '\n') {
      finish();
      ++at;
    } else if ((text[at] == '\\' && (next == ' ' || next == '#')) || (text[at] == '$' && next == '$')) {
      word += next;
      ++at;
    } else if (text[at] == ' ' || text[at] == '\n') {
      finish();
    } else {
      word += text[at];
    }
  }
  finish();
  return files;
}

}  // namespace lockstep::cli
