// The types of variables and heap blocks, from debug information. They are saved in metadata before the optimizer,
// which promotes the variables that carry them.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

namespace lockstep::instrument {

/// The allocation made by a call of malloc and the like; null for any other call.
struct Allocation {
  const llvm::Value *size = nullptr;   // null: not an allocation
  const llvm::Value *times = nullptr;  // factor of the size, or null
};
Allocation allocationOf(const llvm::CallBase &call);

void noteTypes(llvm::Function &function);

struct NotedType {
  const llvm::DIType *type = nullptr;  // null: unknown
  bool isMixed = false;                // the program also accesses the memory as another type
};
NotedType notedType(const llvm::Instruction &instruction);

/// For a variable with a description of its own.
const llvm::DIType *typeOf(const llvm::GlobalVariable &variable);

}  // namespace lockstep::instrument
