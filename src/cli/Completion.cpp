#include "cli/Completion.h"

#include <algorithm>
#include <map>

#include "cli/Help.h"
#include "cli/Parse.h"
#include "cli/Values.h"

namespace lockstep::cli {

namespace {

using Words = std::vector<std::string>;

/// What can stand for a value, by the name of the option or positional; empty: files.
Words valuesOf(const CLI::Option &option) {
  static const std::map<std::string, Words> values{
      {"--clock", {"auto", "vector", "tree", "encoded", "encoded-original"}},
      {"--color", {"auto", "always", "never"}},
      {"--mpi", mpiNames()},
      {"--memory-model", {"unified", "separate", "mpi2"}},
      {"--on-deadlock", {"abort", "wait"}},
      {"--rule", ruleIds()},
      {"RULE", ruleIds()}};
  const bool isLong = !option.get_lnames().empty();
  const auto found = values.find(isLong ? "--" + option.get_lnames().front() : option.get_single_name());
  return found == values.end() ? Words() : found->second;
}

bool takesValue(const CLI::Option &option) { return !option.get_positional() && option.get_expected_min() > 0; }

std::string join(const Words &words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

struct Described {
  Command *command;
  CommonOptions common;
  std::unique_ptr<CLI::App> app;
};

/// Every command with its options; one object each, as an app refers to where its values go.
std::vector<std::unique_ptr<Described>> describeAll() {
  std::vector<std::unique_ptr<Described>> all;
  for (Command *command : Command::all()) {
    auto described = std::make_unique<Described>();
    described->command = command;
    described->app = makeApp(*command, described->common);
    all.push_back(std::move(described));
  }
  return all;
}

// bash

constexpr std::string_view kBashHead = R"(# bash completion for lockstep, made from its options when it was built
_lockstep() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]-}
  local options= valued= values= words= tail=none i
  COMPREPLY=()
  # --option=value comes as three words.
  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
)";

constexpr std::string_view kBashTail = R"(  # What stands behind the program, or behind "--", is not ours.
  for ((i = 2; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --) [ "$tail" = none ] || return 0 ;;
      =) ((++i)) ;;
      -*) [[ " $valued " == *" ${COMP_WORDS[i]} "* && ${COMP_WORDS[i+1]-} != = ]] && ((++i)) ;;
      *) [ "$tail" = first-word ] && return 0 ;;
    esac
  done
  if [[ " $valued " == *" $prev "* ]]; then
    [ -n "$values" ] && COMPREPLY=($(compgen -W "$values" -- "$cur"))
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
  return 0
}
complete -o default -F _lockstep lockstep
)";

std::string_view tailWord(Tail tail) {
  switch (tail) {
    case Tail::None:
      return "none";
    case Tail::AfterDashes:
      return "dashes";
    case Tail::FromFirstWord:
      return "first-word";
  }
  return {};
}

std::string bashCase(const Described &described) {
  Words options;
  Words valued;
  Words words;
  std::string values;
  for (const CLI::Option *option : described.app->get_options()) {
    const Words names = spellings(*option);
    options.insert(options.end(), names.begin(), names.end());
    if (option->get_positional()) words = valuesOf(*option);
    if (!takesValue(*option)) continue;
    valued.insert(valued.end(), names.begin(), names.end());
    if (const Words choice = valuesOf(*option); !choice.empty())
      values += fmt::format("        {}) values='{}' ;;\n", join(names, "|"), join(choice, " "));
  }
  std::string text = fmt::format("    {})\n      tail={}\n      options='{}'\n", described.command->name,
                                 tailWord(described.command->tail), join(options, " "));
  if (!valued.empty()) text += fmt::format("      valued='{}'\n", join(valued, " "));
  if (!words.empty()) text += fmt::format("      words='{}'\n", join(words, " "));
  if (!values.empty()) text += fmt::format("      case $prev in\n{}      esac\n", values);
  return text + "      ;;\n";
}

// zsh

/// Quoted for a specification of _arguments.
std::string zshText(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result;
}

std::string zshAction(const CLI::Option &option) {
  const Words values = valuesOf(option);
  return values.empty() ? "_files" : fmt::format("({})", join(values, " "));
}

std::string zshValue(const CLI::Option &option) {
  const std::string type = option.get_type_name().empty() ? "value" : option.get_type_name();
  return fmt::format(":{}:{}", zshText(type), zshAction(option));
}

std::string zshOption(const CLI::Option &option) {
  std::string text;
  for (const std::string &name : spellings(option)) {
    const std::string_view joint = !takesValue(option) ? "" : name.starts_with("--") ? "=" : "+";
    text += fmt::format(" \\\n        '*{}{}[{}]{}'", name, joint, zshText(option.get_description()),
                        takesValue(option) ? zshValue(option) : "");
  }
  return text;
}

std::string zshRest(const Described &described) {
  if (described.command->tail == Tail::FromFirstWord) return " \\\n        '*::program:_normal'";
  for (const CLI::Option *option : described.app->get_options())
    if (option->get_positional())
      return fmt::format(" \\\n        '*:{}:{}'", zshText(option->get_single_name()), zshAction(*option));
  return "";
}

std::string zshCase(const Described &described) {
  std::string text = fmt::format("    {})\n      _arguments -S", described.command->name);
  for (const CLI::Option *option : described.app->get_options()) text += zshOption(*option);
  return text + zshRest(described) + " ;;\n";
}

}  // namespace

std::string bashCompletion() {
  Words first{"--help", "--version"};
  std::string cases;
  for (const auto &described : describeAll()) {
    first.emplace_back(described->command->name);
    cases += bashCase(*described);
  }
  return fmt::format(
      "{}  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '{}' -- \"$cur\"))\n    return 0\n  fi\n"
      "  case $command in\n{}    *) return 0 ;;\n  esac\n{}",
      kBashHead, join(first, " "), cases, kBashTail);
}

std::string zshCompletion() {
  std::string commands;
  std::string cases;
  for (const auto &described : describeAll()) {
    commands += fmt::format("      '{}:{}'\n", described->command->name, zshText(described->command->summary));
    cases += zshCase(*described);
  }
  return fmt::format(
      "#compdef lockstep\n# zsh completion for lockstep, made from its options when it was built\n"
      "_lockstep() {{\n  if (( CURRENT == 2 )); then\n    local -a commands=(\n{}    )\n"
      "    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n{}  esac\n}}\n\n_lockstep "
      "\"$@\"\n",
      commands, cases);
}

}  // namespace lockstep::cli
