// Arithmetic and comparisons on the values of an execution.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "passes/symex/PathConstraints.h"
#include "passes/symex/SymExpr.h"

namespace lockstep::passes::symex {

/// Of a number or an address; 0 for other types.
unsigned bitsOf(const llvm::Type *type);

Value binary(ExprPool &terms, const PathConstraints &facts, unsigned opcode, unsigned bits, Value first, Value second);
Value compare(ExprPool &terms, const PathConstraints &facts, llvm::CmpInst::Predicate predicate, unsigned bits,
              Value first, Value second);
Value convert(ExprPool &terms, const PathConstraints &facts, unsigned opcode, unsigned fromBits, unsigned toBits,
              const Value &value);

}  // namespace lockstep::passes::symex
