// A cache for the bitcode of sources: a source is compiled again only if something that its bitcode depends on has
// changed.
//
// The name of a module is a hash of the compiler (path, size, modification time), its arguments, the folder, and the
// contents of every file that the compiler read. These files are known only after compiling; they are listed in a
// manifest, whose name is a hash of the rest. So a hit reads the files once and starts no preprocessor; a new header
// that hides another one goes unnoticed, as in ccache's direct mode. Stored in
// ${XDG_CACHE_HOME:-~/.cache}/lockstep/modules.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::cli {

/// Everything that determines a module, except the files.
struct Recipe {
  std::vector<std::string> words;  // the compiler's, without where it writes to
  std::filesystem::path directory;
};

class ModuleCache {
 public:
  /// An empty folder: nothing is kept.
  explicit ModuleCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<std::filesystem::path> find(const Recipe &recipe) const;
  /// Moves a module into the cache. Returns its path: the old one if it could not be moved.
  std::filesystem::path keep(const Recipe &recipe, const std::filesystem::path &module,
                             const std::vector<std::filesystem::path> &readFiles) const;
  /// Files created together with a kept module: Fortran module files.
  void keepBeside(const std::filesystem::path &kept, const std::vector<std::filesystem::path> &files) const;
  /// Puts them into the folder again. False where one is gone.
  bool takeBeside(const std::filesystem::path &kept, const std::filesystem::path &folder) const;
  /// The messages printed when a kept module was compiled, to print them again.
  void keepTextBeside(const std::filesystem::path &kept, const std::string &text) const;
  std::string textBeside(const std::filesystem::path &kept) const;
  /// Removes the least recently used modules until the rest is small enough.
  void trim(std::uintmax_t maxBytes) const;

 private:
  std::filesystem::path folder_;
};

/// The files in a makefile rule written by a compiler with -MD, relative to `directory`.
std::vector<std::filesystem::path> readDependencies(const std::filesystem::path &makefile,
                                                    const std::filesystem::path &directory);

}  // namespace lockstep::cli
