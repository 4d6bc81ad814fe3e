// A static rule: looks at a module and makes findings. One file each in rules/, which registers itself:
//
//   std::vector<report::Finding> check(const ModuleView &view);
//   const StaticRule registered(report::rule("its-id"), check);
//
// What several rules need from the same analysis is computed once and kept in the ModuleView.
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
  /// What playing the program shows, of all rules.
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

/// The findings of all rules, folded, which rules these are, and how many MPI calls they looked at.
report::Document runRules(llvm::Module &module, const FlattenLimits &limits, InitialContext initialContext);

}  // namespace lockstep::passes
