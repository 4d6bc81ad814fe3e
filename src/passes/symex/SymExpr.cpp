#include "passes/symex/SymExpr.h"

#include <algorithm>
#include <tuple>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instruction.h>

namespace lockstep::passes::symex {

namespace {

/// Whether JointRun can compute it.
bool isComputed(unsigned opcode) {
  using llvm::Instruction;
  switch (opcode) {
    case Instruction::FNeg:
    case Instruction::ICmp:
    case Instruction::FCmp:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::SIToFP:
    case Instruction::UIToFP:
    case Instruction::FPToSI:
    case Instruction::FPToUI:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return true;
    default:
      return Instruction::isBinaryOp(opcode);
  }
}

}  // namespace

ExprPool::ExprPool() { terms_.emplace_back(); }

Value ExprPool::leaf(unsigned bits, UnknownKind quality) {
  const Value fresh = oldLeaf(bits, quality);
  terms_[fresh.id].newest = fresh.id;
  return fresh;
}

Value ExprPool::oldLeaf(unsigned bits, UnknownKind quality) {
  SymExpr term;
  term.bits = bits;
  term.quality = quality;
  terms_.push_back(term);
  return Value::ofTerm(static_cast<std::uint32_t>(terms_.size() - 1));
}

Value ExprPool::leafOf(std::uint64_t origin, unsigned bits, Uniformity uniformity) {
  const auto [place, isNew] = origins_.try_emplace({origin, bits}, 0U);
  if (isNew) {
    place->second = leaf(bits, UnknownKind::Free).id;
    terms_[place->second].uniformity = uniformity;
    terms_[place->second].place = places_[uniformity]++;
  }
  return Value::ofTerm(place->second);
}

Value ExprPool::ofConstant(const llvm::Constant &constant, unsigned bits) {
  const auto [place, isNew] = constants_.try_emplace(&constant, 0U);
  if (isNew) {
    place->second = oldLeaf(bits, UnknownKind::Free).id;
    terms_[place->second].constant = &constant;
    if (llvm::isa<llvm::ConstantFP>(constant)) terms_[place->second].uniformity = Uniformity::Constant;
  }
  return Value::ofTerm(place->second);
}

Value ExprPool::operation(unsigned opcode, unsigned predicate, unsigned bits, const Value &first, const Value &second) {
  const auto [place, isNew] = operations_.try_emplace(Key{opcode, predicate, bits, first, second}, 0U);
  if (isNew) {
    SymExpr term;
    term.opcode = opcode;
    term.predicate = predicate;
    term.bits = bits;
    term.first = first;
    term.second = second;
    term.quality = std::max(qualityOf(first), qualityOf(second));
    const Uniformity one = uniformityOf(first);
    const Uniformity other = uniformityOf(second);
    const bool isUniform = isComputed(opcode) && one != Uniformity::None && other != Uniformity::None;
    if (isUniform) term.uniformity = std::max(one, other);
    term.newest = std::max(newestOf(first), newestOf(second));
    terms_.push_back(term);
    place->second = static_cast<std::uint32_t>(terms_.size() - 1);
  }
  return Value::ofTerm(place->second);
}

Value ExprPool::negation(const Value &value) {
  if (value.isNumber()) return Value::ofNumber(value.number == 0 ? 1 : 0);
  const Value one = Value::ofNumber(1);
  if (value.isTerm() && terms_[value.id].opcode == llvm::Instruction::Xor && terms_[value.id].second == one)
    return terms_[value.id].first;
  return operation(llvm::Instruction::Xor, 0, 1, value, one);
}

Uniformity ExprPool::uniformityOf(const Value &value) const {
  if (value.isNumber()) return Uniformity::Constant;
  return value.isTerm() ? terms_[value.id].uniformity : Uniformity::None;
}

UnknownKind ExprPool::qualityOf(const Value &value) const {
  return value.isTerm() ? terms_[value.id].quality : UnknownKind::Free;
}

}  // namespace lockstep::passes::symex
