// What lets one thread at a time go on: critical and ordered regions, locks of OpenMP, pthreads and C++, and atomic
// operations whose result decides who goes on.
//
// A function that takes a lock and does not give it back, or the other way round, is as good as the call in it: so the
// constructors and destructors of C++'s guards are seen, and wrappers of the program's own. A lock that may not be had
// (`omp_test_lock`) counts as taken, because a report must not rest on a lock overlooked.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <map>

namespace lockstep::passes {

enum class LockEffect {
  None,
  Take,    // threads go on one at a time
  Choose,  // in an order or by a choice that the program makes: an ordered region, the first to come
  Give,
};

class Locks {
 public:
  LockEffect effectOf(const llvm::Instruction &instruction);

 private:
  LockEffect effectOf(const llvm::Function &function);
  LockEffect effectOfBody(const llvm::Function &function);

  std::map<const llvm::Function *, LockEffect> known_;
};

}  // namespace lockstep::passes
