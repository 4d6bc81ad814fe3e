#include "passes/threads/CountedLoops.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lockstep::passes {

namespace {

/// The constant that a counter in memory is set to, if every other store adds one.
std::optional<std::int64_t> firstCount(const llvm::AllocaInst &counter) {
  std::optional<std::int64_t> first;
  for (const llvm::User *user : counter.users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store) {
      if (!llvm::isa<llvm::LoadInst>(user)) return std::nullopt;
      continue;
    }
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand())) {
      if (first) return std::nullopt;
      first = number->getSExtValue();
      continue;
    }
    const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(store->getValueOperand());
    const auto *by = step ? llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1)) : nullptr;
    if (!by || !by->isOne() || step->getOpcode() != llvm::Instruction::Add) return std::nullopt;
  }
  return first;
}

}  // namespace

bool hasRounds(const llvm::Value &condition, std::int64_t rounds) {
  const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  const auto *end = comparison ? llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1)) : nullptr;
  const auto *load = comparison ? llvm::dyn_cast<llvm::LoadInst>(comparison->getOperand(0)) : nullptr;
  const auto *counter = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!end || !counter) return false;
  const std::optional<std::int64_t> first = firstCount(*counter);
  if (!first) return false;
  using enum llvm::CmpInst::Predicate;
  const llvm::CmpInst::Predicate predicate = comparison->getPredicate();
  const bool isBelow = predicate == ICMP_SLT || predicate == ICMP_ULT || predicate == ICMP_NE;
  const bool isUpTo = predicate == ICMP_SLE || predicate == ICMP_ULE;
  const std::int64_t begun = end->getSExtValue() - *first + (isUpTo ? 1 : 0);
  return (isBelow || isUpTo) && begun >= rounds;
}

}  // namespace lockstep::passes
