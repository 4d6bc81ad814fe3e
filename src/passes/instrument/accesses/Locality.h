// Memory that no MPI call can access, so that its loads and stores need no instrumentation: local variables whose
// address does not escape, constants, virtual tables.
//
// Decided for the underlying object, not the pointer: an element of an array whose address was passed to a call is
// visible although the element's own address was not.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include "passes/instrument/accesses/Access.h"

namespace lockstep::instrument {

class Locality {
 public:
  /// `framesAreReused`: instruments stores to local variables anyway, which may hit the frame of a function that has
  /// returned with a pending operation. After optimization few locals remain in memory, and those (work arrays of
  /// kernels) are too hot for it.
  explicit Locality(bool framesAreReused) : framesAreReused_(framesAreReused) {}

  bool isPrivate(const Access &access);

 private:
  bool isPrivateObject(const llvm::Value &object, bool isStore);
  bool escapes(const llvm::AllocaInst &variable);

  bool framesAreReused_;
  llvm::DenseMap<const llvm::AllocaInst *, bool> escapes_;
};

}  // namespace lockstep::instrument
