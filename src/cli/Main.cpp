// The command line: finds the subcommand, parses its arguments, runs it. Every failure ends here, as one line on stderr
// and a status of Lockstep.
#include <signal.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <system_error>

#include "cli/Command.h"
#include "cli/Help.h"
#include "cli/Parse.h"
#include "cli/base/Crash.h"
#include "cli/base/Log.h"
#include "cli/base/Nearest.h"
#include "engine/order/Clock.h"
#include "report/Document.h"

namespace lockstep::cli {

namespace {

int runCommand(Command &command, std::vector<std::string> words) {
  Invocation invocation;
  const std::unique_ptr<CLI::App> app = makeApp(command, invocation.common);
  if (parseWords(command, *app, std::move(words), invocation)) return command.run(invocation);
  fmt::print("{}", app->help());
  return kSuccess;
}

/// The first argument is no command: suggests what else it may be.
Failure unknownWord(const std::string &word) {
  std::vector<std::string> names{"--help", "--version"};
  for (Command *command : Command::all()) {
    names.emplace_back(command->name);
    CommonOptions common;
    const std::unique_ptr<CLI::App> app = makeApp(*command, common);
    if (word.starts_with('-') && app->get_option_no_throw(word.substr(0, word.find('='))))
      return usageError("the option '{}' belongs behind a command: lockstep COMMAND {}", word, word);
  }
  std::error_code error;
  if (std::filesystem::is_regular_file(word, error))
    return usageError("'{}' is not a command; to run it: lockstep run {}", word, word);
  const std::string_view kind = word.starts_with('-') ? "option" : "command";
  return usageError("unknown {} '{}'{} (see `lockstep --help`)", kind, word, didYouMean(word, names));
}

int dispatch(const std::vector<std::string> &words) {
  if (words.empty()) throw usageError("no command given (see `lockstep --help`)");
  const std::string &first = words.front();
  const bool isHelp = first == "--help" || first == "-h" || first == "help";
  if (isHelp && words.size() > 1) {
    Command *command = Command::find(words[1]);
    return command ? runCommand(*command, {"--help"}) : throw unknownWord(words[1]);
  }
  if (isHelp) {
    fmt::print("{}", generalHelp());
    return kSuccess;
  }
  if (first == "--version") {
    fmt::print("lockstep {}\n", report::toolVersion());
    return kSuccess;
  }
  if (Command *command = Command::find(first)) return runCommand(*command, {words.begin() + 1, words.end()});
  throw unknownWord(first);
}

int complain(std::string message, int status) {
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::ranges::replace(message, '\n', ' ');
  say("lockstep: error: {}\n", message);
  return status;
}

/// If a reader goes away, as in `| head`, writes fail, but the tool survives and cleans up. Programs started by the
/// tool have the default signal action.
void outliveReaders() {
  struct sigaction action {};
  sigaction(SIGPIPE, nullptr, &action);
  if (action.sa_handler == SIG_IGN) return;
  action.sa_handler = [](int) {};
  sigaction(SIGPIPE, &action, nullptr);
}

bool isReaderGone(const std::exception &error) {
  const auto *failure = dynamic_cast<const std::system_error *>(&error);
  return failure && failure->code() == std::errc::broken_pipe;
}

int guardedMain(const std::vector<std::string> &words) {
  outliveReaders();
  tellOfCrashes();
  try {
    return dispatch(words);
  } catch (const Failure &failure) {
    return complain(failure.what(), failure.status);
  } catch (const engine::ClockOverflow &overflow) {
    return complain(overflow.what(), kInternal);
  } catch (const std::exception &error) {
    if (isReaderGone(error)) return 128 + SIGPIPE;
    return complain(fmt::format("internal error: {}", error.what()), kInternal);
  } catch (...) {
    return complain("internal error", kInternal);
  }
}

}  // namespace

}  // namespace lockstep::cli

int main(int argc, char **argv) { return lockstep::cli::guardedMain({argv + 1, argv + argc}); }
