#include "cli/docgen/ShellCompletion.h"

#include <algorithm>
#include <iterator>

#include "cli/Help.h"
#include "cli/Parse.h"
#include "cli/Values.h"

namespace lockstep::cli {

namespace {

using Words = std::vector<std::string>;

bool isList(const CLI::Option &option) { return option.get_type_name() == kListType; }

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
  local options= valued= values= words= list= head= tail=none i
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
    [[ -n $list && $cur == *,* ]] && head=${cur%,*},
    [ -n "$values" ] && COMPREPLY=($(compgen -P "$head" -W "$values" -- "${cur#"$head"}"))
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
    if (option->get_positional()) words = wordsFor(*option);
    if (!takesValue(*option)) continue;
    valued.insert(valued.end(), names.begin(), names.end());
    if (const Words choice = wordsFor(*option); !choice.empty())
      values += fmt::format("        {}) values='{}'{} ;;\n", join(names, "|"), join(choice, " "),
                            isList(*option) ? " list=yes" : "");
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
  const Words values = wordsFor(option);
  if (isList(option)) return fmt::format("_values -s , {} {}", kListType, join(values, " "));
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

// fish

constexpr std::string_view kFishHead = R"(# fish completion for lockstep, made from its options when it was built
# Whether the next word belongs to a command: what stands behind its program, or behind "--", does not.
function __lockstep_in --argument-names command tail valued
  set -l words (commandline -opc)
  test (count $words) -ge 2; and test "$words[2]" = $command; or return 1
  set -l skips no
  for word in $words[3..]
    if test $skips = yes
      set skips no
      continue
    end
    switch $word
      case --
        test $tail = none; or return 1
      case '-*'
        contains -- $word (string split ' ' -- $valued); and set skips yes
      case '*'
        test $tail = first-word; and return 1
    end
  end
  return 0
end
complete -c lockstep -n '__fish_use_subcommand' -f -l help -d 'print help and exit'
complete -c lockstep -n '__fish_use_subcommand' -f -l version -d 'print the version and exit'
)";

std::string fishQuoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fishValue(const CLI::Option &option) {
  const Words words = wordsFor(option);
  if (!takesValue(option)) return "";
  if (words.empty()) return " -r";
  return isList(option) ? fmt::format(" -x -a '(__fish_append , {})'", join(words, " "))
                        : fmt::format(" -x -a '{}'", join(words, " "));
}

std::string fishLines(const Described &described) {
  Words valued;
  for (const CLI::Option *option : described.app->get_options())
    if (takesValue(*option)) std::ranges::copy(spellings(*option), std::back_inserter(valued));
  const std::string head = fmt::format("complete -c lockstep -n {}",
                                       fishQuoted(fmt::format("__lockstep_in {} {} \"{}\"", described.command->name,
                                                              tailWord(described.command->tail), join(valued, " "))));
  std::string text = fmt::format("complete -c lockstep -n '__fish_use_subcommand' -f -a {} -d {}\n",
                                 described.command->name, fishQuoted(described.command->summary));
  for (const CLI::Option *option : described.app->get_options()) {
    if (option->get_positional()) {
      if (const Words words = wordsFor(*option); !words.empty())
        text += fmt::format("{} -f -a '{}'\n", head, join(words, " "));
      continue;
    }
    text += head;
    for (const std::string &name : option->get_snames()) text += " -s " + name;
    for (const std::string &name : option->get_lnames()) text += " -l " + name;
    text += fmt::format("{} -d {}\n", fishValue(*option), fishQuoted(option->get_description()));
  }
  return text;
}

// The wrappers.

/// Lockstep's own options; the compiler's are too many to list.
Words wrapperWords() {
  Words words;
  for (const std::string &mpi : mpiNames()) words.push_back("--mpi=" + mpi);
  for (const char *word : {"--compiler=gcc", "--compiler=clang", "-Wlockstep", "-Wno-lockstep", "-Werror=lockstep",
                           "-Werror=lockstep=warning", "-Wno-error=lockstep", "-flockstep", "-fno-lockstep"})
    words.emplace_back(word);
  return words;
}

std::string functionOf(std::string_view wrapper) {
  std::string name = fmt::format("_{}", wrapper);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace

/// bash splits words at "=", and replaces only the part after it.
std::string bashCompletionOfWrapper(std::string_view wrapper) {
  return fmt::format(R"(# bash completion for {0}, made when it was built
{1}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} head= i=COMP_CWORD
  # --option=value comes as three words.
  if [ "$cur" = = ]; then cur=; ((++i)); fi
  while [[ $i -ge 3 && ${{COMP_WORDS[i-1]}} == = ]]; do
    head=${{COMP_WORDS[i-2]}}=$head
    ((i -= 2))
  done
  COMPREPLY=()
  [[ $head$cur == -* ]] && COMPREPLY=($(compgen -W '{2}' -- "$head$cur"))
  COMPREPLY=("${{COMPREPLY[@]#"$head"}}")
  return 0
}}
complete -o default -F {1} {0}
)",
                     wrapper, functionOf(wrapper), join(wrapperWords(), " "));
}

std::string fishCompletionOfWrapper(std::string_view wrapper) {
  return fmt::format("# fish completion for {0}, made when it was built\ncomplete -c {0} -a '{1}'\n", wrapper,
                     join(wrapperWords(), " "));
}

std::string fishCompletion() {
  std::string text(kFishHead);
  for (const auto &described : describeAll()) text += fishLines(*described);
  return text;
}

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
      "#compdef lockstep lockstep-mpicc lockstep-mpicxx lockstep-mpifort\n"
      "# zsh completion for lockstep, made from its options when it was built\n"
      "_lockstep() {{\n  if [[ $service == lockstep-mpi* ]]; then\n"
      "    [[ $PREFIX == -* ]] && compadd -- {}\n    _files\n    return\n  fi\n  if (( CURRENT == 2 )); then\n    "
      "local -a commands=(\n{}    )\n"
      "    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n{}  esac\n}}\n\n_lockstep "
      "\"$@\"\n",
      join(wrapperWords(), " "), commands, cases);
}

}  // namespace lockstep::cli
