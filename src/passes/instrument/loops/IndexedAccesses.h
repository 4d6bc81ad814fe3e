// Irregular accesses of a loop whose addresses can be computed before the loop: a[list[i]].
//
// Checking each of them inside the loop costs a multiple of the access if the memory is watched, mainly because it
// limits memory-level parallelism. So the loop is duplicated. If the memory from which the addresses start is watched,
// an inspector loop first computes and reports all addresses (Hooks.def, Places), and the loop itself runs unchanged.
// Otherwise the copy runs, with a check of every access.
//
// The addresses are certain to be the same before the loop: nothing in the loop writes what they are computed from, and
// every iteration makes the access (see LoopRanges.h).
#pragma once

#include <vector>

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

#include "passes/instrument/accesses/Access.h"
#include "passes/instrument/accesses/Locality.h"

namespace lockstep::instrument {

/// Accesses of one line and kind that are adjacent in every iteration.
struct IndexedAccess {
  std::vector<Access> members;  // the first one provides the source location
  llvm::Value *address;         // of the lowest byte
  std::uint64_t bytes;
};

struct IndexedLoop {
  llvm::Loop *loop;
  std::vector<IndexedAccess> accesses;
  llvm::SmallSetVector<llvm::Value *, 8>
      advancing;                       // values that advance by a step and from which addresses are computed
  std::vector<llvm::Value *> objects;  // base objects of the addresses
};

class IndexReader {
 public:
  IndexReader(llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators, llvm::AAResults &aliases,
              Locality &locality)
      : evolution_(evolution), dominators_(dominators), aliases_(aliases), locality_(locality) {}

  /// For an innermost loop with a known and certain trip count; without accesses if there are none.
  IndexedLoop read(llvm::Loop &loop);

 private:
  bool isKnownBefore(llvm::Value *value, IndexedLoop &found, unsigned &effort) const;
  bool isUnchanging(llvm::LoadInst &load, const llvm::Loop &loop) const;
  bool isStraight(const Access &access, const llvm::Loop &loop) const;
  void add(std::vector<IndexedAccess> &known, const Access &access) const;

  llvm::ScalarEvolution &evolution_;
  const llvm::DominatorTree &dominators_;
  llvm::AAResults &aliases_;
  Locality &locality_;
};

}  // namespace lockstep::instrument
