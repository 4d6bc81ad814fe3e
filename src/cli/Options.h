// The options that every subcommand has, and their second source, LOCKSTEP_OPTIONS=key=value:key:….
//
// A key is the long name of an option of some subcommand; one that belongs to another subcommand is passed over, so
// that one value serves a whole shell session. The command line wins over the environment.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "report/Filter.h"

namespace CLI {
class App;
}

namespace lockstep::cli {

struct CommonOptions {
  std::filesystem::path json;   // empty: no document
  std::filesystem::path sarif;  // empty: none
  std::string color = "auto";   // "always", "never"
  std::vector<std::string> strippedPrefixes;
  std::vector<std::filesystem::path> suppressions;
  bool withoutDefaultSuppressions = false;
  std::filesystem::path baseline;  // empty: none
  report::Filter filter;           // made of the three above
  bool quiet = false;
  bool verbose = false;
  int errorExitCode = 66;

  void define(CLI::App &app);
  /// Whether to colour what goes to the file descriptor.
  bool colored(int descriptor) const;

 private:
  void loadFilter();
};

/// The words `--key=value` for what LOCKSTEP_OPTIONS says about the options of `app`; throws a Failure for a key that
/// no command knows.
std::vector<std::string> wordsFromEnvironment(const CLI::App &app);

}  // namespace lockstep::cli
