// Where a value comes from: behind casts, and behind variables that are set only once.
#pragma once

#include <llvm/IR/Argument.h>
#include <llvm/IR/Instructions.h>

namespace lockstep::passes {

/// The variable that a value is loaded from; null for any other value.
const llvm::AllocaInst *variableBehind(const llvm::Value *value);

/// What a variable is set to, if only once; null for one that is set elsewhere as well.
const llvm::Value *onlyValueOf(const llvm::AllocaInst &variable);

const llvm::Value *withoutCasts(const llvm::Value *value);

/// A value as it was first made.
const llvm::Value *origin(const llvm::Value *value);

/// What a call, or the runtime for the function of a parallel region, passes for an argument; null for another use.
const llvm::Value *passedBy(const llvm::User &user, const llvm::Argument &argument);

}  // namespace lockstep::passes
