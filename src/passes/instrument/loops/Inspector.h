// The loop before a loop that computes and reports its irregular addresses; see IndexedAccesses.h.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/loops/IndexedAccesses.h"

namespace lockstep::instrument {

class Inspector {
 public:
  /// Computes before the loop what the inspector needs. `count`: the trip count. `nest`: the loop or one around it,
  /// which certainly does not end the segment.
  Inspector(IndexedLoop indexed, const llvm::SCEV *count, const llvm::Loop &nest, llvm::ScalarEvolution &evolution,
            llvm::SCEVExpander &expander);

  /// Whether everything could be computed.
  bool isPossible() const { return count_ != nullptr; }
  const IndexedLoop &indexed() const { return indexed_; }

  void emit(Hooks &hooks) const;

 private:
  struct Advance {
    llvm::Value *start;
    llvm::Value *step;
  };

  void emit(const IndexedAccess &access, Hooks &hooks) const;
  llvm::Value *valueIn(llvm::Value *value, llvm::Value *round, llvm::IRBuilderBase &builder,
                       llvm::DenseMap<llvm::Value *, llvm::Value *> &known) const;

  IndexedLoop indexed_;
  llvm::Instruction *before_;      // end of the loop's preheader
  llvm::Instruction *beforeNest_;  // end of the nest's preheader
  llvm::Value *count_ = nullptr;
  llvm::DenseMap<llvm::Value *, Advance> advances_;
};

}  // namespace lockstep::instrument
