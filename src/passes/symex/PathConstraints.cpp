#include "passes/symex/PathConstraints.h"

#include <algorithm>

#include <llvm/IR/Instructions.h>

namespace lockstep::passes::symex {

namespace {

constexpr unsigned kDeepest = 8;
constexpr std::int64_t kLeast = INT64_MIN;
constexpr std::int64_t kMost = INT64_MAX;

/// Sum that stays at the ends of the range.
std::int64_t shifted(std::int64_t bound, std::int64_t by) {
  if (bound == kLeast || bound == kMost) return bound;
  std::int64_t sum = 0;
  if (__builtin_add_overflow(bound, by, &sum)) return by < 0 ? kLeast : kMost;
  return sum;
}

Range rangeOfBits(unsigned bits) {
  if (bits == 1) return {0, 1};
  if (bits == 0 || bits >= 64) return {};
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  return {-half, half - 1};
}

Range common(Range a, Range b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

}  // namespace

// Nodes that no fact holds any more are used again.
PathConstraints::Ranges::Factory &PathConstraints::ranges() {
  static Ranges::Factory factory(false);
  return factory;
}

PathConstraints::Exclusions::Factory &PathConstraints::exclusions() {
  static Exclusions::Factory factory(false);
  return factory;
}

Range PathConstraints::rangeOf(const ExprPool &terms, const Value &value, unsigned depth) const {
  if (value.isNumber()) return {value.number, value.number};
  if (!value.isTerm()) return {};
  const SymExpr &term = terms[value.id];
  Range range = rangeOfBits(term.bits);
  if (const Range *known = ranges_.lookup(value.id)) range = common(range, *known);
  if (term.opcode == 0 || depth > kDeepest) return range;
  const Range first = rangeOf(terms, term.first, depth + 1);
  switch (term.opcode) {
    case llvm::Instruction::SExt:
      return common(range, first);
    case llvm::Instruction::ZExt:
      return first.low >= 0 ? common(range, first) : common(range, {0, kMost});
    case llvm::Instruction::Add:
      if (term.second.isNumber())
        return common(range, {shifted(first.low, term.second.number), shifted(first.high, term.second.number)});
      return range;
    case llvm::Instruction::Sub:
      if (term.second.isNumber())
        return common(range, {shifted(first.low, -term.second.number), shifted(first.high, -term.second.number)});
      return range;
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      if (term.second.isNumber() && term.second.number > 0 && first.low >= 0)
        return common(range, {0, term.second.number - 1});
      return range;
    default:
      return range;
  }
}

std::optional<std::int64_t> PathConstraints::numberOf(const ExprPool &terms, const Value &value) const {
  if (value.isNumber()) return value.number;
  const Range range = rangeOf(terms, value);
  return range.isOne() ? std::optional(range.low) : std::nullopt;
}

bool PathConstraints::isExcluded(const Value &value, std::int64_t number) const {
  return value.isTerm() && excluded_.contains({value.id, number});
}

bool PathConstraints::assume(const ExprPool &terms, const Value &condition, bool truth) {
  return assumeRange(terms, condition, {truth ? 1 : 0, truth ? 1 : 0});
}

bool PathConstraints::assumeRange(const ExprPool &terms, const Value &value, Range range, unsigned depth) {
  if (value.isNumber()) return range.low <= value.number && value.number <= range.high;
  if (!value.isTerm()) return true;
  const Range now = common(rangeOf(terms, value), range);
  if (now.low > now.high || (now.isOne() && isExcluded(value, now.low))) return false;
  ranges_ = ranges().add(ranges_, value.id, now);
  const SymExpr &term = terms[value.id];
  if (term.opcode == 0 || depth > kDeepest) return true;
  switch (term.opcode) {
    case llvm::Instruction::SExt:
      return assumeRange(terms, term.first, now, depth + 1);
    case llvm::Instruction::ZExt:
      return now.low < 0 || assumeRange(terms, term.first, now, depth + 1);
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub: {
      if (!term.second.isNumber() || term.second.number == kLeast) return true;
      const std::int64_t by = term.opcode == llvm::Instruction::Add ? -term.second.number : term.second.number;
      return assumeRange(terms, term.first, {shifted(now.low, by), shifted(now.high, by)}, depth + 1);
    }
    case llvm::Instruction::Xor:
      if (term.bits != 1 || !now.isOne() || term.second != Value::ofNumber(1)) return true;
      return assumeRange(terms, term.first, {1 - now.low, 1 - now.low}, depth + 1);
    case llvm::Instruction::And:
      if (term.bits != 1 || now.low != 1) return true;
      return assume(terms, term.first, true) && assume(terms, term.second, true);
    case llvm::Instruction::Or:
      if (term.bits != 1 || now.high != 0) return true;
      return assume(terms, term.first, false) && assume(terms, term.second, false);
    case llvm::Instruction::ICmp:
      return !now.isOne() || assumeComparison(terms, term, now.low != 0);
    default:
      return true;
  }
}

void PathConstraints::join(const PathConstraints &other) {
  if (ranges_ != other.ranges_) {
    Ranges kept = ranges().getEmptyMap();
    for (const auto &[term, range] : ranges_)
      if (const Range *theirs = other.ranges_.lookup(term))
        kept = ranges().add(kept, term, {std::min(range.low, theirs->low), std::max(range.high, theirs->high)});
    ranges_ = kept;
  }
  if (excluded_ != other.excluded_) {
    Exclusions kept = exclusions().getEmptySet();
    for (const Excluded &excluded : excluded_)
      if (other.excluded_.contains(excluded)) kept = exclusions().add(kept, excluded);
    excluded_ = kept;
  }
}

/// Comparisons are kept as EQ, SLT and ULT only (see Arithmetic.cpp).
bool PathConstraints::assumeComparison(const ExprPool &terms, const SymExpr &term, bool truth) {
  const Value &a = term.first;
  const Value &b = term.second;
  if (term.predicate == llvm::CmpInst::ICMP_EQ) {
    if (!b.isNumber()) return true;
    if (truth) return assumeRange(terms, a, {b.number, b.number});
    const Range range = rangeOf(terms, a);
    if (range.isOne() && range.low == b.number) return false;
    if (a.isTerm()) excluded_ = exclusions().add(excluded_, {a.id, b.number});
    if (range.low == b.number && range.low != kLeast) return assumeRange(terms, a, {b.number + 1, kMost});
    if (range.high == b.number && range.high != kMost) return assumeRange(terms, a, {kLeast, b.number - 1});
    return true;
  }
  if (term.predicate != llvm::CmpInst::ICMP_SLT) return true;
  if (b.isNumber())
    return truth ? b.number != kLeast && assumeRange(terms, a, {kLeast, b.number - 1})
                 : assumeRange(terms, a, {b.number, kMost});
  if (a.isNumber())
    return truth ? a.number != kMost && assumeRange(terms, b, {a.number + 1, kMost})
                 : assumeRange(terms, b, {kLeast, a.number});
  return true;
}

}  // namespace lockstep::passes::symex
