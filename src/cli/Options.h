// The options that every subcommand has, and their second source, LOCKSTEP_OPTIONS=key=value:key:….
//
// A key is the long name of an option of some subcommand; one that belongs to another subcommand is passed over, so
// that one value serves a whole shell session. The command line wins over the environment.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace lockstep::cli {

struct CommonOptions {
  std::filesystem::path json;  // empty: no document
  std::string color = "auto";  // "always", "never"
  bool quiet = false;
  bool verbose = false;
  int errorExitCode = 66;

  void define(CLI::App &app);
  /// Whether to colour what goes to the file descriptor.
  bool colored(int descriptor) const;
};

/// The words `--key=value` for what LOCKSTEP_OPTIONS says about the options of `app`; throws a Failure for a key that
/// no command knows.
std::vector<std::string> wordsFromEnvironment(const CLI::App &app);

}  // namespace lockstep::cli
