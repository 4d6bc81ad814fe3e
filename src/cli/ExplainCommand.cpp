// lockstep explain: what a rule means, from the table of rules and its documentation page.
#include <algorithm>
#include <cstdio>
#include <numeric>

#include "cli/Command.h"
#include "report/Rule.h"

namespace lockstep::cli {

namespace {

constexpr std::string_view kExamples = R"(Examples:
  lockstep explain                   list all rules
  lockstep explain coll-mismatch     one rule, with an example and the fix)";

/// Levenshtein's distance, one row at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string_view nearestRule(std::string_view id) {
  const auto nearest = std::ranges::min_element(report::rules(), {},
                                                [&](const report::RuleInfo &info) { return distance(id, info.id); });
  return nearest->id;
}

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
  ExplainCommand() : Command("explain", "tell what a rule means and how to fix what it finds", kExamples) {}

  void define(CLI::App &app) override {
    app.add_option("RULE", id_, "id of the rule; all rules are listed without it");
  }

  int run(const Invocation &) override {
    if (id_.empty()) {
      listRules();
      return kSuccess;
    }
    const auto rule = report::findRule(id_);
    if (!rule) throw usageError("unknown rule '{}'; did you mean '{}'?", id_, nearestRule(id_));
    explain(*rule);
    return kSuccess;
  }

 private:
  std::string id_;
};

ExplainCommand explainCommand;

}  // namespace

}  // namespace lockstep::cli
