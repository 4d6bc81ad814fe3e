// The numbers of ranks with which a program is explored, and those that it is meant for.
//
// Explored are 2, 3 and 4 ranks, and the smallest number for which a condition on rank and size has a result that it
// has for none of these: 8 for `if (size != 8)`, 9 for `if (rank > 7)`, 6 for `if (rank == size - 6)`. Such a condition
// is computed only from constants and from the rank and size returned by MPI, also through functions of the program and
// of mathematics: 8 for `if (p * p * p != size)` behind `p = cbrt(size) + 0.5`. A variable to which a rank is stored
// counts as a rank everywhere, and a structure member in all objects of the type. A comparison of a constant with
// anything else, which may be a rank after all, gives a guess.
#pragma once

#include <set>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lockstep::passes {

inline constexpr int kLargestSize = 16;  // larger sizes are not explored, even if the program names them

struct SizeSet {
  std::set<int> toTry{2, 3, 4};
  std::set<int> guesses;
  /// The smallest sizes that pass a guard such as `if (size < 2)`.
  std::set<int> meant;
  bool needsLarger = false;  // some condition changes its outcome only beyond kLargestSize ranks

  /// The sizes, and guesses up to the limit.
  std::set<int> withGuesses() const;
};

SizeSet sizesOf(const llvm::Module &module);
/// From the conditions of one function of the module.
SizeSet sizesOf(const llvm::Function &function);

}  // namespace lockstep::passes
