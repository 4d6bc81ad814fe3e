// Promotes indirect calls to direct ones: `step()` becomes `if (step == fine) fine(); else step();` for every function
// with a collective that the pointer may refer to. A rank with a known pointer then takes one branch, and inlining sees
// through it.
//
// A pointer may refer to any address-taken function of its type; a virtual call to the functions in its slot of any
// virtual table. If there are too many, nothing is changed.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace lockstep::passes {

/// The possible targets of the indirect calls in a module.
class PointerTargets {
 public:
  explicit PointerTargets(const llvm::Module &module);

  llvm::ArrayRef<llvm::Function *> of(const llvm::CallBase &call) const;

 private:
  using Functions = llvm::SmallVector<llvm::Function *, 4>;

  void addTable(const llvm::Constant &table);

  llvm::DenseMap<const llvm::FunctionType *, Functions> taken_;                         // by type
  llvm::DenseMap<std::pair<unsigned, const llvm::FunctionType *>, Functions> virtual_;  // by slot
};

/// `wanted`: the functions worth a direct call.
void promoteIndirectCalls(llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &wanted);

}  // namespace lockstep::passes
