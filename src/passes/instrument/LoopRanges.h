// The accesses of one innermost loop as ranges: base, bytes, stride and count of each access that happens in every
// round.
//
// Only what is certain becomes a range: the loop is left at its end alone, the number of its rounds is known before it
// begins, nothing in it may end the segment or fail to come back, and the address advances by the same step in every
// round. Ranges of the same line that together are one range, as those of a[i-1] and a[i], become one.
#pragma once

#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>

#include "passes/instrument/Access.h"
#include "passes/instrument/Locality.h"

namespace lockstep::instrument {

struct LoopRange {
  std::vector<Access> members;  // that it stands for
  const llvm::SCEV *base;       // address in the first round
  const llvm::SCEV *stride;     // in bytes; 0 where the address is the same in all rounds
  const llvm::SCEV *count;      // 64 bits
  std::uint64_t bytes;
};

struct LoopRanges {
  std::vector<LoopRange> ranges;
  std::vector<llvm::Instruction *> conditional;  // accesses that not every round makes
};

class LoopReader {
 public:
  LoopReader(llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators,
             const llvm::TargetLibraryInfo &library, Locality &locality)
      : evolution_(evolution), dominators_(dominators), library_(library), locality_(locality) {}

  /// The loop has a preheader, a single latch, and no loop inside.
  LoopRanges read(const llvm::Loop &loop);

 private:
  /// How often the loop goes round; null where that is not known or not certain.
  const llvm::SCEV *countOf(const llvm::Loop &loop) const;
  bool isCertain(const llvm::Loop &loop) const;
  void add(std::vector<LoopRange> &ranges, const Access &access, const llvm::Loop &loop, const llvm::SCEV *count);

  llvm::ScalarEvolution &evolution_;
  const llvm::DominatorTree &dominators_;
  const llvm::TargetLibraryInfo &library_;
  Locality &locality_;
};

}  // namespace lockstep::instrument
