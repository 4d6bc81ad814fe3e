// Data shared by all explorations of a module: its layout, loops, the functions that lead to MPI, and the MPI library.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include "mpi/Constants.h"
#include "passes/ir/CallEffects.h"

namespace lockstep::passes::symex {

class Program {
 public:
  Program(const llvm::Module &module, const CallEffects &effects);

  const llvm::Module &module() const { return module_; }
  const llvm::DataLayout &layout() const { return module_.getDataLayout(); }
  const CallEffects &effects() const { return effects_; }
  mpi::Library library() const { return effects_.library(); }
  const llvm::LoopInfo &loopsOf(const llvm::Function &function) const;
  bool isDoomed(const llvm::BasicBlock &block) const;
  /// Whether the function or one of its callees uses MPI, or may do so.
  bool leadsToMpi(const llvm::Function &function) const { return leading_.contains(&function); }
  bool leadsToMpi(const llvm::CallBase &call) const;
  bool leadsToMpi(const llvm::Loop &loop) const;
  /// Whether every path through its function executes the instruction; paths that end the program do not count.
  bool isOnEveryWay(const llvm::Instruction &instruction) const;
  /// Whether it calls functions of which nothing is known, which may use MPI.
  bool callsUnseenCode() const;
  /// A function without loops and branches, such as one that gives access to a member.
  bool isShort(const llvm::Function &function) const;
  /// The function at which the program begins; null if the module has none.
  const llvm::Function *entry() const;
  /// Functions that lead to MPI and have no callers in the module.
  std::vector<const llvm::Function *> outermost() const;
  /// Functions that lead to MPI, as far as the program can reach them; in a part of a program, all that others may
  /// call.
  std::vector<const llvm::Function *> reachable() const;

 private:
  struct Shape {
    llvm::DominatorTree dominators;
    llvm::LoopInfo loops;
    llvm::DenseSet<const llvm::BasicBlock *> doomed;
  };
  const Shape &shapeOf(const llvm::Function &function) const;
  /// All functions that the program names in code that it can reach.
  const llvm::DenseSet<const llvm::Function *> &reached() const;

  const llvm::Module &module_;
  const CallEffects &effects_;
  llvm::DenseSet<const llvm::Function *> leading_;
  mutable std::map<const llvm::Function *, std::unique_ptr<Shape>> shapes_;
  mutable std::map<const llvm::Loop *, bool> loopsWithMpi_;
  mutable std::optional<llvm::DenseSet<const llvm::Function *>> reached_;
};

}  // namespace lockstep::passes::symex
