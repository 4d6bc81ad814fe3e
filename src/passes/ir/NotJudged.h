// What an analysis did not judge: every limit that an analysis meets is recorded with its place and its reason, so that
// "no errors" is never said of code that nobody looked at.
//
// An analysis meets the same limit on many paths and for many ranks. It collects LimitsMet, a set without texts of
// places, and converts them once at the end.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include "report/Document.h"

namespace lockstep::passes {

/// Not judged behind the instruction; null: concerns the whole program.
using LimitsMet = std::set<std::pair<const llvm::Instruction *, std::string>>;

/// One entry per line and reason, by place in the source.
std::vector<report::NotJudged> notJudged(const LimitsMet &limits);

/// The whole function.
report::NotJudged notJudgedIn(const llvm::Function &function, std::string reason);

/// Whether the instruction stands in code of the program, not in a header of the system or without a known place.
bool isInOwnCode(const llvm::Instruction &instruction);

}  // namespace lockstep::passes
