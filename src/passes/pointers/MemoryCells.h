// The cells of a points-to analysis (PointsTo.h): a cell is the memory that some values may point to, and has the cell
// of its content. Cells that are joined are one from then on, and so are their contents; what reaches a cell reaches
// its content.
#pragma once

#include <vector>

#include <llvm/IR/InstrTypes.h>

namespace lockstep::passes {

class MemoryCells {
 public:
  using Cell = unsigned;
  static constexpr Cell kNone = ~0U;  // nothing is done to it

  Cell make();
  Cell join(Cell one, Cell other);
  Cell contentOf(Cell cell);
  /// Of the functions in the cell.
  Cell resultOf(Cell function);
  void passArgument(Cell function, unsigned number, Cell argument);
  void addFrame(Cell cell) { cells_[find(cell)].hasFrame = true; }

  enum class Keeps { No, Yes };
  void reach(Cell cell, const llvm::CallBase *cause, Keeps keeps = Keeps::No);
  void give(Cell cell);
  /// When all is read.
  void spread();
  void reachOutlivedFrames();

  bool isReached(Cell cell) const { return cell != kNone && cells_[find(cell)].isReached; }
  bool isGiven(Cell cell) const { return cell != kNone && cells_[find(cell)].isGiven; }
  const llvm::CallBase *causeOf(Cell cell) const { return cell == kNone ? nullptr : cells_[find(cell)].cause; }

 private:
  struct Data {
    explicit Data(Cell self) : parent(self) {}

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

  Cell find(Cell cell) const;

  mutable std::vector<Data> cells_;
};

}  // namespace lockstep::passes
