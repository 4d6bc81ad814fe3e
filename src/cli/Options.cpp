#include "cli/Options.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "cli/Command.h"

namespace lockstep::cli {

namespace {

/// The option of a key: most have a long name, the number of ranks is -n.
std::string optionOf(const std::string &key) { return (key.size() == 1 ? "-" : "--") + key; }

bool anyCommandKnows(const std::string &option) {
  for (Command *command : Command::all()) {
    CLI::App app;
    CommonOptions common;
    common.define(app);
    command->define(app);
    if (app.get_option_no_throw(option)) return true;
  }
  return false;
}

}  // namespace

void CommonOptions::define(CLI::App &app) {
  // The words from the environment come first, so the last one wins.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("--json", json, "also write the findings as JSON to FILE")->type_name("FILE");
  app.add_option("--color", color, "colour the text: auto, always or never (default auto)")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""));
  app.add_flag("-q,--quiet", quiet, "print findings only, no summary");
  app.add_flag("-v,--verbose", verbose, "print notes and more detail");
  app.add_option("--error-exitcode", errorExitCode, "exit status when errors were found (default 66)")
      ->type_name("N")
      ->check(CLI::Range(0, 255).description(""));
}

bool CommonOptions::colored(int descriptor) const {
  if (color != "auto") return color == "always";
  const char *term = std::getenv("TERM");
  return isatty(descriptor) == 1 && !std::getenv("NO_COLOR") && term && std::string_view(term) != "dumb";
}

std::vector<std::string> wordsFromEnvironment(const CLI::App &app) {
  const char *value = std::getenv("LOCKSTEP_OPTIONS");
  if (!value) return {};

  std::vector<std::string> words;
  std::istringstream entries(value);
  for (std::string entry; std::getline(entries, entry, ':');) {
    if (entry.empty()) continue;
    const std::size_t equals = entry.find('=');
    const std::string key = entry.substr(0, equals);
    if (!anyCommandKnows(optionOf(key))) throw usageError("LOCKSTEP_OPTIONS: unknown key '{}'", key);
    if (!app.get_option_no_throw(optionOf(key))) continue;
    words.push_back(optionOf(key));
    if (equals != std::string::npos) words.back() += entry.substr(key.size() == 1 ? equals + 1 : equals);
  }
  return words;
}

}  // namespace lockstep::cli
