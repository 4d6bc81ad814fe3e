// The accesses of a loop nest as ranges: base, bytes, stride and count of each access executed in every iteration.
//
// Only certain accesses become ranges: the loop has a single exit at its end, its trip count is known before it begins,
// nothing in it may end the segment or fail to return, and the address advances by a constant step. Ranges of one line
// that together are one range, as those of a[i-1] and a[i], are merged.
//
// A range that every iteration of the outer loop repeats, or shifts by a constant step, is reported before the outer
// loop, as rows. If the inner loop is guarded by a condition that is the same in all iterations, e.g. that it has a
// first iteration, the report is guarded likewise.
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
    bool isMet;  // if the value is this
  };

  const llvm::Loop *loop;       // the range is reported before this loop
  std::vector<Access> members;  // accesses in the range
  const llvm::SCEV *base;       // address in the first iteration
  const llvm::SCEV *stride;     // in bytes; 0 if the address is the same in all iterations
  const llvm::SCEV *count;      // 64 bits
  std::uint64_t bytes;
  const llvm::SCEV *rowStride = nullptr;  // distance of the rows, if there are several
  const llvm::SCEV *rowCount = nullptr;
  llvm::SmallVector<Condition, 1> conditions = {};  // all are met if the accesses happen
};

struct LoopRanges {
  std::vector<LoopRange> ranges;
  std::vector<llvm::Instruction *> conditional;  // accesses not executed in every iteration
};

class LoopReader {
 public:
  LoopReader(llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops,
             const llvm::TargetLibraryInfo &library, Locality &locality)
      : evolution_(evolution), dominators_(dominators), loops_(loops), library_(library), locality_(locality) {}

  /// For the loop and the loops inside it.
  LoopRanges read(const llvm::Loop &loop);

  /// The trip count; null if unknown or not certain.
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
