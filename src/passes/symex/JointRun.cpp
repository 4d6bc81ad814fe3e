#include "passes/symex/JointRun.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "passes/symex/Arithmetic.h"

namespace lockstep::passes::symex {

namespace {

using llvm::CmpInst;
using llvm::Instruction;

constexpr unsigned kDeepest = 200;
constexpr std::size_t kMostCandidates = 24;
constexpr unsigned kMostLeaves = 3;  // that are changed together

double calculateReal(unsigned opcode, double a, double b) {
  switch (opcode) {
    case Instruction::FAdd:
      return a + b;
    case Instruction::FSub:
      return a - b;
    case Instruction::FMul:
      return a * b;
    case Instruction::FDiv:
      return a / b;
    default:
      return std::fmod(a, b);
  }
}

bool compareReal(unsigned predicate, double a, double b) {
  const bool isUnordered = std::isnan(a) || std::isnan(b);
  if (isUnordered) return (predicate & CmpInst::FCMP_UNO) != 0;
  const unsigned relation = a == b ? 1U : a > b ? 2U : 4U;  // as in the numbers of the predicates
  return (predicate & relation) != 0;
}

/// Any number for which it is meant: different from all others, and from the constants that programs are full of. What
/// ranks compute together often ends a loop by being small, or true.
std::int64_t defaultOf(const SymExpr &leaf, Valuation::Defaults defaults) {
  constexpr std::array kPrimes{11, 13, 17, 19, 23, 29, 31, 37, 41, 43};
  constexpr std::size_t kRounds = 2;
  if (leaf.uniformity == Uniformity::Arguments) return 1;
  const std::size_t place = leaf.place;
  if (leaf.uniformity == Uniformity::Result && place >= kRounds) return static_cast<std::int64_t>(place % 2);
  switch (defaults) {
    case Valuation::Defaults::Smooth:
      return 12 + 4 * static_cast<std::int64_t>(place % 8);
    case Valuation::Defaults::Odd:
      return kPrimes.at(place % kPrimes.size());
    case Valuation::Defaults::Small:
      return 1;
  }
  return 1;
}

}  // namespace

bool Content::operator==(const Content &other) const {
  const auto isSame = [](const UniformPart &a, const UniformPart &b) {
    return std::tie(a.low, a.high, a.base, a.origin) == std::tie(b.low, b.high, b.base, b.origin);
  };
  return std::ranges::equal(parts, other.parts, isSame) &&
         std::ranges::equal(cells, other.cells, [](const auto &a, const auto &b) {
           return a.first == b.first && a.second.size == b.second.size && a.second.value == b.second.value;
         });
}

void JointRun::begin(Valuation valuation) {
  valuation_ = std::move(valuation);
  told_.clear();
  contents_.clear();
}

void JointRun::beginPass() {
  decisions_.clear();
  decidedAt_.clear();
  isRefused_ = false;
  hasLearned_ = false;
}

std::int64_t JointRun::valueOf(std::uint32_t leaf, const Valuation &valuation) const {
  if (const auto known = valuation.values.find(leaf); known != valuation.values.end()) return known->second;
  return defaultOf(terms_[leaf], valuation.defaults);
}

std::optional<JointRun::Real> JointRun::evaluate(const Value &value, const Valuation &valuation, Results &results,
                                                 unsigned depth) const {
  if (value.isNumber()) return Real{.whole = value.number, .real = static_cast<double>(value.number)};
  if (!value.isTerm() || depth > kDeepest || terms_.uniformityOf(value) == Uniformity::None) return std::nullopt;
  const SymExpr term = terms_[value.id];
  if (term.constant) {
    const auto *real = llvm::dyn_cast<llvm::ConstantFP>(term.constant);
    if (!real) return std::nullopt;
    llvm::APFloat number = real->getValueAPF();
    bool isInexact = false;
    number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
    return Real{.isReal = true, .real = number.convertToDouble()};
  }
  if (term.opcode == 0) {
    const std::int64_t number = valueOf(value.id, valuation);
    return Real{.whole = number, .real = static_cast<double>(number)};
  }
  if (const auto known = results.find(value.id); known != results.end()) return known->second;
  const auto first = evaluate(term.first, valuation, results, depth + 1);
  const auto second = evaluate(term.second, valuation, results, depth + 1);
  const auto result = first && second ? calculate(term, *first, *second) : std::nullopt;
  return results[value.id] = result;
}

std::optional<JointRun::Real> JointRun::calculate(const SymExpr &term, const Real &first, const Real &second) const {
  const auto ofReal = [](double real) { return Real{.isReal = true, .whole = 0, .real = real}; };
  const auto ofWhole = [](const Value &value) -> std::optional<Real> {
    if (!value.isNumber()) return std::nullopt;
    return Real{.whole = value.number, .real = static_cast<double>(value.number)};
  };
  switch (term.opcode) {
    case Instruction::FNeg:
      return ofReal(-first.real);
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FRem:
      return ofReal(calculateReal(term.opcode, first.real, second.real));
    case Instruction::FCmp:
      return ofWhole(Value::ofNumber(compareReal(term.predicate, first.real, second.real) ? 1 : 0));
    case Instruction::SIToFP:
    case Instruction::UIToFP:
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      return ofReal(first.real);
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      if (!(std::fabs(first.real) < 1e15)) return std::nullopt;
      return ofWhole(Value::ofNumber(static_cast<std::int64_t>(first.real)));
    default:
      break;
  }
  if (first.isReal || second.isReal) return std::nullopt;
  const PathConstraints nothing;
  const Value one = Value::ofNumber(first.whole);
  const Value other = Value::ofNumber(second.whole);
  if (term.opcode == Instruction::ICmp)
    return ofWhole(compare(terms_, nothing, static_cast<CmpInst::Predicate>(term.predicate), 64, one, other));
  if (Instruction::isBinaryOp(term.opcode)) {
    const bool isDivision = term.opcode == Instruction::SDiv || term.opcode == Instruction::UDiv ||
                            term.opcode == Instruction::SRem || term.opcode == Instruction::URem;
    if (isDivision && second.whole == 0) return std::nullopt;
    return ofWhole(binary(terms_, nothing, term.opcode, term.bits, one, other));
  }
  const unsigned from = term.first.isTerm() ? terms_[term.first.id].bits : 0;
  return ofWhole(convert(terms_, nothing, term.opcode, from, term.bits, one));
}

std::optional<std::int64_t> JointRun::numberUnder(const Valuation &valuation, const Value &value) const {
  Results results;
  const auto result = evaluate(value, valuation, results, 0);
  return result && !result->isReal ? std::optional(result->whole) : std::nullopt;
}

std::optional<std::int64_t> JointRun::numberOf(const Value &value) const { return numberUnder(valuation_, value); }

std::optional<double> JointRun::realOf(const Value &value) const {
  Results results;
  const auto result = evaluate(value, valuation_, results, 0);
  return result ? std::optional(result->real) : std::nullopt;
}

std::optional<bool> JointRun::decide(const Value &condition, const llvm::Instruction &at, bool isOfLoop) {
  const auto number = numberOf(condition);
  if (!number) return std::nullopt;
  const bool outcome = *number != 0;
  if (terms_.uniformityOf(condition) == Uniformity::Constant) return outcome;
  const bool isKnown =
      std::ranges::any_of(decisions_, [&](const Decision &other) { return other.condition == condition; });
  if (isKnown) return outcome;
  const bool isFirst = decidedAt_.insert(&at).second;
  decisions_.push_back({condition, outcome, isOfLoop || !isFirst});
  return outcome;
}

std::optional<bool> JointRun::decideToLeave(const Value &condition, const llvm::Instruction &at, bool leaving) {
  const auto number = numberOf(condition);
  if (!number) return std::nullopt;
  if ((*number != 0) != leaving) {
    std::vector<Decision> wanted = decisions_;
    wanted.push_back({condition, leaving, true});
    auto changed = solve(wanted, valuation_);
    if (!changed) return std::nullopt;
    valuation_ = *std::move(changed);
    hasLearned_ = true;
  }
  return decide(condition, at, true);
}

std::optional<bool> JointRun::require(const Value &condition, const llvm::Instruction &at, bool outcome) {
  const auto number = numberOf(condition);
  if (!number) return std::nullopt;
  const bool isOpen = terms_.uniformityOf(condition) != Uniformity::Constant;
  if ((*number != 0) != outcome) {
    std::vector<Decision> wanted = decisions_;
    wanted.push_back({condition, outcome, true});
    auto changed = isOpen ? solve(wanted, valuation_) : std::nullopt;
    if (!changed) {
      isRefused_ = isOpen;
      return false;
    }
    valuation_ = *std::move(changed);
    hasLearned_ = true;
  }
  decide(condition, at, true);
  return true;
}

bool JointRun::agrees(std::span<const Decision> decisions, const Valuation &valuation) const {
  return std::ranges::all_of(decisions, [&](const Decision &decision) {
    const auto number = numberUnder(valuation, decision.condition);
    return number && (*number != 0) == decision.outcome;
  });
}

/// The leaves of the expression, and the numbers that it has.
void JointRun::addLeaves(const Value &value, std::set<std::uint32_t> &leaves, std::set<std::int64_t> &numbers) const {
  std::set<std::uint32_t> seen;
  std::vector<Value> pending{value};
  while (!pending.empty()) {
    const Value next = pending.back();
    pending.pop_back();
    if (next.isNumber()) numbers.insert(next.number);
    if (!next.isTerm() || !seen.insert(next.id).second) continue;
    const SymExpr &term = terms_[next.id];
    if (term.opcode == 0 && !term.constant) leaves.insert(next.id);
    if (term.opcode == 0) continue;
    pending.push_back(term.first);
    pending.push_back(term.second);
  }
}

/// Changes the leaves of the last decision, which does not hold yet: one, or some together.
std::optional<Valuation> JointRun::solve(std::span<const Decision> decisions, const Valuation &from) const {
  if (agrees(decisions, from)) return from;
  std::set<std::uint32_t> leaves;
  std::set<std::int64_t> numbers;
  addLeaves(decisions.back().condition, leaves, numbers);
  std::set<std::int64_t> near;
  for (const std::int64_t number : numbers)
    for (const std::int64_t by : {-1, 0, 1})
      if (number > INT32_MIN && number < INT32_MAX) near.insert(number + by);
  std::vector<std::int64_t> candidates;
  for (const std::int64_t small : {1, 2, 3, 4, 6, 8, 0, 12, 24, 48, 100, 1000, -1}) candidates.push_back(small);
  for (const std::int64_t number : near)
    if (candidates.size() < kMostCandidates && !llvm::is_contained(candidates, number)) candidates.push_back(number);
  const std::vector<std::uint32_t> open(leaves.begin(), leaves.end());
  for (const std::uint32_t leaf : open)
    for (const std::int64_t number : candidates) {
      Valuation changed = from;
      changed.values[leaf] = number;
      if (agrees(decisions, changed)) return changed;
    }
  if (open.size() < 2 || open.size() > kMostLeaves) return std::nullopt;
  std::vector<std::size_t> chosen(open.size(), 0);
  while (true) {
    Valuation changed = from;
    for (std::size_t i = 0; i < open.size(); ++i) changed.values[open[i]] = candidates[chosen[i]];
    if (agrees(decisions, changed)) return changed;
    std::size_t digit = 0;
    while (digit < open.size() && ++chosen[digit] == std::min<std::size_t>(candidates.size(), 13)) chosen[digit++] = 0;
    if (digit == open.size()) return std::nullopt;
  }
}

bool JointRun::isReadAlike(const llvm::CallBase &call, unsigned occurrence, std::uint64_t origin) {
  const auto [known, isNew] = read_.try_emplace({&call, occurrence}, origin);
  if (!isNew && known->second != origin && differing_.insert(&call).second) hasLearned_ = true;
  return !differing_.contains(&call);
}

void JointRun::tell(std::uint64_t key, int rank, Numbers numbers) {
  const auto [known, isNew] = told_[key].try_emplace(rank, numbers);
  if (!isNew && known->second == numbers) return;
  known->second = std::move(numbers);
  hasLearned_ = true;
}

const std::map<int, JointRun::Numbers> &JointRun::told(std::uint64_t key) const {
  static const std::map<int, Numbers> nothing;
  const auto known = told_.find(key);
  return known == told_.end() ? nothing : known->second;
}

void JointRun::tellContent(std::uint64_t key, Content content) {
  const auto [known, isNew] = contents_.try_emplace(key, content);
  if (!isNew && known->second == content) return;
  known->second = std::move(content);
  hasLearned_ = true;
}

const Content *JointRun::toldContent(std::uint64_t key) const {
  const auto known = contents_.find(key);
  return known == contents_.end() ? nullptr : &known->second;
}

}  // namespace lockstep::passes::symex
