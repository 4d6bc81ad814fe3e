// The command line: finds the subcommand, parses its words, runs it. Every way to fail ends here, as one line on
// stderr and a status of ours.
#include <algorithm>
#include <cstdio>
#include <exception>

#include "cli/Command.h"
#include "report/Document.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(
Examples:
  lockstep run -n 2 program.c               compile, run on two ranks, report
  lockstep run -n 4 ./app input.dat         run a program that is already built
  lockstep run -- srun -n 64 ./app          keep your own launch line
  lockstep check src/*.c                    look for errors without running anything
  lockstep explain coll-mismatch            what a rule means and how to fix it

`lockstep COMMAND --help` tells more. LOCKSTEP_OPTIONS=key=value:... sets options from the environment.
Exit status: 0 nothing found, 66 errors found, 64 wrong usage, 70 Lockstep itself failed, else the program's own.
)";

void printHelp() {
  fmt::print("Lockstep finds where the ranks of an MPI program fall out of step.\n\n");
  fmt::print("Usage: lockstep COMMAND [options]\n\nCommands:\n");
  for (const Command *command : Command::all()) fmt::print("  {:<10} {}\n", command->name, command->summary);
  fmt::print("{}", kExamples);
}

/// CLI11 knows nothing of a program and its words behind the options; such a command writes its usage itself.
class Help : public CLI::Formatter {
 public:
  explicit Help(const Command &command) : command_(command) {}
  std::string make_usage(const CLI::App *app, std::string name) const override {
    return command_.tail == Tail::FromFirstWord ? "" : CLI::Formatter::make_usage(app, std::move(name));
  }

 private:
  const Command &command_;
};

/// Splits off what CLI11 must not see.
std::vector<std::string> takeTailAfterDashes(std::vector<std::string> &words) {
  const auto dashes = std::ranges::find(words, "--");
  if (dashes == words.end()) return {};
  std::vector<std::string> tail(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return tail;
}

/// `run`: CLI11 stops at the first word that is neither an option nor its value.
std::vector<std::string> takeTailFromFirstWord(const CLI::App &app) {
  std::vector<std::string> tail = app.remaining();
  if (!tail.empty() && tail.front().starts_with('-') && tail.front() != "--")
    throw usageError("unknown option '{}' (see `{} --help`)", tail.front(), app.get_name());
  return tail;
}

int runCommand(Command &command, std::vector<std::string> words) {
  CLI::App app{std::string(command.summary), "lockstep " + std::string(command.name)};
  app.formatter(std::make_shared<Help>(command));
  app.footer(std::string(command.examples));
  Invocation invocation;
  invocation.common.define(app);
  command.define(app);

  if (command.tail == Tail::FromFirstWord) app.prefix_command();
  if (command.tail == Tail::AfterDashes) invocation.tail = takeTailAfterDashes(words);
  const std::vector<std::string> defaults = wordsFromEnvironment(app);
  words.insert(words.begin(), defaults.begin(), defaults.end());
  std::ranges::reverse(words);  // CLI11 takes them from the back

  try {
    app.parse(std::move(words));
  } catch (const CLI::CallForHelp &) {
    fmt::print("{}", app.help());
    return kSuccess;
  } catch (const CLI::ParseError &error) {
    throw usageError("{} (see `{} --help`)", error.what(), app.get_name());
  }
  if (command.tail == Tail::FromFirstWord) invocation.tail = takeTailFromFirstWord(app);
  return command.run(invocation);
}

int dispatch(const std::vector<std::string> &words) {
  if (words.empty()) throw usageError("no command given (see `lockstep --help`)");
  const std::string &first = words.front();
  if (first == "--help" || first == "-h" || first == "help") {
    printHelp();
    return kSuccess;
  }
  if (first == "--version") {
    fmt::print("lockstep {}\n", report::toolVersion());
    return kSuccess;
  }
  if (Command *command = Command::find(first)) return runCommand(*command, {words.begin() + 1, words.end()});
  const std::string_view kind = first.starts_with('-') ? "option" : "command";
  throw usageError("unknown {} '{}' (see `lockstep --help`)", kind, first);
}

int complain(std::string message, int status) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::ranges::replace(message, '\n', ' ');
  fmt::print(stderr, "lockstep: error: {}\n", message);
  return status;
}

int guardedMain(const std::vector<std::string> &words) {
  try {
    return dispatch(words);
  } catch (const Failure &failure) {
    return complain(failure.what(), failure.status);
  } catch (const std::exception &error) {
    return complain(fmt::format("internal error: {}", error.what()), kInternal);
  } catch (...) {
    return complain("internal error", kInternal);
  }
}

}  // namespace

}  // namespace lockstep::cli

int main(int argc, char **argv) { return lockstep::cli::guardedMain({argv + 1, argv + argc}); }
