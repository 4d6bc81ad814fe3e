// What the branches that the interpreter has taken say about its terms: the range of a number, and numbers that it is
// not.
//
// Paths part at every open branch and a long one knows thousands of facts, so both are trees that copies share.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include <llvm/ADT/ImmutableMap.h>
#include <llvm/ADT/ImmutableSet.h>

#include "passes/symex/SymExpr.h"

namespace lockstep::passes::symex {

struct Range {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  bool isOne() const { return low == high; }
  friend bool operator==(const Range &, const Range &) = default;
  void Profile(llvm::FoldingSetNodeID &id) const {  // NOLINT: LLVM's name
    id.AddInteger(low);
    id.AddInteger(high);
  }
};

/// A number that a term is not.
struct Excluded {
  std::uint32_t term = 0;
  std::int64_t number = 0;
  friend auto operator<=>(const Excluded &, const Excluded &) = default;
  void Profile(llvm::FoldingSetNodeID &id) const {  // NOLINT: LLVM's name
    id.AddInteger(term);
    id.AddInteger(number);
  }
};

class PathConstraints {
 public:
  Range rangeOf(const ExprPool &terms, const Value &value, unsigned depth = 0) const;
  /// The number that the value can only be.
  std::optional<std::int64_t> numberOf(const ExprPool &terms, const Value &value) const;
  bool isExcluded(const Value &value, std::int64_t number) const;

  /// False where it contradicts what is known.
  bool assume(const ExprPool &terms, const Value &condition, bool truth);
  bool assumeRange(const ExprPool &terms, const Value &value, Range range, unsigned depth = 0);

  /// Keeps what holds on both paths.
  void join(const PathConstraints &other);

 private:
  bool assumeComparison(const ExprPool &terms, const SymExpr &term, bool truth);

  using Ranges = llvm::ImmutableMap<std::uint32_t, Range>;
  using Exclusions = llvm::ImmutableSet<Excluded>;
  static Ranges::Factory &ranges();
  static Exclusions::Factory &exclusions();

  Ranges ranges_{nullptr};
  Exclusions excluded_{nullptr};
};

}  // namespace lockstep::passes::symex
