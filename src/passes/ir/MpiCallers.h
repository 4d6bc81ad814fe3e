// The functions of a module from which an MPI call of a kind can be reached: through calls, and through regions and
// tasks that are handed to the OpenMP runtime.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include "mpi/Routine.h"

namespace lockstep::passes {

llvm::DenseSet<const llvm::Function *> functionsReaching(const llvm::Module &module,
                                                         llvm::function_ref<bool(const mpi::RoutineInfo &)> isWanted);

}  // namespace lockstep::passes
