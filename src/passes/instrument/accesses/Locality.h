// Memory that no MPI call can see, so that its loads and stores are of no interest: local variables whose address never
// leaves their function, constants, tables of virtual functions.
//
// What counts is the object behind a pointer, not the pointer: an element of an array whose address went to a call is
// visible although its own address went nowhere.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include "passes/instrument/accesses/Access.h"

namespace lockstep::instrument {

class Locality {
 public:
  /// `framesAreReused`: stores to local variables count nevertheless. They may hit the frame of a function that has
  /// returned with an operation in flight. Where the optimizer has run, few locals are in memory, and those that are
  /// (work arrays of kernels) are too hot for it.
  explicit Locality(bool framesAreReused) : framesAreReused_(framesAreReused) {}

  bool isPrivate(const Access &access);

 private:
  bool isPrivateObject(const llvm::Value &object, bool isStore);
  bool escapes(const llvm::AllocaInst &variable);

  bool framesAreReused_;
  llvm::DenseMap<const llvm::AllocaInst *, bool> escapes_;
};

}  // namespace lockstep::instrument
