// A subcommand of lockstep: one file each, which registers itself with its help text.
//
// A command file defines a class and one static object of it. Main finds the object by name, lets it define its options
// on its own CLI::App, parses the command line, and runs it. An error in the user's arguments or files is thrown as a
// Failure: Main prints it as one line and exits with its status, so that no command prints errors or calls exit itself.
//
//   class ExplainCommand : public Command {
//    public:
//     ExplainCommand() : Command("explain", "tell what a rule finds and how to fix it", kExamples) {}
//     void define(CLI::App &app) override { app.add_option("rule", rule_, "id of the rule"); }
//     int run(const Invocation &invocation) override;
//   };
//   ExplainCommand explainCommand;
#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/Options.h"

namespace lockstep::cli {

inline constexpr int kSuccess = 0;
inline constexpr int kUsage = 64;          // wrong words, missing or unusable files
inline constexpr int kErrorFindings = 66;  // findings of severity error, unless --error-exitcode is set
inline constexpr int kInternal = 70;       // Lockstep itself failed

/// Ends the tool with one line on stderr.
struct Failure : std::runtime_error {
  Failure(int exitStatus, const std::string &message) : std::runtime_error(message), status(exitStatus) {}
  int status;
};

/// `throw usageError("no such file: {}", path)`: the user can fix it.
template <class... Args>
Failure usageError(fmt::format_string<Args...> format, Args &&...args) {
  return {kUsage, fmt::format(format, std::forward<Args>(args)...)};
}

/// `throw internalError(...)`: the user cannot.
template <class... Args>
Failure internalError(fmt::format_string<Args...> format, Args &&...args) {
  return {kInternal, fmt::format(format, std::forward<Args>(args)...)};
}

/// Arguments after a command's own options that CLI11 must not parse.
enum class Tail {
  None,
  AfterDashes,    // what follows "--", without it: `check a.c -- -DX`
  FromFirstWord,  // everything from the first word that is no option, or from "--" on and with it: `run ./app -n 3`
};

struct Invocation {
  CommonOptions common;
  std::vector<std::string> tail;
  std::set<std::string> given;  // options on the command line, by name; others may come from the environment
};

class Command {
 public:
  Command(std::string_view name, std::string_view summary, std::string_view examples, Tail tail = Tail::None,
          Common common = Common::All);
  virtual ~Command() = default;
  Command(const Command &) = delete;
  Command &operator=(const Command &) = delete;

  /// Adds the command's own options; its common options exist already.
  virtual void define(CLI::App &app) = 0;
  /// Whether its exit status can be that of the program.
  virtual bool endsAsProgram() const { return tail == Tail::FromFirstWord; }
  /// Returns the exit status.
  virtual int run(const Invocation &invocation) = 0;

  /// All commands, by name.
  static const std::vector<Command *> &all();
  static Command *find(std::string_view name);

  const std::string_view name;
  const std::string_view summary;
  const std::string_view examples;  // lines for the end of the help text
  const Tail tail;
  const Common common;
};

}  // namespace lockstep::cli
