#include "passes/StaticRule.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "passes/ir/MpiCall.h"
#include "report/merge/Fold.h"

namespace lockstep::passes {

namespace {

// A function-local static: rules register during static initialization, in unspecified order. A rule may have several
// analyses.
std::multimap<std::string_view, StaticRule::Check> &registry() {
  static std::multimap<std::string_view, StaticRule::Check> checks;
  return checks;
}

constexpr std::string_view kReach = "through calls";

std::uint64_t countMpiCalls(const llvm::Module &module) {
  std::uint64_t count = 0;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (MpiCall::of(instruction)) ++count;
  return count;
}

/// Without a declaration of an MPI routine the module has nothing to check.
bool usesMpi(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return function.isDeclaration() && mpi::findRoutine(std::string_view(function.getName()));
  });
}

bool haveAPlaceInCommon(const report::Finding &one, const report::Finding &other) {
  return std::ranges::any_of(one.sites, [&](const report::Site &a) {
    return std::ranges::any_of(other.sites, [&](const report::Site &b) {
      return a.line == b.line && a.column == b.column && a.file == b.file;
    });
  });
}

/// What a decided run shows of an error that follows from the source adds nothing.
void dropShownAgain(std::vector<report::Finding> &ofRule) {
  std::vector<report::Finding> known;
  std::ranges::copy_if(ofRule, std::back_inserter(known), [](const auto &finding) { return finding.ranks.empty(); });
  std::erase_if(ofRule, [&](const report::Finding &finding) {
    return !finding.ranks.empty() &&
           std::ranges::any_of(known, [&](const auto &other) { return haveAPlaceInCommon(finding, other); });
  });
}

void runAll(const ModuleView &view, std::vector<report::Finding> &findings) {
  const auto &checks = registry();
  for (auto first = checks.begin(); first != checks.end();) {
    const auto end = checks.upper_bound(first->first);
    const bool isSeveral = std::next(first) != end;
    std::vector<report::Finding> ofRule;
    for (; first != end; ++first) std::ranges::move(first->second(view), std::back_inserter(ofRule));
    if (isSeveral) dropShownAgain(ofRule);
    std::ranges::move(ofRule, std::back_inserter(findings));
  }
}

}  // namespace

const CollectiveVerdicts &ModuleView::collectives() const {
  if (!collectives_)
    collectives_ = std::make_unique<const CollectiveVerdicts>(matchCollectives(module_, effects_, limits_));
  return *collectives_;
}

const symex::ExplorationResult &ModuleView::explored() const {
  if (!explored_) explored_ = std::make_unique<const symex::ExplorationResult>(symex::exploreModule(module_, effects_));
  return *explored_;
}

const ThreadedCalls &ModuleView::threadedCalls() const {
  if (!threadedCalls_)
    threadedCalls_ = std::make_unique<const ThreadedCalls>(findThreadedCalls(module_, initialContext_));
  return *threadedCalls_;
}

StaticRule::StaticRule(report::Rule rule, Check check) { registry().emplace(report::info(rule).id, check); }

report::Document runRules(llvm::Module &module, const FlattenLimits &limits, InitialContext initialContext) {
  report::Document document;
  document.command = "check";
  document.program = module.getSourceFileName();
  document.coverage.sources = 1;
  document.coverage.reach = kReach;
  for (const auto &[rule, check] : registry())
    if (document.coverage.rules.empty() || document.coverage.rules.back() != rule)
      document.coverage.rules.emplace_back(rule);
  if (!usesMpi(module)) return document;
  document.coverage.calls = countMpiCalls(module);
  const ModuleView view(module, limits, initialContext);
  runAll(view, document.findings);
  const auto listed = [](const std::set<std::string> &names) { return std::vector(names.begin(), names.end()); };
  document.coverage.collectivesNotJudged = listed(view.collectives().tooLarge);
  document.coverage.notAllPaths = listed(view.explored().notToTheEnd);
  document.coverage.notJudged = view.explored().notJudged;
  std::ranges::copy(view.collectives().notJudged, std::back_inserter(document.coverage.notJudged));
  document.findings = report::fold(std::move(document.findings));
  return document;
}

}  // namespace lockstep::passes
