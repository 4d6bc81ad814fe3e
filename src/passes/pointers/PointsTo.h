// Which memory of a whole program MPI can know: buffers, windows, and what lies behind any pointer that code outside
// the module may have kept. Loads and stores elsewhere concern no rule of the run.
//
// A points-to analysis after Steensgaard: flow-insensitive, without fields, almost linear. Every value has a cell, the
// memory that it may point to; every cell has the cell of its content. Copies make cells one. Calls that leave the
// module reach the cells of their arguments, and with a cell its content, and the parameters of functions in it.
// Integers are followed like pointers where they may hold one. Frames of functions lie where others have been: where an
// operation may outlive the frame that it works on, all frames are reached.
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

  /// Whether MPI may know the memory that a pointer, or a vector of pointers, leads to.
  bool reaches(const llvm::Value &pointer) const;
  /// Whether a call of MPI may be given the memory that a pointer leads to: for data, or for an array or a result of
  /// its own, which no later loads and stores matter to.
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
