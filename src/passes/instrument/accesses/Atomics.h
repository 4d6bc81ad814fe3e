// The hooks of atomic loads, stores, updates and fences.
//
// Acquire and release operations, and all atomics if the module has fences, order threads and are always reported,
// whatever their address; others only if their page is watched.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instruction.h>

#include "passes/instrument/Hooks.h"

namespace lockstep::instrument {

/// Whether it is an atomic operation between threads.
bool isAtomic(const llvm::Instruction &instruction);

/// Whether it is a fence, or OpenMP's flush.
bool isFence(const llvm::Instruction &instruction);

/// Adds the hooks before and after an atomic.
void instrumentAtomic(llvm::Instruction &instruction, Hooks &hooks, bool moduleHasFences);

}  // namespace lockstep::instrument
