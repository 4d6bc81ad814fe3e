#include "passes/pointers/MemoryCells.h"

#include <utility>

#include <llvm/ADT/STLExtras.h>

namespace lockstep::passes {

MemoryCells::Cell MemoryCells::make() {
  const auto cell = static_cast<Cell>(cells_.size());
  cells_.emplace_back(cell);
  return cell;
}

MemoryCells::Cell MemoryCells::find(Cell cell) const {
  while (cells_[cell].parent != cell) cell = cells_[cell].parent = cells_[cells_[cell].parent].parent;
  return cell;
}

MemoryCells::Cell MemoryCells::join(Cell one, Cell other) {
  if (one == kNone || other == kNone) return one == kNone ? other : one;
  std::vector<std::pair<Cell, Cell>> pending{{one, other}};
  while (!pending.empty()) {
    auto [into, from] = pending.back();
    pending.pop_back();
    into = find(into);
    from = find(from);
    if (into == from) continue;
    Data gone = std::move(cells_[from]);
    cells_[from] = Data(into);
    Data &kept = cells_[into];
    const auto merge = [&](Cell &mine, Cell theirs) {
      if (mine != kNone && theirs != kNone) pending.emplace_back(mine, theirs);
      if (mine == kNone) mine = theirs;
    };
    merge(kept.content, gone.content);
    merge(kept.result, gone.result);
    if (kept.parameters.size() < gone.parameters.size()) kept.parameters.resize(gone.parameters.size(), kNone);
    for (std::size_t i = 0; i < gone.parameters.size(); ++i) merge(kept.parameters[i], gone.parameters[i]);
    kept.isReached |= gone.isReached;
    kept.isGiven |= gone.isGiven;
    kept.isKept |= gone.isKept;
    kept.hasFrame |= gone.hasFrame;
    if (!kept.cause) kept.cause = gone.cause;
  }
  return find(one);
}

MemoryCells::Cell MemoryCells::contentOf(Cell cell) {
  if (cell == kNone) return kNone;
  cell = find(cell);
  if (cells_[cell].content == kNone) {
    const Cell content = make();
    cells_[cell].content = content;
  }
  return cells_[cell].content;
}

MemoryCells::Cell MemoryCells::resultOf(Cell function) {
  function = find(function);
  if (cells_[function].result == kNone) {
    const Cell result = make();
    cells_[function].result = result;
  }
  return cells_[function].result;
}

void MemoryCells::passArgument(Cell function, unsigned number, Cell argument) {
  std::vector<Cell> &parameters = cells_[find(function)].parameters;
  if (parameters.size() <= number) parameters.resize(number + 1, kNone);
  if (parameters[number] == kNone)
    parameters[number] = argument;
  else
    join(parameters[number], argument);
}

void MemoryCells::reach(Cell cell, const llvm::CallBase *cause, Keeps keeps) {
  if (cell == kNone) return;
  Data &data = cells_[find(cell)];
  data.isReached = true;
  data.isKept |= keeps == Keeps::Yes;
  if (!data.cause) data.cause = cause;
}

void MemoryCells::give(Cell cell) {
  if (cell != kNone) cells_[find(cell)].isGiven = true;
}

/// What is reached reaches its content.
void MemoryCells::spread() {
  std::vector<Cell> pending;
  for (Cell cell = 0; cell < cells_.size(); ++cell)
    if (cells_[cell].parent == cell && cells_[cell].isReached) pending.push_back(cell);
  while (!pending.empty()) {
    const Data from = cells_[pending.back()];
    pending.pop_back();
    const auto follow = [&](Cell cell) {
      if (cell == kNone || (isReached(cell) && (cells_[find(cell)].isKept || !from.isKept))) return;
      reach(cell, from.cause, from.isKept ? Keeps::Yes : Keeps::No);
      pending.push_back(find(cell));
    };
    follow(from.content);
    follow(from.result);
    for (const Cell parameter : from.parameters) follow(parameter);
  }
}

void MemoryCells::reachOutlivedFrames() {
  const bool isOutlived = llvm::any_of(cells_, [](const Data &cell) { return cell.hasFrame && cell.isKept; });
  if (!isOutlived) return;
  for (Cell cell = 0; cell < cells_.size(); ++cell)
    if (cells_[cell].hasFrame) reach(cell, nullptr);
  spread();
}

}  // namespace lockstep::passes
