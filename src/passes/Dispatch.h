// Calls through pointers as choices between direct calls: `step()` becomes `if (step == fine) fine(); else step();` for
// every function with a collective that the pointer may hold. A rank whose pointer is known then goes one way, and
// inlining sees through it.
//
// A pointer may hold any function of its type whose address is taken; a virtual call leads to what stands in its place
// of some class's table. Where these are many nothing is gained, and nothing is changed.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace lockstep::passes {

/// The functions of the module that a call through a pointer may lead to.
llvm::SmallVector<llvm::Function *, 8> possibleTargets(const llvm::CallBase &call);

/// `wanted`: the functions that are worth a direct call.
void makePointersChoices(llvm::Module &module, const llvm::DenseSet<const llvm::Function *> &wanted);

}  // namespace lockstep::passes
