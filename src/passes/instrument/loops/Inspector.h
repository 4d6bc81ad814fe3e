// The loop in front of a loop that computes its irregular addresses and tells of them; see IndexedAccesses.h.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/loops/IndexedAccesses.h"

namespace lockstep::instrument {

class Inspector {
 public:
  /// Computes in front of the loop what the inspector needs of it. `count`: its rounds. `nest`: a loop around it, or
  /// itself, that surely does not end the segment.
  Inspector(IndexedLoop indexed, const llvm::SCEV *count, const llvm::Loop &nest, llvm::ScalarEvolution &evolution,
            llvm::SCEVExpander &expander);

  /// Whether all of it could be computed.
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
  llvm::Instruction *before_;      // at the end of the loop's preheader
  llvm::Instruction *beforeNest_;  // likewise
  llvm::Value *count_ = nullptr;
  llvm::DenseMap<llvm::Value *, Advance> advances_;
};

}  // namespace lockstep::instrument
