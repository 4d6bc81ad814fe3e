// Accesses of a loop that jump about, but whose addresses can be computed before the loop runs: a[list[i]].
//
// A look in the loop at every one of them costs a multiple of such an access where it is watched, above all because the
// processor then sees fewer of the loads to come. So there are two loops. Where the memory that the addresses start
// from is watched, a loop of its own computes all addresses first and tells of them (Hooks.def, Places), and the loop
// itself runs as it was written. Otherwise the twin runs, with a look at every access.
//
// It is certain that an address is the same before the loop: nothing in the loop writes what it is computed from, and
// every round makes the access (see LoopRanges.h).
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

/// Accesses of one line and kind that lie side by side in every round.
struct IndexedAccess {
  std::vector<Access> members;  // the first one gives the place in the source
  llvm::Value *address;         // of the lowest byte
  std::uint64_t bytes;
};

struct IndexedLoop {
  llvm::Loop *loop;
  std::vector<IndexedAccess> accesses;
  llvm::SmallSetVector<llvm::Value *, 8>
      advancing;                       // values that addresses are computed from and that advance by a step
  std::vector<llvm::Value *> objects;  // that the addresses start from
};

class IndexReader {
 public:
  IndexReader(llvm::ScalarEvolution &evolution, const llvm::DominatorTree &dominators, llvm::AAResults &aliases,
              Locality &locality)
      : evolution_(evolution), dominators_(dominators), aliases_(aliases), locality_(locality) {}

  /// Of an innermost loop whose rounds are known and certain; without accesses where there are none.
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
