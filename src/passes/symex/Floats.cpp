// Floating-point numbers and mathematical functions in symbolic execution. A number that follows from the program is a
// constant of LLVM, which computes with it: `for (x = 1; x > tol; x /= 2)` has as many rounds as in a run. The result
// for unknown arguments is an expression over them, so that it is as uniform as they are.
#include <llvm/IR/Constants.h>

#include "passes/machine/Fold.h"
#include "passes/symex/Arithmetic.h"
#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

namespace {

bool isScalar(const llvm::Type *type) { return type->isIntegerTy() || type->isFloatingPointTy(); }

bool isArithmetic(const llvm::Instruction &instruction) {
  return isScalar(instruction.getType()) &&
         llvm::all_of(instruction.operands(), [](const llvm::Use &use) { return isScalar(use->getType()); });
}

}  // namespace

/// Null where it is not known.
const llvm::Constant *Interpreter::constantFor(State &state, const llvm::Value &operand) {
  const Value value = valueOf(state, operand);
  llvm::Type *type = operand.getType();
  if (type->isIntegerTy()) {
    const auto number = numberOf(state, value);
    return number ? llvm::ConstantInt::getSigned(type, *number) : nullptr;
  }
  if (value.isTerm()) {
    const llvm::Constant *constant = terms_[value.id].constant;
    return constant && constant->getType() == type ? constant : nullptr;
  }
  if (value == Value::ofNumber(0)) return llvm::ConstantFP::getZero(type);
  return nullptr;
}

Value Interpreter::valueFor(const llvm::Constant &constant) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant); number && number->getBitWidth() <= 64)
    return Value::ofNumber(number->getBitWidth() == 1 ? (number->isZero() ? 0 : 1) : number->getSExtValue());
  return terms_.ofConstant(constant, bitsOf(constant.getType()));
}

/// Arithmetic on floating-point numbers that are known.
std::optional<Value> Interpreter::foldFloats(State &state, const llvm::Instruction &instruction) {
  const bool hasFloats =
      instruction.getType()->isFloatingPointTy() ||
      llvm::any_of(instruction.operands(), [](const llvm::Use &use) { return use->getType()->isFloatingPointTy(); });
  if (!hasFloats || !isArithmetic(instruction)) return std::nullopt;
  const llvm::Constant *result =
      fold(instruction, program_.layout(), [&](const llvm::Value &operand) { return constantFor(state, operand); });
  return result && llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(result) ? std::optional(valueFor(*result))
                                                                          : std::nullopt;
}

/// A function whose result follows from its arguments. False for any other.
bool Interpreter::executeMath(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  if (!isMath(callee)) return false;
  const auto *known = foldMath(call, callee, [&](const llvm::Value &argument) { return constantFor(state, argument); });
  if (known && llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(known)) {
    setResult(state, call, valueFor(*known));
    return true;
  }
  Value result = terms_.ofConstant(callee, 64);
  for (const llvm::Value *argument : call.args())
    result = terms_.operation(llvm::Instruction::Call, 0, bitsOf(call.getType()), result, valueOf(state, *argument));
  setResult(state, call, result);
  return true;
}

}  // namespace lockstep::passes::symex
