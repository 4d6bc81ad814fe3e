#include "passes/threads/SingleThreadRegions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/ir/OpenMpCall.h"
#include "passes/ir/Origin.h"
#include "passes/threads/AtomicChoices.h"

namespace lockstep::passes {

namespace {

using Kind = WordToken::Kind;

constexpr unsigned kMostSteps = 8;  // through variables, arguments and functions

/// Sections are compiled to a loop over a switch; only the flags of the call's source location identify them.
bool isForSections(const llvm::CallBase &call) {
  constexpr std::uint64_t kWorkSections = 0x400;
  const auto *place = llvm::dyn_cast<llvm::GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
  if (!place || !place->hasInitializer()) return false;
  const auto *fields = llvm::dyn_cast<llvm::ConstantStruct>(place->getInitializer());
  const auto *flags = fields ? llvm::dyn_cast<llvm::ConstantInt>(fields->getOperand(1)) : nullptr;
  return flags && (flags->getZExtValue() & kWorkSections) != 0;
}

bool isThreadNumber(const llvm::Value *value, unsigned depth = 0);

/// Whether all return values of the function are thread numbers.
bool returnsThreadNumber(const llvm::Function &function, unsigned depth) {
  bool returns = false;
  for (const llvm::BasicBlock &block : function) {
    const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (!end) continue;
    if (!end->getReturnValue() || !isThreadNumber(end->getReturnValue(), depth)) return false;
    returns = true;
  }
  return returns;
}

/// Whether all callers pass a thread number.
bool isThreadNumber(const llvm::Argument &argument, unsigned depth) {
  const llvm::Function &function = *argument.getParent();
  return !function.use_empty() && llvm::all_of(function.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && calledFunction(*call) == &function && argument.getArgNo() < call->arg_size() &&
           isThreadNumber(call->getArgOperand(argument.getArgNo()), depth);
  });
}

bool isThreadNumber(const llvm::Value *value, unsigned depth) {
  if (depth > kMostSteps) return false;
  value = origin(value);
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value)) return isThreadNumber(*argument, depth + 1);
  const auto *call = llvm::dyn_cast<llvm::CallBase>(value);
  if (!call) return false;
  if (openMpOf(*call) == OpenMp::ThreadNumber) return true;
  const llvm::Function *callee = calledFunction(*call);
  return callee && !callee->isDeclaration() && returnsThreadNumber(*callee, depth + 1);
}

/// The call of MPI_Is_thread_main whose result the value is.
const llvm::CallBase *mainThreadQuestion(const llvm::Value *value) {
  const llvm::AllocaInst *variable = variableBehind(withoutCasts(value));
  if (!variable) return nullptr;
  for (const llvm::User *user : variable->users()) {
    const std::optional<MpiCall> call = MpiCall::of(*llvm::cast<llvm::Instruction>(user));
    if (call && call->routine() == mpi::Routine::Is_thread_main) return &call->instruction();
  }
  return nullptr;
}

/// A comparison on which a condition depends, also through a variable, and whether it is negated.
struct Test {
  const llvm::ICmpInst *comparison = nullptr;
  bool isNegated = false;
};

bool isZero(const llvm::Value *value) {
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number && number->isZero();
}

/// The negated value; null if it is no negation.
const llvm::Value *invertedBy(const llvm::Value &value) {
  const auto *exclusive = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  if (!exclusive || exclusive->getOpcode() != llvm::Instruction::Xor) return nullptr;
  const auto *mask = llvm::dyn_cast<llvm::ConstantInt>(exclusive->getOperand(1));
  return mask && mask->getBitWidth() == 1 && mask->isOne() ? exclusive->getOperand(0) : nullptr;
}

Test testBehind(const llvm::Value *condition) {
  Test test;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    condition = origin(condition);
    if (const llvm::Value *inverted = invertedBy(*condition)) {
      test.isNegated = !test.isNegated;
      condition = inverted;
      continue;
    }
    const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (!comparison) return {};
    test.comparison = comparison;
    const bool isAboutTest = comparison->isEquality() && isZero(comparison->getOperand(1)) &&
                             llvm::isa<llvm::ICmpInst>(origin(comparison->getOperand(0)));
    if (!isAboutTest) return test;
    if (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ) test.isNegated = !test.isNegated;
    condition = comparison->getOperand(0);
  }
  return {};
}

