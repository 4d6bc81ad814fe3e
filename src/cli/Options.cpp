#include "cli/Options.h"

#include <unistd.h>

#include "cli/Command.h"
#include "cli/Installation.h"
#include "cli/OptionsVariable.h"
#include "report/Color.h"

namespace lockstep::cli {

namespace {

/// The option of a key: most have a long name, the number of ranks is -n.
std::string optionOf(const std::string &key) { return (key.size() == 1 ? "-" : "--") + key; }

bool anyCommandKnows(const std::string &option) {
  for (Command *command : Command::all()) {
    CLI::App app;
    app.set_help_flag();  // nobody wants it from the environment
    CommonOptions common;
    common.define(app);
    command->define(app);
    if (app.get_option_no_throw(option)) return true;
  }
  return false;
}

/// One word with its value in it: an option that has none would take the user's next word for it.
std::string wordFor(const CLI::Option &option, const std::string &key, const std::string &value) {
  const bool isFlag = option.get_items_expected_min() == 0;
  if (!isFlag && value.empty()) throw usageError("LOCKSTEP_OPTIONS: the key '{}' needs a value", key);
  if (option.get_lnames().empty()) return "-" + option.get_snames().front() + value;
  return "--" + option.get_lnames().front() + (value.empty() ? "" : "=" + value);
}

}  // namespace

void CommonOptions::define(CLI::App &app) {
  // The words from the environment come first, so the last one wins.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("--json", json, "also write the findings as JSON to FILE")->type_name("FILE");
  app.add_option("--sarif", sarif, "also write the findings as SARIF 2.1.0 to FILE")->type_name("FILE");
  app.add_option("--color", color, "colour the text: auto, always or never (default auto)")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""));
  app.add_option("--suppressions", suppressions, "hide the findings that FILE lists; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--no-default-suppressions", withoutDefaultSuppressions,
               "do without the suppressions that ship with the tool");
  app.add_option("--baseline", baseline, "hide the findings of an earlier --json document")->type_name("FILE");
  app.final_callback([this] { loadFilter(); });
  app.add_option("--strip-path-prefix", strippedPrefixes, "leave this folder out of paths in text; may be repeated")
      ->type_name("PREFIX")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("-q,--quiet", quiet, "print findings only, no summary");
  app.add_flag("-v,--verbose", verbose, "print notes and more detail");
  app.add_option("--error-exitcode", errorExitCode, "exit status when errors were found (default 66)")
      ->type_name("N")
      ->check(CLI::Range(0, 255).description(""));
}

/// Before anything is run: a typing error in a file must not cost a job.
void CommonOptions::loadFilter() {
  const auto check = [](const tl::expected<void, std::string> &added) {
    if (!added) throw usageError("{}", added.error());
  };
  for (const std::filesystem::path &file : {json, sarif}) {
    if (file.empty()) continue;
    std::error_code error;
    const auto folder = std::filesystem::absolute(file, error).parent_path();
    if (!std::filesystem::is_directory(folder, error))
      throw usageError("{}: cannot be written: {} is no folder", file.string(), folder.string());
  }
  // Where it is missing more is shown, and `doctor` can still tell what else is.
  const auto ours = shareDirectory() / "default.supp";
  if (!withoutDefaultSuppressions && std::filesystem::exists(ours))
    if (const auto added = filter.addSuppressions(ours, report::Filter::Origin::Tool); !added)
      throw internalError("the installation is damaged: {}", added.error());
  for (const std::filesystem::path &file : suppressions) check(filter.addSuppressions(file));
  if (!baseline.empty()) check(filter.addBaseline(baseline));
}

bool CommonOptions::colored(int descriptor) const {
  return color == "auto" ? report::wantsColor(descriptor) : color == "always";
}

std::vector<std::string> wordsFromEnvironment(const CLI::App &app) {
  std::vector<std::string> words;
  for (const auto &[key, value] : entriesOfOptionsVariable()) {
    if (!anyCommandKnows(optionOf(key))) throw usageError("LOCKSTEP_OPTIONS: unknown key '{}'", key);
    const CLI::Option *option = app.get_option_no_throw(optionOf(key));
    if (option) words.push_back(wordFor(*option, key, value));
  }
  return words;
}

}  // namespace lockstep::cli
