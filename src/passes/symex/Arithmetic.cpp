#include "passes/symex/Arithmetic.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <llvm/ADT/APInt.h>
#include <llvm/IR/Instructions.h>

namespace lockstep::passes::symex {

namespace {

using llvm::APInt;
using llvm::Instruction;

constexpr unsigned kValueBits = 64;

/// A number of this many bits; those of no width, such as the distance of two addresses, have all that a value has.
APInt withBits(std::int64_t number, unsigned bits) {
  return APInt(kValueBits, static_cast<std::uint64_t>(number), true).sextOrTrunc(bits == 0 ? kValueBits : bits);
}

/// Truth values are 0 and 1, all other numbers are signed; none for those that a value has no room for.
std::optional<std::int64_t> numberOf(const APInt &number) {
  return number.getBitWidth() == 1 ? static_cast<std::int64_t>(number.getZExtValue()) : number.trySExtValue();
}

/// None for what has no defined result.
std::optional<APInt> calculate(unsigned opcode, const APInt &a, const APInt &b) {
  const bool overflows = a.isMinSignedValue() && b.isAllOnes();
  switch (opcode) {
    case Instruction::Add:
      return a + b;
    case Instruction::Sub:
      return a - b;
    case Instruction::Mul:
      return a * b;
    case Instruction::SDiv:
      return b.isZero() || overflows ? std::nullopt : std::optional(a.sdiv(b));
    case Instruction::SRem:
      return b.isZero() || overflows ? std::nullopt : std::optional(a.srem(b));
    case Instruction::UDiv:
      return b.isZero() ? std::nullopt : std::optional(a.udiv(b));
    case Instruction::URem:
      return b.isZero() ? std::nullopt : std::optional(a.urem(b));
    case Instruction::And:
      return a & b;
    case Instruction::Or:
      return a | b;
    case Instruction::Xor:
      return a ^ b;
    case Instruction::Shl:
      return b.uge(b.getBitWidth()) ? std::nullopt : std::optional(a.shl(b));
    case Instruction::LShr:
      return b.uge(b.getBitWidth()) ? std::nullopt : std::optional(a.lshr(b));
    case Instruction::AShr:
      return b.uge(b.getBitWidth()) ? std::nullopt : std::optional(a.ashr(b));
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> calculate(unsigned opcode, unsigned bits, std::int64_t a, std::int64_t b) {
  const std::optional<APInt> result = calculate(opcode, withBits(a, bits), withBits(b, bits));
  return result ? numberOf(*result) : std::nullopt;
}

bool isCommutative(unsigned opcode) {
  return opcode == Instruction::Add || opcode == Instruction::Mul || opcode == Instruction::And ||
         opcode == Instruction::Or || opcode == Instruction::Xor;
}

std::optional<bool> areEqual(const ExprPool &terms, const PathConstraints &facts, const Value &a, const Value &b) {
  using Kind = Value::Kind;
  if (a.kind == Kind::Pointer && b.kind == Kind::Pointer) {
    if (a.id != b.id) return false;
    if (a.number == Value::kSomewhere || b.number == Value::kSomewhere) return std::nullopt;
    return a.number == b.number;
  }
  if (a == b) return true;
  const bool isFixed = a.kind != Kind::SymExpr && b.kind != Kind::SymExpr;
  if (isFixed) return false;  // a number, an object's address and a handle are never the same
  if (b.isNumber() && facts.isExcluded(a, b.number)) return false;
  const Range left = facts.rangeOf(terms, a);
  const Range right = facts.rangeOf(terms, b);
  if (!a.isPointer() && !b.isPointer() && !a.isHandle() && !b.isHandle()) {
    if (left.isOne() && right.isOne() && left.low == right.low) return true;
    if (left.high < right.low || right.high < left.low) return false;
  }
  return std::nullopt;
}

std::optional<bool> isLessThan(const ExprPool &terms, const PathConstraints &facts, const Value &a, const Value &b,
                               bool isSigned, unsigned bits) {
  if (a.isPointer() && b.isPointer() && a.id == b.id && a.number != Value::kSomewhere && b.number != Value::kSomewhere)
    return a.number < b.number;
  if (a.isNumber() && b.isNumber() && isSigned) return a.number < b.number;
  if (a.isNumber() && b.isNumber()) return withBits(a.number, bits).ult(withBits(b.number, bits));
  if (a == b) return false;
  const Range left = facts.rangeOf(terms, a);
  const Range right = facts.rangeOf(terms, b);
  if (!isSigned && (left.low < 0 || right.low < 0)) return std::nullopt;
  if (left.high < right.low) return true;
  if (left.low >= right.high && right.high != INT64_MAX) return false;
  return std::nullopt;
}

}  // namespace

unsigned bitsOf(const llvm::Type *type) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth();
  return type->isPointerTy() ? 64 : 0;
}

Value binary(ExprPool &terms, const PathConstraints &facts, unsigned opcode, unsigned bits, Value first, Value second) {
  if (const auto number = facts.numberOf(terms, first)) first = Value::ofNumber(*number);
  if (const auto number = facts.numberOf(terms, second)) second = Value::ofNumber(*number);
  if (first.isNumber() && second.isNumber())
    if (const auto result = calculate(opcode, bits, first.number, second.number)) return Value::ofNumber(*result);
  if (isCommutative(opcode) && first.isNumber()) std::swap(first, second);
  const bool isSum = opcode == Instruction::Add || opcode == Instruction::Sub;
  if (isSum && first.isPointer() && second.isNumber() && first.number != Value::kSomewhere)
    return Value::ofPointer(first.id,
                            opcode == Instruction::Add ? first.number + second.number : first.number - second.number);
  if (opcode == Instruction::Sub && first.isPointer() && second.isPointer() && first.id == second.id &&
      first.number != Value::kSomewhere && second.number != Value::kSomewhere)
    return Value::ofNumber(first.number - second.number);
  if (second == Value::ofNumber(0) && (isSum || opcode == Instruction::Or || opcode == Instruction::Xor)) return first;
  if (second == Value::ofNumber(1) && (opcode == Instruction::Mul || opcode == Instruction::SDiv)) return first;
  if (second == Value::ofNumber(0) && (opcode == Instruction::Mul || opcode == Instruction::And))
    return Value::ofNumber(0);
  if (opcode == Instruction::Xor && bits == 1 && second == Value::ofNumber(1)) return terms.negation(first);
  if (opcode == Instruction::Sub && second.isNumber() && second.number != INT64_MIN)
    return binary(terms, facts, Instruction::Add, bits, first, Value::ofNumber(-second.number));
  if (opcode == Instruction::Add && second.isNumber() && first.isTerm()) {
    const SymExpr &inner = terms[first.id];
    if (inner.opcode == Instruction::Add && inner.second.isNumber())
      if (const auto sum = calculate(Instruction::Add, bits, inner.second.number, second.number))
        return binary(terms, facts, Instruction::Add, bits, inner.first, Value::ofNumber(*sum));
  }
  return terms.operation(opcode, 0, bits, first, second);
}

/// Kept as EQ, SLT and ULT, negated where needed, so that a condition and its opposite are one term.
Value compare(ExprPool &terms, const PathConstraints &facts, llvm::CmpInst::Predicate predicate, unsigned bits,
              Value first, Value second) {
  using llvm::CmpInst;
  if (CmpInst::isFPPredicate(predicate)) {
    const Value term = terms.operation(Instruction::FCmp, predicate, 1, first, second);
    const auto known = facts.numberOf(terms, term);
    return known ? Value::ofNumber(*known) : term;
  }
  const bool isNegated = predicate == CmpInst::ICMP_NE || predicate == CmpInst::ICMP_SGE ||
                         predicate == CmpInst::ICMP_SLE || predicate == CmpInst::ICMP_UGE ||
                         predicate == CmpInst::ICMP_ULE;
  const bool isSwapped = predicate == CmpInst::ICMP_SGT || predicate == CmpInst::ICMP_SLE ||
                         predicate == CmpInst::ICMP_UGT || predicate == CmpInst::ICMP_ULE;
  const bool isEquality = predicate == CmpInst::ICMP_EQ || predicate == CmpInst::ICMP_NE;
  const bool isSigned = CmpInst::isSigned(predicate);
  if (isSwapped || (isEquality && first.isNumber())) std::swap(first, second);
  const std::optional<bool> result =
      isEquality ? areEqual(terms, facts, first, second) : isLessThan(terms, facts, first, second, isSigned, bits);
  if (result) return Value::ofNumber(*result != isNegated ? 1 : 0);
  const unsigned kept = isEquality ? CmpInst::ICMP_EQ : isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  const Value term = terms.operation(Instruction::ICmp, kept, 1, first, second);
  if (const auto known = facts.numberOf(terms, term)) return Value::ofNumber((*known != 0) != isNegated ? 1 : 0);
  return isNegated ? terms.negation(term) : term;
}

Value convert(ExprPool &terms, const PathConstraints &facts, unsigned opcode, unsigned fromBits, unsigned toBits,
              const Value &value) {
  if (value.isPointer() || value.isHandle()) return value;
  const auto number = facts.numberOf(terms, value);
  switch (opcode) {
    case Instruction::ZExt:
      if (!number) break;
      if (const auto wide = numberOf(withBits(*number, fromBits).zext(std::max(fromBits, toBits))))
        return Value::ofNumber(*wide);
      break;
    case Instruction::SExt:
      if (number && fromBits == 1) return Value::ofNumber(*number != 0 ? -1 : 0);
      if (number) return Value::ofNumber(*number);
      break;
    case Instruction::Trunc:
      if (number) return Value::ofNumber(*numberOf(withBits(*number, toBits)));
      if (value.isTerm()) {
        const SymExpr &inner = terms[value.id];
        const bool isWidened = inner.opcode == Instruction::ZExt || inner.opcode == Instruction::SExt;
        const Value source = inner.first;
        if (isWidened && source.isTerm() && terms[source.id].bits == toBits) return source;
      }
      break;
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
      return value;
    default:
      break;
  }
  return terms.operation(opcode, 0, toBits, value, Value::ofNumber(0));
}

}  // namespace lockstep::passes::symex
