// Which functions of a module lead to certain calls: through calls, and through regions and tasks passed to a runtime.
// All analyses use this one closure over the call graph.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "mpi/Routine.h"

namespace lockstep::passes {

/// The functions that call one of these or pass it on, and their transitive callers; a function in `called` only if it
/// is called so itself.
llvm::DenseSet<const llvm::Function *> callersOf(llvm::ArrayRef<const llvm::Function *> called);

/// The functions with such a call in their body, and their transitive callers.
llvm::DenseSet<const llvm::Function *> functionsLeadingTo(const llvm::Module &module,
                                                          llvm::function_ref<bool(const llvm::CallBase &)> isWanted);

/// The functions from which an MPI call with this property can be reached.
llvm::DenseSet<const llvm::Function *> functionsReaching(const llvm::Module &module,
                                                         llvm::function_ref<bool(const mpi::RoutineInfo &)> isWanted);

}  // namespace lockstep::passes
