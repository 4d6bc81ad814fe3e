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

/// All but the files that make a module what it is.
struct Recipe {
  std::vector<std::string> words;  // the compiler's, without where it writes to
  std::filesystem::path directory;
};

class ModuleCache {
 public:
  /// An empty folder: nothing is kept.
  explicit ModuleCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<std::filesystem::path> find(const Recipe &recipe) const;
  /// Moves a module into the cache. Returns where it lies then: where it was if it could not be moved.
  std::filesystem::path keep(const Recipe &recipe, const std::filesystem::path &module,
                             const std::vector<std::filesystem::path> &readFiles) const;
  /// Files that were made together with a kept module: Fortran's module files.
  void keepBeside(const std::filesystem::path &kept, const std::vector<std::filesystem::path> &files) const;
  /// Puts them into the folder again. False where one is gone.
  bool takeBeside(const std::filesystem::path &kept, const std::filesystem::path &folder) const;
  /// Removes what was not used for longest until the rest is small enough.
  void trim(std::uintmax_t maxBytes) const;

 private:
  std::filesystem::path folder_;
};

/// The files that a rule of a makefile depends on, as compilers write it with -MD, taken relative to `directory`.
std::vector<std::filesystem::path> readDependencies(const std::filesystem::path &makefile,
                                                    const std::filesystem::path &directory);

}  // namespace lockstep::cli
