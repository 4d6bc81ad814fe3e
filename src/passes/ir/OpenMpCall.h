// What a call asks of the OpenMP runtime, as clang and flang make such calls of directives.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace lockstep::passes {

enum class OpenMp {
  None,
  Fork,
  Single,
  Master,
  Barrier,  // of the team or of tasks
  StaticInit,
  TaskAlloc,
  ThreadNumber,
  TeamSize,
};

OpenMp openMpOf(const llvm::CallBase &call);

}  // namespace lockstep::passes
