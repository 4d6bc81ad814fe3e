#include "cli/Help.h"

#include <sstream>

namespace lockstep::cli {

namespace {

/// CLI11 has no notion of a program and its arguments after the options; such a command writes its usage itself.
class Help : public CLI::Formatter {
 public:
  explicit Help(const Command &command) : command_(command) {}
  std::string make_usage(const CLI::App *app, std::string name) const override {
    return command_.tail == Tail::FromFirstWord ? "" : CLI::Formatter::make_usage(app, std::move(name));
  }

 private:
  const Command &command_;
};

/// Whom a status is for.
enum class EndsWith { Any, Findings, Program, Other };

struct StatusRow {
  EndsWith who;
  ExitStatus exit;
};

constexpr StatusRow kStatuses[] = {{EndsWith::Findings, {"0", "nothing found"}},
                                   {EndsWith::Other, {"0", "done"}},
                                   {EndsWith::Findings, {"66", "errors found (--error-exitcode, --fail-on)"}},
                                   {EndsWith::Any, {"64", "wrong usage"}},
                                   {EndsWith::Any, {"70", "Lockstep itself failed"}},
                                   {EndsWith::Program, {"124", "the run was ended by --timeout, or was stuck"}},
                                   {EndsWith::Program, {"128+N", "the program was ended by signal N"}},
                                   {EndsWith::Program, {"else", "the program's own"}}};

bool canEndWith(const Command &command, EndsWith who) {
  switch (who) {
    case EndsWith::Any:
      return true;
    case EndsWith::Findings:
      return command.common == Common::All;
    case EndsWith::Program:
      return command.endsAsProgram();
    case EndsWith::Other:
      return command.common != Common::All;
  }
  return false;
}

std::string exitStatusText(const Command *command = nullptr) {
  std::string text = "Exit status:";
  for (const ExitStatus &exit : exitStatuses(command)) text += fmt::format("\n  {:<6} {}", exit.status, exit.meaning);
  return text;
}

}  // namespace

const std::string_view kGeneralExamples = R"(
  lockstep run -n 2 program.c               compile, run on two ranks, report
  lockstep run -n 4 ./app input.dat         run a program that is already built
  lockstep run -- srun -n 64 ./app          keep your own launch line
  lockstep check src/*.c                    look for errors without running anything
  lockstep explain coll-mismatch            what a rule means and how to fix it
)";

std::vector<ExitStatus> exitStatuses(const Command *command) {
  std::vector<ExitStatus> statuses;
  for (const StatusRow &row : kStatuses)
    if (command ? canEndWith(*command, row.who) : row.who != EndsWith::Other) statuses.push_back(row.exit);
  return statuses;
}

std::unique_ptr<CLI::App> makeApp(Command &command, CommonOptions &common) {
  auto app = std::make_unique<CLI::App>(std::string(command.summary), "lockstep " + std::string(command.name));
  app->formatter(std::make_shared<Help>(command));
  app->footer(fmt::format("{}\n\n{}", command.examples, exitStatusText(&command)));
  app->set_help_flag("-h,--help", "print this help and exit");
  common.define(*app, command.common);
  command.define(*app);
  return app;
}

std::string generalHelp() {
  std::string text = fmt::format("{}\n\nUsage: lockstep COMMAND [options]\n\nCommands:\n", kPurpose);
  for (const Command *command : Command::all()) text += fmt::format("  {:<10} {}\n", command->name, command->summary);
  text += fmt::format("\nExamples:{}\n", kGeneralExamples);
  text += "`lockstep COMMAND --help` tells more. LOCKSTEP_OPTIONS=key=value:... sets options from the environment.\n";
  return fmt::format("{}\n{}\n", text, exitStatusText());
}

std::vector<std::string> usageLines(const CLI::App &app) {
  constexpr std::string_view kHead = "Usage: ";
  std::vector<std::string> lines;
  std::istringstream help(app.help());
  for (std::string line; std::getline(help, line);) {
    if (lines.empty() && !line.starts_with(kHead)) continue;
    if (line.empty()) break;
    lines.push_back(line.substr(kHead.size()));
  }
  return lines;
}

}  // namespace lockstep::cli
