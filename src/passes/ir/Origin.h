// Traces a value to its source: through casts, and through variables that are assigned only once.
#pragma once

#include <llvm/IR/Argument.h>
#include <llvm/IR/Instructions.h>

namespace lockstep::passes {

/// The variable from which a value is loaded; null for any other value.
const llvm::AllocaInst *variableBehind(const llvm::Value *value);

/// The value assigned to a variable that is assigned only once; null for other variables.
const llvm::Value *onlyValueOf(const llvm::AllocaInst &variable);

const llvm::Value *withoutCasts(const llvm::Value *value);

/// The value as originally computed.
const llvm::Value *origin(const llvm::Value *value);

/// What a call, or the runtime for an outlined function, passes for an argument; null for any other use.
const llvm::Value *passedBy(const llvm::User &user, const llvm::Argument &argument);

}  // namespace lockstep::passes
