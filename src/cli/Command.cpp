#include "cli/Command.h"

#include <algorithm>

namespace lockstep::cli {

namespace {

// A function-local static: commands register during static initialization, in unspecified order.
std::vector<Command *> &registry() {
  static std::vector<Command *> commands;
  return commands;
}

}  // namespace

Command::Command(std::string_view commandName, std::string_view commandSummary, std::string_view commandExamples,
                 Tail commandTail, Common commandCommon)
    : name(commandName), summary(commandSummary), examples(commandExamples), tail(commandTail), common(commandCommon) {
  auto &commands = registry();
  const auto place = std::ranges::lower_bound(commands, name, {}, &Command::name);
  commands.insert(place, this);
}

const std::vector<Command *> &Command::all() { return registry(); }

Command *Command::find(std::string_view wanted) {
  const auto found = std::ranges::find(registry(), wanted, &Command::name);
  return found == registry().end() ? nullptr : *found;
}

}  // namespace lockstep::cli
