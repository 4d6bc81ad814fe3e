// A static rule: reports findings in a module. Each is one file in rules/ that registers itself:
//
//   std::vector<report::Finding> check(const ModuleView &view);
//   const StaticRule registered(report::rule("its-id"), check);
//
// A rule may have several checks, one for each analysis.
//
// Analyses needed by several rules are computed once and cached in the ModuleView.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <vector>

#include "passes/collectives/CollectiveMatching.h"
#include "passes/ir/CallEffects.h"
#include "passes/symex/Exploration.h"
#include "passes/threads/ParallelismWords.h"
#include "report/Document.h"

namespace lockstep::passes {

class ModuleView {
 public:
  ModuleView(llvm::Module &module, const FlattenLimits &limits, InitialContext initialContext)
      : module_(module), attributes_(module), limits_(limits), initialContext_(initialContext), effects_(module) {}

  const llvm::Module &module() const { return module_; }
  const CollectiveVerdicts &collectives() const;
  const ThreadedCalls &threadedCalls() const;
  /// The findings of all rules based on symbolic execution.
  const symex::ExplorationResult &explored() const;

 private:
  llvm::Module &module_;
  InferredAttributes attributes_;
  FlattenLimits limits_;
  InitialContext initialContext_;
  CallEffects effects_;
  mutable std::unique_ptr<const CollectiveVerdicts> collectives_;
  mutable std::unique_ptr<const ThreadedCalls> threadedCalls_;
  mutable std::unique_ptr<const symex::ExplorationResult> explored_;
};

class StaticRule {
 public:
  using Check = std::vector<report::Finding> (*)(const ModuleView &view);
  StaticRule(report::Rule rule, Check check);
};

/// The folded findings of all rules, the ids of the rules, and the number of MPI calls analyzed.
report::Document runRules(llvm::Module &module, const FlattenLimits &limits, InitialContext initialContext);

}  // namespace lockstep::passes
