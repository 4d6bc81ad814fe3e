// Possible effects of a call beyond its visible ones: running a collective, writing memory, ending the program.
//
// The standard libraries and language runtimes call no collectives (LibraryCall.h); any other declaration may. A
// function with a body may do what its callees may.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
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
  CallEffects(const CallEffects &) = delete;  // groups are references to its own targets
  CallEffects &operator=(const CallEffects &) = delete;

  /// Whether it may run a collective that is not visible at the call itself. In a whole program a pointer may call any
  /// address-taken function of its type, if there is one; in a part of a program it may call anything.
  bool mayHideCollective(const llvm::CallBase &call) const;
  /// The same for a function that is not an MPI routine.
  bool mayHideCollective(const llvm::Function &function) const;
  /// Whether it is a collective or may hide one.
  bool mayRunCollective(const llvm::CallBase &call) const;
  /// A collective on every path through the function, or one of several; null if there is none.
  const llvm::CallBase *sureCollective(const llvm::Function &function) const { return sure_.lookup(&function); }
  /// The same for a call; an indirect call may reach any address-taken function of its type.
  const llvm::CallBase *sureCollective(const llvm::CallBase &call) const;
  /// Whether it never returns: exit, abort, and functions that always end in these.
  bool endsProgram(const llvm::CallBase &call) const;
  /// Whether it accesses no memory of the program except through its pointer arguments.
  bool isLibraryCall(const llvm::CallBase &call) const;
  LibraryCall libraryCall(const llvm::Function &function) const { return libraryCalls_.lookup(&function); }
  /// Whether the call may change the memory that this argument points to.
  bool mayWrite(const llvm::CallBase &call, unsigned argument) const;
  /// Whether the call may change the global variable without being passed its address.
  bool mayChange(const llvm::CallBase &call, const llvm::GlobalVariable &global) const;

  mpi::Library library() const { return library_; }

  /// The blocks of a function from which every path ends the program.
  Blocks doomedBlocks(const llvm::Function &function) const;

 private:
  using Pending = llvm::SetVector<const llvm::Function *>;

  using Group = llvm::ArrayRef<llvm::Function *>;  // what one pointer may refer to, as PointerTargets has it

  void addIndirect(const llvm::CallBase &call);
  bool isSourceOfCollectives(const llvm::CallBase &call) const;
  void spreadHiding(const llvm::Module &module);
  void spreadEnding(const llvm::Module &module);
  void spreadSure(const llvm::Module &module);
  bool findSure(const llvm::Function &function, const Blocks &doomed);
  static void addCallers(const llvm::Function &function, Pending &pending);

  PointerTargets targets_;
  llvm::DenseMap<const void *, Pending> callersByPointer_;  // by group
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<Group, 1>> groupsOf_;
  llvm::DenseSet<const void *> hidingGroups_;  // groups with a function that may run a collective
  llvm::DenseMap<const llvm::Function *, LibraryCall> libraryCalls_;  // None for functions with a body
  bool isProgram_ = false;
  mpi::Library library_;
  llvm::DenseSet<const llvm::Function *> hiding_;
  llvm::DenseSet<const llvm::Function *> ending_;
  llvm::DenseMap<const llvm::Function *, const llvm::CallBase *> sure_;
};

}  // namespace lockstep::passes
