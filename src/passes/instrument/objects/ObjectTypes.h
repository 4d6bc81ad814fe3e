// Which type variables and blocks of the heap have, by debug information. It is noted beside them before the optimizer
// works, which promotes the variables that tell it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

namespace lockstep::instrument {

/// What a call of malloc and its like allocates; null for any other call.
struct Allocation {
  const llvm::Value *size = nullptr;   // null: it is no allocation
  const llvm::Value *times = nullptr;  // to be multiplied with the size, or null
};
Allocation allocationOf(const llvm::CallBase &call);

void noteTypes(llvm::Function &function);

struct NotedType {
  const llvm::DIType *type = nullptr;  // null: not known
  bool isMixed = false;                // the program also accesses the memory as another type
};
NotedType notedType(const llvm::Instruction &instruction);

/// Of a variable that is described as a whole.
const llvm::DIType *typeOf(const llvm::GlobalVariable &variable);

}  // namespace lockstep::instrument
