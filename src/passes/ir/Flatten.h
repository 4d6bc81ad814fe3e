// A copy of a module with calls inlined, so that intraprocedural analyses see through them: every caller gets its own
// values of communicators, roots and ranks.
//
// Inlines, callees first, functions that reach an MPI call, and small ones, which often just pass values on. Calls that
// would make a function too large are kept, and so is recursion beyond a few levels. LLVM's inliner does the work and
// preserves source locations. Inlining lets the walk that joins states stay intraprocedural; the interpreter in symex/,
// which splits paths, follows calls itself. Indirect calls and nonlocal jumps are made branches first
// (PromoteIndirectCalls.h, LowerNonlocalExits.h).
//
// An OpenMP parallel region becomes the code of a single thread, which is also the one chosen wherever one is; which
// threads make a call is left to ParallelismWords.h.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace lockstep::passes {

struct FlatModule {
  std::unique_ptr<llvm::Module> module;
  /// Functions of the copy that need no analysis of their own: all calls of them were inlined.
  llvm::DenseSet<const llvm::Function *> absorbed;
};

/// The size limit for inlining into a function, and the number of blocks from which a function counts as large and is
/// explored with fewer numbers of ranks.
struct FlattenLimits {
  unsigned instructions = 0;
  unsigned blocks = 0;
  unsigned large = 0;
};
inline constexpr FlattenLimits kWhileCompiling{.instructions = 4000, .blocks = 400, .large = 100};
inline constexpr FlattenLimits kWholeProgram{.instructions = 30000, .blocks = 3000, .large = 400};

FlatModule flatten(const llvm::Module &module, const FlattenLimits &limits);

}  // namespace lockstep::passes
