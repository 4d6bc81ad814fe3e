// Which functions of a module lead to calls of a kind: through calls, and through regions and tasks that are handed to
// a runtime. One closure over the call graph serves all analyses that ask so.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "mpi/Routine.h"

namespace lockstep::passes {

/// The functions that call one of these or hand it on, and whoever calls those in turn; not these themselves, unless
/// they are called so.
llvm::DenseSet<const llvm::Function *> callersOf(llvm::ArrayRef<const llvm::Function *> called);

/// The functions with such a call in their body, and all that lead to them.
llvm::DenseSet<const llvm::Function *> functionsLeadingTo(const llvm::Module &module,
                                                          llvm::function_ref<bool(const llvm::CallBase &)> isWanted);

/// The functions from which an MPI call of a kind can be reached.
llvm::DenseSet<const llvm::Function *> functionsReaching(const llvm::Module &module,
                                                         llvm::function_ref<bool(const mpi::RoutineInfo &)> isWanted);

}  // namespace lockstep::passes
