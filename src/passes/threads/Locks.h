// What lets one thread at a time go on: critical and ordered regions, locks of OpenMP, pthreads and C++, and atomic
// operations whose result decides who goes on.
//
// A function that takes a lock and does not give it back, or the other way round, is as good as the call in it: so the
// constructors and destructors of C++'s guards are seen, and wrappers of the program's own. A lock that may not be had
// (`omp_test_lock`) counts as taken, because a report must not rest on a lock overlooked. Which lock it is shows where
// its variable is named; else it may be any of its kind.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <map>

namespace lockstep::passes {

enum class LockEffect {
  None,
  Take,    // threads go on one at a time
  Share,   // threads go on together: readers
  Choose,  // in an order or by a choice that the program makes: an ordered region, the first to come
  Give,
};

struct Lock {
  enum class Family { None, Critical, OpenMp, Ordered, Mutex, Spin, ReadWrite, Semaphore, Atomic };
  Family family = Family::None;
  const llvm::Value *object = nullptr;  // null: some lock
  std::int64_t offset = 0;              // in the object

  friend bool operator==(const Lock &, const Lock &) = default;
};

/// Whether the same lock is meant, for all that is known.
bool mayBeSame(const Lock &a, const Lock &b);

struct LockAction {
  LockEffect effect = LockEffect::None;
  Lock lock{};
};

class Locks {
 public:
  LockAction actionOf(const llvm::Instruction &instruction);

 private:
  LockAction actionOf(const llvm::Function &function);
  LockAction actionOfBody(const llvm::Function &function);

  std::map<const llvm::Function *, LockAction> known_;  // the lock may be an argument of the function
};

}  // namespace lockstep::passes
