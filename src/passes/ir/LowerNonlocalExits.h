// Lowers control flow that LLVM does not represent as branches to plain branches: a throw continues at its handlers,
// longjmp after its setjmp, and exit at the end of the main program.
//
// Done if both ends are in one function, which inlining brings about (Flatten.h). Which handler catches an exception is
// left undecided. Uncaught exceptions, and exit with an error while MPI is active, end the program on all ranks and are
// not changed.
#pragma once

#include <llvm/IR/Function.h>

namespace lockstep::passes {

/// Whether this is the main function of the program.
bool isMainProgram(const llvm::Function &function);

void lowerNonlocalExits(llvm::Function &function);

}  // namespace lockstep::passes
