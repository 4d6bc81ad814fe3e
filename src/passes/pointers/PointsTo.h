// Which memory of a whole program MPI can know: buffers, windows, and what lies behind any pointer that code outside
// the module may have kept. Loads and stores elsewhere concern no rule of the run.
//
// A points-to analysis after Steensgaard: flow-insensitive, without fields, almost linear. Every value has a cell, the
// memory that it may point to; every cell has the cell of its content. Copies make cells one. Calls that leave the
// module reach the cells of their arguments, and with a cell its content, and the parameters of functions in it.
// Integers are followed like pointers where they may hold one. Frames of functions lie where others have been: where an
// operation may outlive the frame that it works on, all frames are reached.
#pragma once

#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

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
  const llvm::CallBase *why(const llvm::Value &pointer) const { return causeOf(cellOf(pointer)); }

 private:
  using Cell = unsigned;
  static constexpr Cell kNone = ~0U;

  struct CellData {
    explicit CellData(Cell self) : parent(self) {}

    Cell parent;  // itself, for a cell that stands for all that were joined with it
    Cell content = kNone;
    bool isReached = false;
    bool isGiven = false;   // to MPI, as an array or for a result
    bool isKept = false;    // by what reached it, after it has returned
    bool hasFrame = false;  // a local variable is in it
    const llvm::CallBase *cause = nullptr;
    std::vector<Cell> parameters;  // of the functions in it, and of the calls through it
    Cell result = kNone;
  };

  // Cells
  Cell make();
  Cell find(Cell cell) const;
  Cell join(Cell one, Cell other);
  Cell contentOf(Cell cell);
  enum class Keeps { No, Yes };
  void reach(Cell cell, const llvm::CallBase *cause, Keeps keeps = Keeps::No);
  void give(Cell cell);
  void spread();
  void reachFrames();
  bool isReached(Cell cell) const { return cell != kNone && cells_[find(cell)].isReached; }
  const llvm::CallBase *causeOf(Cell cell) const { return cell == kNone ? nullptr : cells_[find(cell)].cause; }

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
  mutable std::vector<CellData> cells_;
  llvm::DenseMap<const llvm::Value *, Cell> cellOfValue_;
};

}  // namespace lockstep::passes
