// With how many ranks a program is explored, and how many it is meant for.
//
// Explored are 2, 3 and 4 ranks, and the least number at which a condition on rank and size comes out as it does with
// none of these: 8 for `if (size != 8)`, 9 for `if (rank > 7)`, 6 for `if (rank == size - 6)`. Such a condition is
// computed of nothing but constants and what the program was told for rank and size. A variable that was told a rank
// holds one everywhere, and a member of a structure in all objects of the type. Where a constant is compared with
// something else, which may be a rank after all, it is a guess.
#pragma once

#include <set>

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lockstep::passes {

struct SizeSet {
  std::set<int> toTry{2, 3, 4};
  std::set<int> guesses;
  /// The least sizes that pass a guard such as `if (size < 2)`.
  std::set<int> meant;

  /// As many of them as there is room for.
  std::set<int> withGuesses() const;
};

SizeSet sizesOf(const llvm::Module &module);
/// By the conditions of one function of the module.
SizeSet sizesOf(const llvm::Function &function);

}  // namespace lockstep::passes
