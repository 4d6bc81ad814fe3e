#include "cli/Options.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "cli/Command.h"
#include "cli/OptionsVariable.h"
#include "cli/Parse.h"
#include "cli/Values.h"
#include "cli/base/Installation.h"
#include "cli/base/Nearest.h"
#include "report/Document.h"
#include "report/text/Color.h"
#include "report/text/WholeFile.h"
#include "trace/OptionKeys.h"

namespace lockstep::cli {

namespace {

/// The option of a key: most have a long name, the number of ranks is -n.
std::string optionOf(const std::string &key) { return (key.size() == 1 ? "-" : "--") + key; }

/// One argument including its value: an option without a value would consume the user's next argument.
std::string wordFor(const CLI::Option &option, const std::string &key, const std::string &value) {
  const bool isFlag = option.get_items_expected_min() == 0;
  if (!isFlag && value.empty() && !mayBeEmpty(option))
    throw usageError("LOCKSTEP_OPTIONS: the key '{}' needs a value", key);
  if (option.get_lnames().empty()) return "-" + option.get_snames().front() + value;
  return "--" + option.get_lnames().front() + (value.empty() && isFlag ? "" : "=" + value);
}

}  // namespace

void CommonOptions::define(CLI::App &app, Common which) {
  const bool isAll = which == Common::All;
  // The words from the environment come first, so the last one wins.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  if (isAll) {
    app.add_option("--json", json, "also write the findings as JSON to FILE (-: to stdout)")->type_name("FILE");
    app.add_option("--sarif", sarif, "also write the findings as SARIF 2.1.0 to FILE (-: to stdout)")
        ->type_name("FILE");
    app.add_option("--html", html, "also write the findings as an HTML page to FILE (-: to stdout)")->type_name("FILE");
  }
  if (isAll) app.add_flag("--no-source", withoutSource, "omit source lines from documents");
  app.add_option("--color", color, "color the text: auto, always or never (default auto)")
      ->type_name("WHEN")
      ->check(oneOf({"auto", "always", "never"}));
  if (isAll || which == Common::Known) defineKnown(app);
  if (isAll)
    app.add_option("--strip-path-prefix", strippedPrefixes, "strip this folder from paths in text; may be repeated")
        ->type_name("PREFIX")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("-q,--quiet", quiet, "print findings only, no summary");
  app.add_flag("-v,--verbose", verbose, "print notes and more detail");
  if (!isAll) return;
  app.add_option("--error-exitcode", errorExitCode, "exit status when errors were found (default 66)")
      ->type_name("N")
      ->check(wholeNumber(0, 255, "an exit status"));
  app.add_option("--fail-on", failOn, "what leads to that status: error or warning (default error)")
      ->type_name("WHAT")
      ->check(oneOf({"error", "warning"}));
}

bool CommonOptions::isFailure(std::span<const report::Finding> findings) const {
  return report::hasAtLeast(findings, failOn == "warning" ? report::Severity::Warning : report::Severity::Error);
}

void CommonOptions::defineKnown(CLI::App &app) {
  app.add_option("--suppressions", suppressions, "hide the findings that FILE lists; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--no-default-suppressions", withoutDefaultSuppressions,
               "do not use the suppressions shipped with Lockstep");
  app.add_option("--baseline", baseline, "hide the findings of an earlier --json document")->type_name("FILE");
  app.final_callback([this] {
    checkFiles();
    loadFilter();
  });
}

/// Before anything is run: a typing error must not cost a job.
void CommonOptions::checkFiles() const {
  const std::array files{json, sarif, html};
  if (std::ranges::count(files, kStdout) > 1)
    throw usageError("only one of --json, --sarif and --html can write to stdout");
  for (const std::filesystem::path &file : files) {
    if (file.empty() || file == kStdout) continue;
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw usageError("{}: cannot be written: a folder", file.string());
    const auto folder = std::filesystem::absolute(file, error).parent_path();
    if (!std::filesystem::is_directory(folder, error))
      throw usageError("{}: cannot be written: {} is not a folder", file.string(), folder.string());
    const bool isRefused = report::isReplaced(file)
                               ? access(folder.c_str(), W_OK | X_OK) != 0
                               : std::filesystem::exists(file, error) && access(file.c_str(), W_OK) != 0;
    if (isRefused) throw usageError("{}: cannot be written: {}", file.string(), std::strerror(errno));
  }
}

void CommonOptions::loadFilter() {
  const auto check = [](const tl::expected<void, std::string> &added) {
    if (!added) throw usageError("{}", added.error());
  };
  // If it is missing, more is shown, and `doctor` can still report what else is missing.
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
    if (!trace::isOptionKey(key))
      throw usageError("LOCKSTEP_OPTIONS: unknown key '{}'{}", key,
                       didYouMean(key, {std::begin(trace::kOptionKeys), std::end(trace::kOptionKeys)}));
    const CLI::Option *option = app.get_option_no_throw(optionOf(key));
    if (option && option->get_configurable()) words.push_back(wordFor(*option, key, value));
  }
  return words;
}

}  // namespace lockstep::cli