/// The value outside a parallel region of a value that is passed into it, through the outlined functions.
const llvm::Value *outside(const llvm::Value *value) {
  for (unsigned step = 0; step < kMostSteps; ++step) {
    value = origin(value);
    const auto *argument = llvm::dyn_cast<llvm::Argument>(value);
    if (!argument || !argument->getParent()->hasOneUse()) return value;
    const llvm::Value *passed = passedBy(**argument->getParent()->user_begin(), *argument);
    if (!passed) return value;
    value = passed;
  }
  return value;
}

/// The variable from which a value is loaded, also one of the function around the parallel region; null for other
/// values.
const llvm::AllocaInst *ownVariableBehind(const llvm::Value &value) {
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value);
  return load ? llvm::dyn_cast<llvm::AllocaInst>(outside(load->getPointerOperand())) : nullptr;
}

/// The values stored to the function's variable; a call that may store to it represents its stored value.
std::vector<const llvm::Value *> valuesStoredIn(const llvm::AllocaInst &variable) {
  std::vector<const llvm::Value *> values;
  for (const llvm::User *user : variable.users()) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getPointerOperand() == &variable)
      values.push_back(origin(store->getValueOperand()));
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call && !llvm::isa<llvm::IntrinsicInst>(call) && !parallelRegionOf(*call).body) values.push_back(call);
  }
  return values;
}

/// The possible values with which a thread number is compared, as far as known.
std::vector<const llvm::Value *> possibleNumbers(const llvm::Value &number) {
  const llvm::Value *made = outside(&number);
  const llvm::AllocaInst *variable = ownVariableBehind(*made);
  return variable ? valuesStoredIn(*variable) : std::vector{made};
}

/// Whether a number is computed, so that it may have any value. Structure members and external values are usually
/// settings for the first thread.
bool isComputed(const llvm::Value *number) { return llvm::isa<llvm::BinaryOperator, llvm::CallBase>(number); }

/// The region of the thread with this number.
RegionOpening openingFor(const llvm::Value *number, const llvm::Instruction &at, const llvm::BasicBlock &body) {
  if (!number) return {.kind = Kind::Master, .at = &at, .body = &body};
  const std::vector<const llvm::Value *> numbers = possibleNumbers(*number);
  const auto *constant = numbers.size() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(numbers.front()) : nullptr;
  if (constant && !constant->isZero())
    return {.kind = Kind::Single, .at = &at, .body = &body, .thread = constant->getSExtValue()};
  if (!constant && llvm::any_of(numbers, isComputed))
    return {.kind = Kind::Single, .at = &at, .body = &body, .thread = WordToken::kSomeNumber};
  return {.kind = Kind::Master, .at = &at, .body = &body};
}

/// A comparison of the thread number, or of a simple function of it, with a constant.
std::optional<NumberTest> numberTest(const llvm::ICmpInst &comparison) {
  const auto *other = llvm::dyn_cast<llvm::ConstantInt>(origin(comparison.getOperand(1)));
  const llvm::Value *left = origin(comparison.getOperand(0));
  if (!other) return std::nullopt;
  NumberTest test{.predicate = comparison.getPredicate(), .other = other->getSExtValue()};
  if (isThreadNumber(left)) return test;
  const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(left);
  const auto *operand = step ? llvm::dyn_cast<llvm::ConstantInt>(step->getOperand(1)) : nullptr;
  if (!operand || !isThreadNumber(step->getOperand(0))) return std::nullopt;
  test.operation = step->getOpcode();
  test.operand = operand->getSExtValue();
  return test;
}

/// The ways into a branch on other conditions than equality with the thread number.
void findTests(const llvm::BranchInst &branch, const llvm::ICmpInst &comparison, bool isNegated,
               std::vector<RegionOpening> &openings) {
  std::optional<NumberTest> test = numberTest(comparison);
  if (!test) return;
  for (const unsigned way : {0U, 1U}) {
    const llvm::BasicBlock *body = branch.getSuccessor(way);
    const bool isTrue = (way == 0) != isNegated;
    NumberTest passed = *test;
    if (!isTrue) passed.predicate = llvm::CmpInst::getInversePredicate(passed.predicate);
    if (body->getSinglePredecessor())
      openings.push_back({.kind = Kind::Single, .at = &comparison, .body = body, .test = passed});
  }
}

/// The ways that the result of an atomic operation chooses.
void findChoices(const llvm::Instruction &instruction, std::vector<RegionOpening> &openings) {
  const AtomicChoice choice = atomicChoice(instruction);
  if (choice.isLasting) return;
  for (const llvm::BasicBlock *body : choice.bodies)
    openings.push_back({.kind = Kind::Chosen, .at = &instruction, .body = body});
}

