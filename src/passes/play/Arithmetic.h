// Arithmetic and comparisons on the values of a play.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "passes/play/Facts.h"
#include "passes/play/Term.h"

namespace lockstep::passes::play {

/// Of a number or an address; 0 for other types.
unsigned bitsOf(const llvm::Type *type);

Value binary(Terms &terms, const Facts &facts, unsigned opcode, unsigned bits, Value first, Value second);
Value compare(Terms &terms, const Facts &facts, llvm::CmpInst::Predicate predicate, unsigned bits, Value first,
              Value second);
Value convert(Terms &terms, const Facts &facts, unsigned opcode, unsigned fromBits, unsigned toBits,
              const Value &value);

}  // namespace lockstep::passes::play
