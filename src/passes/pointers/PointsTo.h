// Which memory of a whole program MPI can access: buffers, windows, and everything reachable from pointers that
// external code may have stored. Loads and stores elsewhere concern no rule of a run.
//
// Steensgaard's points-to analysis: flow-insensitive, field-insensitive, almost linear. Every value has a cell, the
// memory that it may point to; every cell has a cell for its content. Assignments unify cells. External calls reach the
// cells of their arguments, and transitively their contents, and the parameters of functions in them. Integers are
// treated as pointers if they may hold one. Stack frames are reused: if an operation may outlive the frame that
// contains its buffer, all frames are reached.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "passes/pointers/MemoryCells.h"

namespace lockstep::passes {

class PointsTo {
 public:
  using LibraryOf = llvm::function_ref<const llvm::TargetLibraryInfo &(llvm::Function &)>;

  PointsTo(llvm::Module &module, LibraryOf libraryOf);

  /// Whether MPI may access the memory that a pointer, or a vector of pointers, points to.
  bool reaches(const llvm::Value &pointer) const;
  /// Whether the memory that a pointer points to may be passed to an MPI call: as data, or as an array argument or
  /// result, for which later loads and stores do not matter.
  bool isGiven(const llvm::Value &pointer) const;
  /// The first call by which it came to know it; null where there is none, or none to name.
  const llvm::CallBase *why(const llvm::Value &pointer) const { return cells_.causeOf(cellOf(pointer)); }

 private:
  using Cell = MemoryCells::Cell;
  static constexpr Cell kNone = MemoryCells::kNone;

  // Values
  Cell cellOf(const llvm::Value &value) const;
  Cell cell(const llvm::Value &value);
  Cell cellOfConstant(const llvm::Constant &constant);
  void copy(const llvm::Value &from, const llvm::Value &to);
  void readGlobal(llvm::GlobalVariable &variable);
  void readFunction(llvm::Function &function);
  void read(llvm::Instruction &instruction);

  // Calls
  void readCall(llvm::CallBase &call);
  void readInside(const llvm::CallBase &call);
  void readIntrinsic(const llvm::CallBase &call);
  bool readMpi(const llvm::CallBase &call);
  bool readCallbacks(const llvm::CallBase &call);
  void readOutside(const llvm::CallBase &call, llvm::Function &callee);
  void reachAll(const llvm::CallBase &call);

  LibraryOf libraryOf_;
  MemoryCells cells_;
  llvm::DenseMap<const llvm::Value *, Cell> cellOfValue_;
};

}  // namespace lockstep::passes
