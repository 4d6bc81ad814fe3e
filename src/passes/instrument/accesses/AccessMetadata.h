// Marks on accesses that outlive vectorisation.
//
// Of all metadata on a load or store the vectoriser keeps only a few kinds on the wide access that it becomes, and the
// group of accesses is one that says nothing else: an empty distinct node that no loop refers to. The vectoriser of
// straight code loses groups and keeps scopes.
#pragma once

#include <llvm/IR/Instruction.h>

namespace lockstep::instrument {

enum class Mark {
  Covered,      // a hook in front of its loop has told it
  Conditional,  // it does not happen in every round of its loop
};

void mark(llvm::Instruction &instruction, Mark mark);
bool isMarked(const llvm::Instruction &instruction, Mark mark);

}  // namespace lockstep::instrument