void findOpening(const llvm::BranchInst &branch, std::vector<RegionOpening> &openings) {
  if (!branch.isConditional()) return;
  const auto [comparison, isNegated] = testBehind(branch.getCondition());
  if (!comparison) return;
  const bool isOfNumber = isThreadNumber(comparison->getOperand(0)) || isThreadNumber(comparison->getOperand(1));
  if (!comparison->isEquality() || !isOfNumber) findTests(branch, *comparison, isNegated, openings);
  if (!comparison->isEquality()) return;
  const bool isEqualFirst = (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ) != isNegated;
  const llvm::BasicBlock *equal = branch.getSuccessor(isEqualFirst ? 0 : 1);
  const llvm::BasicBlock *other = branch.getSuccessor(isEqualFirst ? 1 : 0);
  const llvm::Value *left = comparison->getOperand(0);
  const llvm::Value *right = comparison->getOperand(1);
  if (isThreadNumber(right)) std::swap(left, right);
  if (isThreadNumber(left)) {
    openings.push_back(openingFor(right, *comparison, *equal));
    if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(origin(right)); number && other->getSinglePredecessor())
      openings.push_back({.kind = Kind::Single,
                          .at = comparison,
                          .body = other,
                          .test = NumberTest{.predicate = llvm::CmpInst::ICMP_NE, .other = number->getSExtValue()}});
    return;
  }
  if (!isZero(right)) return;
  if (const llvm::CallBase *asked = mainThreadQuestion(left))
    openings.push_back({.kind = Kind::Master, .at = asked, .body = other});
  const auto *call = llvm::dyn_cast<llvm::CallBase>(origin(left));
  const OpenMp what = call ? openMpOf(*call) : OpenMp::None;
  if (what == OpenMp::Single) openings.push_back({.kind = Kind::Single, .at = call, .body = other});
  if (what == OpenMp::Master)
    openings.push_back(openingFor(call->arg_size() > 2 ? call->getArgOperand(2) : nullptr, *call, *other));
}

void findOpenings(const llvm::SwitchInst &choice, std::vector<RegionOpening> &openings) {
  if (!isThreadNumber(choice.getCondition())) return;
  for (const auto &option : choice.cases())
    openings.push_back(openingFor(option.getCaseValue(), choice, *option.getCaseSuccessor()));
}

/// The switch over the sections, in the loop after the call; null if the code has another shape.
const llvm::SwitchInst *switchOfSections(const llvm::CallBase &init) {
  const llvm::BasicBlock *header = init.getParent()->getUniqueSuccessor();
  if (!header) return nullptr;
  for (const llvm::BasicBlock *next : llvm::successors(header))
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(next->getTerminator())) return choice;
  return nullptr;
}

void findSections(const llvm::CallBase &init, std::vector<RegionOpening> &openings) {
  const llvm::SwitchInst *choice = switchOfSections(init);
  if (!choice) return;
  for (const auto &option : choice->cases()) {
    const llvm::BasicBlock *body = option.getCaseSuccessor();
    openings.push_back({.kind = Kind::Section, .at = &body->front(), .body = body});
  }
}

}  // namespace

bool NumberTest::holdsFor(std::int64_t thread) const {
  const auto number = [](std::int64_t value) { return llvm::APInt(64, static_cast<std::uint64_t>(value), true); };
  std::int64_t value = thread;
  using enum llvm::Instruction::BinaryOps;
  switch (operation) {
    case SRem:
    case URem:
      if (operand == 0) return false;
      value = thread % operand;
      break;
    case SDiv:
    case UDiv:
      if (operand == 0) return false;
      value = thread / operand;
      break;
    case And:
      value = thread & operand;
      break;
    case Add:
      value = thread + operand;
      break;
    case Sub:
      value = thread - operand;
      break;
    default:
      break;
  }
  return llvm::ICmpInst::compare(number(value), number(other), predicate);
}

std::vector<RegionOpening> findOpenings(const llvm::Function &function) {
  std::vector<RegionOpening> openings;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) findOpening(*branch, openings);
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) findOpenings(*choice, openings);
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    findChoices(instruction, openings);
    if (call && openMpOf(*call) == OpenMp::StaticLoop && isForSections(*call)) findSections(*call, openings);
  }
  return openings;
}

}  // namespace lockstep::passes
