// Calls through pointers as choices between direct calls: `step()` becomes `if (step == fine) fine(); else step();` for
// every function with a collective that the pointer may hold. A rank whose pointer is known then goes one way, and
// inlining sees through it.
//
// A pointer may hold any function of its type whose address is taken; a virtual call leads to what stands in its place
// of some class's table. Where these are many nothing is gained, and nothing is changed.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace lockstep::passes {

/// Where the calls through pointers of a module may lead to.
class PointerTargets {
 public:
  explicit PointerTargets(const llvm::Module &module);

  llvm::ArrayRef<llvm::Function *> of(const llvm::CallBase &call) const;

 private:
  using Functions = llvm::SmallVector<llvm::Function *, 4>;

  void addTable(const llvm::Constant &table);

  llvm::DenseMap<const llvm::FunctionType *, Functions> taken_;                         // by address
  llvm::DenseMap<std::pair<unsigned, const llvm::FunctionType *>, Functions> virtual_;  // by place in the tables
};

/// `wanted`: the functions that are worth a direct call.
void promoteIndirectCalls(llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &wanted);

}  // namespace lockstep::passes
