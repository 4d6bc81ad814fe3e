// Ways on that are no branches in LLVM's eyes, made into branches, so that what follows sees plain control flow: a
// throw goes on at its handlers, longjmp behind its setjmp, and exit out of the main program.
//
// Done where both ends lie in one function, which inlining brings about (Flatten.h). Which handler takes an exception
// is left open. An exception that nobody catches, and exit with an error while MPI still runs, end the program for
// all ranks and stay as they are.
#pragma once

#include <llvm/IR/Function.h>

namespace lockstep::passes {

/// Whether the program starts here, and ends with it.
bool isMainProgram(const llvm::Function &function);

void lowerNonlocalExits(llvm::Function &function);

}  // namespace lockstep::passes
