#include "passes/machine/SizeSet.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "passes/ir/LibraryCall.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/Origin.h"
#include "passes/machine/Fold.h"

namespace lockstep::passes {

namespace {

constexpr int kLargestMeant = 64;
constexpr int kFarSize = 256;  // conditions are tested up to this size for outcomes of larger sizes
constexpr std::size_t kMost = 8;  // number of sizes to explore
constexpr std::size_t kMostWithGuesses = 6;
constexpr unsigned kLongest = 64;  // of a formula, in operands

/// A variable, or a member of all structures of a type.
using Place = std::pair<const void *, std::int64_t>;

/// A value computed only from constants, rank and size.
struct Formula {
  bool hasRank = false;
  bool hasSize = false;
  unsigned length = 1;
};

/// The function, with a body or of mathematics, whose result follows from what the call passes; null for any other.
const llvm::Function *formulaFunction(const llvm::CallBase &call) {
  const llvm::Function *callee = calledFunction(call);
  if (!callee || (callee->isDeclaration() && !isMath(*callee))) return nullptr;
  return callee;
}

/// What a function with a single return gives back; null for any other.
const llvm::Value *returnedBy(const llvm::Function &function) {
  const llvm::Value *value = nullptr;
  for (const llvm::BasicBlock &block : function) {
    const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (end && value) return nullptr;
    if (end) value = end->getReturnValue();
  }
  return value;
}

/// The value of a variable that is written once, or the argument passed by some caller.
const llvm::Value *copiedFrom(const llvm::Value &value) {
  const llvm::Value *source = nullptr;
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    for (const llvm::User *user : argument->getParent()->users())
      if (!source) source = passedBy(*user, *argument);
  } else if (const llvm::AllocaInst *variable = variableBehind(&value)) {
    source = onlyValueOf(*variable);
  }
  return source && source->getType() == value.getType() ? source : nullptr;
}

class Conditions {
 public:
  explicit Conditions(const llvm::Module &module);

  void add(const llvm::Function &function);
  SizeSet sizes() const;

 private:
  struct Condition {
    const llvm::Instruction *instruction = nullptr;  // a comparison or a switch
    bool hasRank = false;
  };

  void add(const llvm::Instruction &instruction, const llvm::Value &decisive);
  bool addSizes(const Condition &condition, std::set<int> &sizes) const;
  void addMeant(const Condition &condition, std::set<int> &meant) const;

  std::optional<Place> placeOf(const llvm::Value &address) const;
  std::optional<Formula> formulaOf(const llvm::Value &value);
  std::optional<Formula> findFormula(const llvm::Value &value);
  const llvm::Constant *evaluate(const llvm::Value &value, int rank, int size) const;
  const void *outcome(const llvm::Instruction &condition, int rank, int size) const;

  const llvm::DataLayout &layout_;
  llvm::DenseSet<Place> ranks_;
  llvm::DenseSet<Place> sizes_;
  llvm::DenseMap<const llvm::Value *, std::optional<Formula>> formulas_;
  std::vector<Condition> conditions_;
  std::set<int> guesses_;
};

Conditions::Conditions(const llvm::Module &module) : layout_(module.getDataLayout()) {
  for (const llvm::Function &function : module) {
    const auto routine =
        function.isDeclaration() ? mpi::findRoutine(std::string_view(function.getName())) : std::nullopt;
    const bool tellsRank = routine == mpi::Routine::Comm_rank;
    if (!tellsRank && routine != mpi::Routine::Comm_size) continue;
    for (const llvm::User *user : function.users()) {
      const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
      const std::optional<MpiCall> call = instruction ? MpiCall::of(*instruction) : std::nullopt;
      const llvm::Value *told = call ? call->operand(tellsRank ? mpi::Role::OwnRank : mpi::Role::SizeOut) : nullptr;
      if (const auto place = told ? placeOf(*told) : std::nullopt) (tellsRank ? ranks_ : sizes_).insert(*place);
    }
  }
}

std::optional<Place> Conditions::placeOf(const llvm::Value &address) const {
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(address.getType()), 0);
  const llvm::Value *base = address.stripAndAccumulateConstantOffsets(layout_, offset, true);
  const llvm::Type *type = nullptr;
  if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(base)) type = variable->getAllocatedType();
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) type = variable->getValueType();
  if (type) return Place{type->isStructTy() ? static_cast<const void *>(type) : base, offset.getSExtValue()};
  const auto *member = llvm::dyn_cast<llvm::GEPOperator>(&address);
  if (!member && llvm::isa<llvm::LoadInst>(base))
    if (const llvm::Value *pointer = copiedFrom(*base)) return placeOf(*pointer);
  llvm::APInt within(layout_.getIndexTypeSizeInBits(address.getType()), 0);
  if (!member || !member->getSourceElementType()->isStructTy() || !member->accumulateConstantOffset(layout_, within))
    return std::nullopt;
  return Place{member->getSourceElementType(), within.getSExtValue()};
}

std::optional<Formula> Conditions::formulaOf(const llvm::Value &value) {
  const auto [known, isNew] = formulas_.try_emplace(&value);
  if (!isNew) return known->second;  // nothing during its own computation, i.e. for recursive values
  const std::optional<Formula> formula = findFormula(value);
  return formulas_[&value] = formula;
}

