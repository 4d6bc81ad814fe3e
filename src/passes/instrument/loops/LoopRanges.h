// The accesses of a nest of loops as ranges: base, bytes, stride and count of each access that happens in every round.
//
// Only what is certain becomes a range: the loop is left at its end alone, the number of its rounds is known before it
// begins, nothing in it may end the segment or fail to come back, and the address advances by the same step in every
// round. Ranges of the same line that together are one range, as those of a[i-1] and a[i], become one.
//
// A range that every round of the loop around repeats, or moves on by the same step, is told in front of that loop: as
// rows. Where the inner loop stands under a condition that is the same in all rounds, as the one that its first round
// happens at all, so does what is told.
#pragma once

#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>

#include "passes/instrument/accesses/Access.h"
#include "passes/instrument/accesses/Locality.h"

namespace lockstep::instrument {

struct LoopRange {
  struct Condition {
    llvm::Value *value;
    bool isMet;  // where the value is this
  };

  const llvm::Loop *loop;       // it is told in front of this one
  std::vector<Access> members;  // that it stands for
  const llvm::SCEV *base;       // address in the first round
  const llvm::SCEV *stride;     // in bytes; 0 where the address is the same in all rounds
  const llvm::SCEV *count;      // 64 bits
  std::uint64_t bytes;
  const llvm::SCEV *rowStride = nullptr;  // of the rows, where it has more than one
  const llvm::SCEV *rowCount = nullptr;
  llvm::SmallVector<Condition, 1> conditions = {};  // all are met where it happens
};

struct LoopRanges {
  std::vector<LoopRange> ranges;
  std::vector<llvm::Instruction *> conditional;  // accesses that not every round makes
};

class LoopReader {
 public:
  LoopReader(llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops,
             const llvm::TargetLibraryInfo &library, Locality &locality)
      : evolution_(evolution), dominators_(dominators), loops_(loops), library_(library), locality_(locality) {}

  /// Of the loop and those inside.
  LoopRanges read(const llvm::Loop &loop);

  /// How often the loop goes round; null where that is not known or not certain.
  const llvm::SCEV *countOf(const llvm::Loop &loop) const;

 private:
  bool isCertain(const llvm::Loop &loop) const;
  void readOwn(const llvm::Loop &loop, const llvm::SCEV *count, std::vector<LoopRange> &ranges, LoopRanges &found);
  bool lift(LoopRange &range, const llvm::Loop &loop, const llvm::SCEV *count) const;
  bool addConditions(LoopRange &range, const llvm::Loop &loop) const;
  void add(std::vector<LoopRange> &ranges, const Access &access, const llvm::Loop &loop, const llvm::SCEV *count);

  llvm::ScalarEvolution &evolution_;
  const llvm::DominatorTree &dominators_;
  const llvm::LoopInfo &loops_;
  const llvm::TargetLibraryInfo &library_;
  Locality &locality_;
};

}  // namespace lockstep::instrument
