// The command line: finds the subcommand, parses its words, runs it. Every way to fail ends here, as one line on
// stderr and a status of ours.
#include <algorithm>
#include <cstdio>
#include <exception>

#include "cli/Command.h"
#include "cli/Help.h"
#include "report/Document.h"

namespace lockstep::cli {

namespace {

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
  Invocation invocation;
  const std::unique_ptr<CLI::App> owned = makeApp(command, invocation.common);
  CLI::App &app = *owned;

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
    fmt::print("{}", generalHelp());
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
