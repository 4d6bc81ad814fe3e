// What the branches that a play has taken say about its terms: the range of a number, and numbers that it is not.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "passes/play/Term.h"

namespace lockstep::passes::play {

struct Range {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  bool isOne() const { return low == high; }
};

class Facts {
 public:
  Range rangeOf(const Terms &terms, const Value &value, unsigned depth = 0) const;
  /// The number that the value can only be.
  std::optional<std::int64_t> numberOf(const Terms &terms, const Value &value) const;
  bool isExcluded(const Value &value, std::int64_t number) const;

  /// False where it contradicts what is known.
  bool assume(const Terms &terms, const Value &condition, bool truth);
  bool assumeRange(const Terms &terms, const Value &value, Range range, unsigned depth = 0);

 private:
  bool assumeComparison(const Terms &terms, const Term &term, bool truth);

  std::map<std::uint32_t, Range> ranges_;
  std::set<std::pair<std::uint32_t, std::int64_t>> excluded_;
};

}  // namespace lockstep::passes::play
