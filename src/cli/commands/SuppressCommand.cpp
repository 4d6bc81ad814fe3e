// lockstep suppress: writes suppression entries for existing findings, for review and for --suppressions.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/Values.h"
#include "cli/analyze/RecordedRun.h"
#include "cli/base/Log.h"
#include "cli/base/Nearest.h"
#include "report/merge/Suppressions.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExamples = R"(Examples:
  lockstep run --json found.json -n 4 ./app               find
  lockstep suppress found.json                            show the entries for all that was found
  lockstep suppress found.json --rule 'leak-*' -o my.supp append those for leaks to a file
  lockstep run --suppressions my.supp -n 4 ./app          find only the rest)";

/// The lines that are in the file already, none where it does not exist yet.
std::set<std::string> linesOf(const fs::path &file) {
  std::set<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

class SuppressCommand : public Command {
 public:
  SuppressCommand()
      : Command("suppress", "write the suppression entries for findings", kExamples, Tail::None, Common::Known) {}

  void define(CLI::App &app) override {
    app.add_option("INPUT", input_, kFindingsInput)->required();
    app.add_option("--rule", rule_, "only the findings of this rule; may be a glob")
        ->type_name("ID")
        ->check(proposed(ruleIds()));
    app.add_option("--fingerprint", fingerprint_, "only the finding with this fingerprint")->type_name("F");
    app.add_option("-o,--output", output_, "append to FILE what is not in it yet (default: print)")->type_name("FILE");
    app.get_option("--quiet")->description("print entries only, no warnings");
    app.get_option("--color")->description(kChangesNothing);
  }

  int run(const Invocation &invocation) override {
    if (output_ == kStdout) output_.clear();
    if (!rule_.empty() && !report::matchesAnyRule(rule_))
      throw usageError("--rule: there is no rule '{}'{}", rule_, didYouMean(rule_, ruleIds()));
    const report::Document document = withoutKnown(loadDocument(input_), invocation.common);
    std::vector<report::Finding> chosen;
    for (const report::Finding &finding : document.findings)
      if (isChosen(finding)) chosen.push_back(finding);
    if (chosen.empty()) throw usageError("{}: no such finding", input_);
    write(entriesFor(chosen, invocation.common.quiet));
    return kSuccess;
  }

 private:
  bool isChosen(const report::Finding &finding) const {
    return (rule_.empty() || report::matchesRule(rule_, finding.rule)) &&
           (fingerprint_.empty() || finding.fingerprint == fingerprint_);
  }

  static std::string onOneLine(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  /// Whether the last line of the file has no end.
  static bool endsInside(const std::string &file) {
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    if (!in || in.tellg() <= 0) return false;
    in.seekg(-1, std::ios::end);
    return in.get() != '\n';
  }

  /// Each with a comment line above it, each once.
  std::string entriesFor(const std::vector<report::Finding> &findings, bool isQuiet) const {
    std::set<std::string> known = output_.empty() ? std::set<std::string>() : linesOf(output_);
    std::string text;
    for (report::Finding finding : findings) {
      shortenPaths(finding);
      const auto entry = report::suppressionFor(finding);
      if (!entry && !isQuiet)
        say("lockstep: warning: no entry for \"{}\": it names no place; a baseline can hide it\n", finding.message);
      if (!entry) continue;
      if (const std::string line = report::toLine(*entry); known.insert(line).second)
        text += fmt::format("# {}\n{}\n", onOneLine(finding.message), line);
    }
    return text;
  }

  void write(const std::string &text) const {
    if (output_.empty()) {
      std::fputs(text.c_str(), stdout);
      return;
    }
    const bool isOpenLine = endsInside(output_);
    std::ofstream out(output_, std::ios::app);
    out << (isOpenLine ? "\n" : "") << text;
    out.close();
    if (!out) throw usageError("{}: cannot be written: {}", output_, std::strerror(errno));
  }

  std::string input_;
  std::string rule_;
  std::string fingerprint_;
  std::string output_;
};

SuppressCommand suppressCommand;

}  // namespace

}  // namespace lockstep::cli
