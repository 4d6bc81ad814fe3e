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

// A function-local static: rules register during static initialization, in unspecified order.
// A rule may have several analyses.
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

void runAll(const ModuleView &view, std::vector<report::Finding> &findings) {
  for (const auto &[rule, check] : registry()) {
    std::vector<report::Finding> found = check(view);
    std::move(found.begin(), found.end(), std::back_inserter(findings));
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
