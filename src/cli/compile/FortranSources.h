// Dependences of Fortran sources on each other and on other files, through modules and includes. flang does not report
// them, so the sources are scanned; dependences hidden behind the preprocessor are missed.
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

  /// Indices in an order in which every source follows those whose modules it uses; otherwise in the given order.
  std::vector<std::size_t> order() const;
  /// Every file that the source's bitcode depends on, with the sources of modules instead of the modules. Nothing if
  /// one of them is not found.
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
