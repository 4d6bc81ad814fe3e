// Options shared by several subcommands, and the second source of all options, LOCKSTEP_OPTIONS=key=value:key:….
//
// A subcommand defines those that it uses. A key is the long name of an option of some subcommand; keys of other
// subcommands are ignored, so that one value can be set for a whole shell session. The command line takes precedence
// over the environment.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/Finding.h"
#include "report/merge/Filter.h"

namespace CLI {
class App;
}

namespace lockstep::cli {

/// Which of the common options a command has. --color, --quiet and --verbose are accepted by all, for aliases and
/// scripts, also where they change nothing.
enum class Common {
  All,    // it shows findings
  Known,  // suppression options, too
  Look,   // no others
};

/// The description of an option that a command accepts without need.
inline constexpr const char *kChangesNothing = "accepted as by all commands; changes nothing here";

/// The file name that means standard output.
inline constexpr std::string_view kStdout = "-";

struct CommonOptions {
  std::filesystem::path json;   // empty: no document
  std::filesystem::path sarif;  // empty: none
  std::filesystem::path html;   // empty: none
  std::string color = "auto";   // "always", "never"
  std::vector<std::string> strippedPrefixes;
  std::vector<std::filesystem::path> suppressions;
  bool withoutDefaultSuppressions = false;
  std::filesystem::path baseline;  // empty: none
  report::Filter filter;           // from the three above
  bool withoutSource = false;      // in documents
  bool quiet = false;
  bool verbose = false;
  int errorExitCode = 66;
  std::string failOn = "error";  // or "warning"

  void define(CLI::App &app, Common which);
  /// Whether they are bad enough for the exit status of errors.
  bool isFailure(std::span<const report::Finding> findings) const;
  /// Whether to color output on the file descriptor.
  bool colored(int descriptor) const;

  /// Whether a document goes to standard output, where no text may come between.
  bool writesToStdout() const { return json == kStdout || sarif == kStdout || html == kStdout; }

 private:
  void defineKnown(CLI::App &app);
  void checkFiles() const;
  void loadFilter();
};

/// Arguments `--key=value` for the entries of LOCKSTEP_OPTIONS that are "configurable" options of `app`; throws a
/// Failure for a key that no command knows.
std::vector<std::string> wordsFromEnvironment(const CLI::App &app);

}  // namespace lockstep::cli