std::optional<Formula> Conditions::findFormula(const llvm::Value &value) {
  if (llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(value)) return Formula{};
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value))
    if (const auto place = placeOf(*load->getPointerOperand()); place && load->getType()->isIntegerTy())
      if (ranks_.contains(*place) || sizes_.contains(*place))
        return Formula{.hasRank = ranks_.contains(*place), .hasSize = sizes_.contains(*place)};
  if (const llvm::Value *origin = copiedFrom(value)) return formulaOf(*origin);
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  const llvm::Function *callee = call ? formulaFunction(*call) : nullptr;
  if (callee && !callee->isDeclaration()) {
    const llvm::Value *result = returnedBy(*callee);
    return result ? formulaOf(*result) : std::nullopt;
  }
  if (!callee && !llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                            llvm::FreezeInst>(value))
    return std::nullopt;
  Formula whole;
  const auto &instruction = llvm::cast<llvm::Instruction>(value);
  for (const llvm::Value *operand : call ? call->args() : instruction.operands()) {
    const std::optional<Formula> part = formulaOf(*operand);
    if (!part) return std::nullopt;
    whole.hasRank |= part->hasRank;
    whole.hasSize |= part->hasSize;
    whole.length += part->length;
  }
  return whole.length <= kLongest ? std::optional(whole) : std::nullopt;
}

/// Of something that has a formula.
const llvm::Constant *Conditions::evaluate(const llvm::Value &value, int rank, int size) const {
  if (llvm::isa<llvm::ConstantInt, llvm::ConstantFP>(value)) return llvm::cast<llvm::Constant>(&value);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value))
    if (const auto place = placeOf(*load->getPointerOperand()))
      if (ranks_.contains(*place) || sizes_.contains(*place))
        return llvm::ConstantInt::getSigned(load->getType(), ranks_.contains(*place) ? rank : size);
  if (const llvm::Value *origin = copiedFrom(value)) return evaluate(*origin, rank, size);
  const auto constantOf = [&](const llvm::Value &operand) { return evaluate(operand, rank, size); };
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&value)) {
    const llvm::Function &callee = *formulaFunction(*call);
    return callee.isDeclaration() ? foldMath(*call, callee, constantOf) : evaluate(*returnedBy(callee), rank, size);
  }
  return fold(llvm::cast<llvm::Instruction>(value), layout_, constantOf);
}

/// Null if it has none.
const void *Conditions::outcome(const llvm::Instruction &condition, int rank, int size) const {
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&condition);
  const auto *value = llvm::dyn_cast_or_null<llvm::ConstantInt>(
      evaluate(choice ? *choice->getCondition() : llvm::cast<llvm::Value>(condition), rank, size));
  return choice && value ? static_cast<const void *>(choice->findCaseValue(value)->getCaseSuccessor()) : value;
}

void Conditions::add(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
      add(*comparison, *comparison);
    } else if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      add(*choice, *choice->getCondition());
    }
  }
}

void Conditions::add(const llvm::Instruction &instruction, const llvm::Value &decisive) {
  const std::optional<Formula> formula = formulaOf(decisive);
  if (formula && (formula->hasRank || formula->hasSize)) conditions_.push_back({&instruction, formula->hasRank});
  if (formula) return;
  for (const llvm::Value *operand : instruction.operands())
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(operand); number && number->getBitWidth() <= 64)
      for (const std::int64_t size : {number->getSExtValue(), number->getSExtValue() + 1})
        if (size > 4 && size <= kLargestSize) guesses_.insert(static_cast<int>(size));
}

/// False if the condition has an outcome that no size up to the limits shows.
bool Conditions::addSizes(const Condition &condition, std::set<int> &sizes) const {
  std::set<const void *> outcomes{nullptr};
  const auto isNew = [&](int size, int firstRank = 0) {
    const std::size_t before = outcomes.size();
    for (int rank = firstRank; rank < (condition.hasRank ? size : firstRank + 1); ++rank)
      outcomes.insert(outcome(*condition.instruction, rank, size));
    return outcomes.size() > before;
  };
  const bool isChoice = llvm::isa<llvm::SwitchInst>(condition.instruction);
  const auto isOpen = [&] { return isChoice || outcomes.size() < 3; };
  for (const int size : sizes) isNew(size);
  for (int size = 5; size <= kLargestSize && sizes.size() < kMost && isOpen(); ++size)
    if (isNew(size)) sizes.insert(size);
  for (int size = 5; size <= kFarSize && isOpen(); ++size)
    if (isNew(size, condition.hasRank && size < kFarSize ? size - 1 : 0)) return false;
  return true;
}

void Conditions::addMeant(const Condition &condition, std::set<int> &meant) const {
  const void *first = outcome(*condition.instruction, 0, 0);
  for (int size = 1; size <= kLargestMeant; ++size) {
    if (outcome(*condition.instruction, 0, size) == first) continue;
    meant.insert(size);
    return;
  }
}

/// Sizes that depend on the size alone come first: they may already include the ranks that a condition needs.
SizeSet Conditions::sizes() const {
  SizeSet found;
  found.guesses = guesses_;
  for (const bool hasRank : {false, true})
    for (const Condition &condition : conditions_)
      if (condition.hasRank == hasRank && !addSizes(condition, found.toTry)) found.needsLarger = true;
  for (const Condition &condition : conditions_)
    if (!condition.hasRank) addMeant(condition, found.meant);
  return found;
}

}  // namespace

std::set<int> SizeSet::withGuesses() const {
  std::set<int> sizes = toTry;
  for (const int size : guesses)
    if (sizes.size() < kMostWithGuesses) sizes.insert(size);
  return sizes;
}

SizeSet sizesOf(const llvm::Module &module) {
  Conditions conditions(module);
  for (const llvm::Function &function : module) conditions.add(function);
  return conditions.sizes();
}

SizeSet sizesOf(const llvm::Function &function) {
  Conditions conditions(*function.getParent());
  conditions.add(function);
  return conditions.sizes();
}

}  // namespace lockstep::passes
