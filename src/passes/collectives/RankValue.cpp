#include "passes/collectives/RankValue.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "passes/machine/Fold.h"

namespace lockstep::passes {

namespace {

using ValueOf = llvm::function_ref<RankValue(const llvm::Value &)>;

const RankTaint *flowOfOperands(const llvm::Instruction &instruction, ValueOf valueOf) {
  for (const llvm::Value *operand : instruction.operands())
    if (const RankTaint *flow = valueOf(*operand).flow) return flow;
  return nullptr;
}

RankValue elementAddress(const llvm::GEPOperator &element, const llvm::DataLayout &layout, ValueOf valueOf) {
  const RankValue pointer = valueOf(*element.getPointerOperand());
  if (!pointer.base) return {};
  const RankValue somewhere{.base = pointer.base, .offset = RankValue::kSomewhere};
  if (pointer.offset == RankValue::kSomewhere) return somewhere;
  llvm::APInt offset(layout.getIndexTypeSizeInBits(element.getType()), 0);
  const auto indexOf = [&](llvm::Value &index, llvm::APInt &number) {
    const std::optional<std::int64_t> known = valueOf(index).integer();
    if (known) number = llvm::APInt(64, static_cast<std::uint64_t>(*known), true);
    return known.has_value();
  };
  if (!element.accumulateConstantOffset(layout, offset, indexOf)) return somewhere;
  return {.base = pointer.base, .offset = pointer.offset + offset.getSExtValue()};
}

RankValue foldConstants(const llvm::Instruction &instruction, const llvm::DataLayout &layout, ValueOf valueOf) {
  const llvm::Constant *folded = fold(instruction, layout, [&](const llvm::Value &operand) {
    const RankValue value = valueOf(operand);
    return value.isKnown() ? llvm::cast<llvm::Constant>(value.base) : nullptr;
  });
  return folded ? constantValue(*folded, layout) : RankValue{};
}

/// Whether an address with this base can only be that of this very object or function: predefined handles of Open MPI
/// are such.
bool isObject(const RankValue &value) {
  return value.base &&
         llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::Function, llvm::ConstantPointerNull>(value.base);
}

/// Comparisons that addresses and symbols decide.
RankValue compareIdentities(const llvm::ICmpInst &comparison, ValueOf valueOf) {
  const RankValue first = valueOf(*comparison.getOperand(0));
  const RankValue second = valueOf(*comparison.getOperand(1));
  const bool differ = isObject(first) && isObject(second) && first.base != second.base;
  if (!comparison.isEquality() || !(differ || first.isSame(second))) return {};
  const bool result = differ == (comparison.getPredicate() == llvm::CmpInst::ICMP_NE);
  return {.base = llvm::ConstantInt::getBool(comparison.getType(), result)};
}

RankValue evaluateSelect(const llvm::SelectInst &select, ValueOf valueOf) {
  const std::optional<std::int64_t> condition = valueOf(*select.getCondition()).integer();
  const RankValue whenTrue = valueOf(*select.getTrueValue());
  const RankValue whenFalse = valueOf(*select.getFalseValue());
  if (!condition) return join(whenTrue, whenFalse);
  return *condition != 0 ? whenTrue : whenFalse;
}

}  // namespace

bool RankValue::isKnown() const {
  return base && offset == 0 && llvm::isa<llvm::ConstantData>(base) && !llvm::isa<llvm::UndefValue>(base);
}

bool RankValue::isAddress() const {
  return base && base->getType()->isPointerTy() && !llvm::isa<llvm::ConstantData>(base);
}

std::optional<std::int64_t> RankValue::integer() const {
  const auto *number = base ? llvm::dyn_cast<llvm::ConstantInt>(base) : nullptr;
  if (!number || number->getBitWidth() > 64) return std::nullopt;
  return number->getSExtValue();
}

RankValue constantValue(const llvm::Constant &constant, const llvm::DataLayout &layout) {
  if (llvm::isa<llvm::ConstantData>(constant)) return {.base = &constant};
  if (!constant.getType()->isPointerTy()) return {};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(constant.getType()), 0);
  const llvm::Value *base = constant.stripAndAccumulateConstantOffsets(layout, offset, true);
  return {.base = base, .offset = offset.getSExtValue()};
}

RankValue join(const RankValue &a, const RankValue &b) {
  const RankTaint *flow = a.flow ? a.flow : b.flow;
  if (a.isSame(b)) return {.base = a.base, .offset = a.offset, .flow = flow};
  if (a.isAddress() && a.base == b.base) return {.base = a.base, .offset = RankValue::kSomewhere, .flow = flow};
  return {.flow = flow};
}

RankValue evaluate(const llvm::Instruction &instruction, const llvm::DataLayout &layout, ValueOf valueOf) {
  RankValue result;
  if (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    result = elementAddress(*element, layout, valueOf);
  else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    result = evaluateSelect(*select, valueOf);
  else if (llvm::isa<llvm::FreezeInst, llvm::BitCastInst, llvm::AddrSpaceCastInst>(instruction))
    result = valueOf(*instruction.getOperand(0));
  else
    result = foldConstants(instruction, layout, valueOf);
  if (const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction); comparison && !result.base)
    result = compareIdentities(*comparison, valueOf);
  if (!result.flow) result.flow = flowOfOperands(instruction, valueOf);
  return result;
}

}  // namespace lockstep::passes
