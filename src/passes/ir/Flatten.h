// A copy of a module in which calls are replaced by what they do, so that analyses of one function see through them:
// every caller gets its own values of communicators, roots and ranks.
//
// Inlined, callees first, are functions that reach an MPI call, and small ones, which mostly hand values on. What would
// make a function too large stays a call, and so does recursion beyond a few rounds. LLVM's inliner does it, and
// keeps the source locations. Inlining lets the walk that joins states stay intraprocedural; the interpreter in symex/,
// which splits paths, follows calls itself. Calls
// through pointers and jumps out of the ordinary become branches first (PromoteIndirectCalls.h, LowerNonlocalExits.h).
//
// OpenMP's parallel regions become what one thread does that is chosen wherever one is: which threads make a call is
// the business of ParallelismWords.h.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace lockstep::passes {

struct FlatModule {
  std::unique_ptr<llvm::Module> module;
  /// Functions of the copy that need no look of their own: all their calls were inlined.
  llvm::DenseSet<const llvm::Function *> absorbed;
};

/// How large a function may become by what is inlined into it, and from how many blocks on it counts as large: then it
/// is explored with fewer numbers of ranks.
struct FlattenLimits {
  unsigned instructions = 0;
  unsigned blocks = 0;
  unsigned large = 0;
};
inline constexpr FlattenLimits kWhileCompiling{.instructions = 4000, .blocks = 400, .large = 100};
inline constexpr FlattenLimits kWholeProgram{.instructions = 30000, .blocks = 3000, .large = 400};

FlatModule flatten(const llvm::Module &module, const FlattenLimits &limits);

}  // namespace lockstep::passes
