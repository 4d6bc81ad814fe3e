// Mutual exclusion of threads: critical and ordered regions, locks of OpenMP, pthreads and C++, and atomic operations
// whose result decides who proceeds.
//
// A function that acquires a lock and does not release it, or vice versa, counts as that operation at its call sites:
// this covers the constructors and destructors of C++ lock guards, and wrappers in the program. A lock that may fail
// (`omp_test_lock`) counts as acquired, because a missed lock must not cause a report. A lock is identified by its
// variable if that is named; otherwise it may be any of its kind.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <map>

namespace lockstep::passes {

enum class LockEffect {
  None,
  Take,    // mutual exclusion
  Share,   // readers, which may run concurrently
  Choose,  // an order or choice made by the program: an ordered region, the first to arrive
  Give,
};

struct Lock {
  enum class Family { None, Critical, OpenMp, Ordered, Mutex, Spin, ReadWrite, Semaphore, Atomic };
  Family family = Family::None;
  const llvm::Value *object = nullptr;  // null: an unknown lock
  std::int64_t offset = 0;              // in the object

  friend bool operator==(const Lock &, const Lock &) = default;
};

/// Whether both may be the same lock.
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
