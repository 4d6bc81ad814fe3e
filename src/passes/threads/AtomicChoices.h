// Atomic operations whose result decides which thread goes on where: the first or last to arrive, the winner of an
// exchange.
//
// What such a thread does behind the branch is its own. Behind the point where the ways meet again the result decides
// nothing anymore, unless it is stored, returned, or ends a loop that waits.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace lockstep::passes {

struct AtomicChoice {
  bool decides = false;                                   // anything
  bool isLasting = false;                                 // decides more than the code of `bodies`
  llvm::SmallVector<const llvm::BasicBlock *, 4> bodies;  // what each dominates depends on the result
};

/// Of an atomic operation; nothing for other instructions.
AtomicChoice atomicChoice(const llvm::Instruction &instruction);

/// Whether the instruction is in a loop that waits for another thread: it ends by the value of an atomic or volatile
/// load, or has a flush in it.
bool isSpinning(const llvm::Instruction &instruction);

}  // namespace lockstep::passes
