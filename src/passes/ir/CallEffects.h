// What a call may do beyond what is seen of it: run a collective, write memory, end the program.
//
// The standard libraries and language runtimes call no collectives (LibraryCall.h); a function without a body that is
// none of these may. Functions with a body are judged by what they call.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "mpi/Constants.h"
#include "passes/ir/LibraryCall.h"
#include "passes/ir/PromoteIndirectCalls.h"

namespace lockstep::passes {

class CallEffects {
 public:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock *>;

  explicit CallEffects(const llvm::Module &module);

  /// May run a collective that is not visible at the call itself. In a program a pointer leads to a function of its
  /// type whose address is taken there, if there is one; in a part of a program it may lead anywhere.
  bool mayHideCollective(const llvm::CallBase &call) const;
  /// The same for a function that is no MPI routine.
  bool mayHideCollective(const llvm::Function &function) const;
  /// Is a collective or may hide one.
  bool mayRunCollective(const llvm::CallBase &call) const;
  /// A collective that every way through the function comes by, or one of those; null where there is none.
  const llvm::CallBase *sureCollective(const llvm::Function &function) const { return sure_.lookup(&function); }
  /// The same for a call; one through a pointer may lead to any function of its type whose address is taken.
  const llvm::CallBase *sureCollective(const llvm::CallBase &call) const;
  /// Never comes back: exit, abort, and functions that always end so.
  bool endsProgram(const llvm::CallBase &call) const;
  /// Touches no memory of the program but what its pointer arguments lead to.
  bool isLibraryCall(const llvm::CallBase &call) const;
  LibraryCall libraryCall(const llvm::Function &function) const { return libraryCalls_.lookup(&function); }
  /// The call may change what this argument leads to.
  bool mayWrite(const llvm::CallBase &call, unsigned argument) const;
  /// The call may change the global variable without having been given its address.
  bool mayChange(const llvm::CallBase &call, const llvm::GlobalVariable &global) const;

  mpi::Library library() const { return library_; }

  /// The blocks of a function from which every way ends the program.
  Blocks doomedBlocks(const llvm::Function &function) const;

 private:
  using Pending = llvm::SetVector<const llvm::Function *>;

  bool spreadHiding(const llvm::Function &function);
  bool spreadEnding(const llvm::Function &function);
  bool spreadSure(const llvm::Function &function, const Blocks &doomed);
  static void addCallers(const llvm::Function &function, Pending &pending);

  PointerTargets targets_;
  llvm::DenseMap<const llvm::Function *, LibraryCall> libraryCalls_;  // None for functions with a body
  bool isProgram_ = false;
  mpi::Library library_;
  llvm::DenseSet<const llvm::Function *> hiding_;
  llvm::DenseSet<const llvm::Function *> ending_;
  llvm::DenseMap<const llvm::Function *, const llvm::CallBase *> sure_;
};

}  // namespace lockstep::passes
