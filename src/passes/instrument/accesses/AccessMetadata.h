// Marks on accesses that survive vectorization.
//
// The vectorizer keeps only a few kinds of metadata on the wide access that replaces a load or store. Of these, the
// access group has no other meaning: an empty distinct node that no loop refers to. The SLP vectorizer drops access
// groups but keeps alias scopes.
#pragma once

#include <llvm/IR/Instruction.h>

namespace lockstep::instrument {

enum class Mark {
  Covered,      // reported by a hook before its loop
  Conditional,  // not executed in every iteration of its loop
};

void mark(llvm::Instruction &instruction, Mark mark);
bool isMarked(const llvm::Instruction &instruction, Mark mark);

}  // namespace lockstep::instrument
