// How Fortran sources depend on each other and on other files: by the modules that they use and the lines that they
// include. flang tells nothing of it, so the sources are read for it; what only a preprocessor would find is missed.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockstep::cli {

struct FortranSource {
  std::filesystem::path file;
  std::filesystem::path directory;  // that the compiler runs in
  std::vector<std::string> words;   // the compiler's, for the folders that it searches
};

class FortranSources {
 public:
  explicit FortranSources(std::vector<FortranSource> sources);

  /// Indices in an order in which every source comes behind those whose modules it uses; otherwise as they were given.
  std::vector<std::size_t> order() const;
  /// Every file that the source's bitcode depends on, the sources of modules instead of the modules. Nothing where one
  /// of them is not found.
  std::optional<std::set<std::filesystem::path>> readBy(std::size_t source) const;

 private:
  void visit(std::size_t source, std::set<std::size_t> &seen, std::vector<std::size_t> &order) const;

  struct Entry {
    FortranSource source;
    std::vector<std::size_t> needs;  // sources of the modules that it uses
    std::set<std::string> foreign;   // modules that no source defines
  };
  std::vector<Entry> entries_;
};

}  // namespace lockstep::cli
