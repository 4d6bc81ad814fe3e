// lockstep explain: explains a rule, from the table of rules and its documentation page.
#include <cstdio>

#include "cli/Command.h"
#include "cli/Values.h"
#include "cli/base/Nearest.h"
#include "report/Rule.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep explain                   list all rules
  lockstep explain coll-mismatch     one rule, with an example and the fix)";

void listRules() {
  for (const report::RuleInfo &info : report::rules())
    fmt::print("{:<24} {:<8} {}{}\n", info.id, report::name(info.severity), info.summary,
               info.detected ? "" : " (not detected yet)");
}

void explain(report::Rule rule) {
  const report::RuleInfo &info = report::info(rule);
  fmt::print("{} ({}): {}\n", info.id, report::name(info.severity), info.summary);
  if (!info.detected) fmt::print("not detected yet\n");
  if (const std::string_view page = report::page(rule); !page.empty()) fmt::print("\n{}", page);
}

class ExplainCommand : public Command {
 public:
  ExplainCommand()
      : Command("explain", "tell what a rule means and how to fix what it finds", kExamples, Tail::None, Common::Look) {
  }

  void define(CLI::App &app) override {
    app.add_option("RULE", id_, "id of the rule; all rules are listed without it")->check(proposed(ruleIds()));
    for (const char *idle : {"--color", "--quiet", "--verbose"}) app.get_option(idle)->description(kChangesNothing);
  }

  int run(const Invocation &) override {
    if (id_.empty()) {
      listRules();
      return kSuccess;
    }
    const auto rule = report::findRule(id_);
    if (!rule) throw usageError("unknown rule '{}'{} (`lockstep explain` lists all)", id_, didYouMean(id_, ruleIds()));
    explain(*rule);
    return kSuccess;
  }

 private:
  std::string id_;
};

ExplainCommand explainCommand;

}  // namespace

}  // namespace lockstep::cli
