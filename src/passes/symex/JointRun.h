// What the ranks of one run have in common while they are explored one after the other.
//
// Input that every rank reads alike (the command line, the environment) and what they compute together is the same
// unknown on all of them: a leaf that is known by its origin. In a run it has a value, and every condition over such
// leaves is decided by these values, alike on all ranks. Other values are other runs (Scenarios.h), found from the
// decisions of this one.
//
// What depends on all ranks, such as the members of a part of a communicator, a rank cannot know before the others have
// been there: each tells what it contributes, and the ranks are explored again until nobody tells anything new.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <llvm/IR/InstrTypes.h>

#include "passes/symex/Memory.h"
#include "passes/symex/SymExpr.h"

namespace lockstep::passes::symex {

/// A branch on a condition over leaves that all ranks share.
struct Decision {
  Value condition;
  bool outcome = false;
  bool isOfLoop = false;  // to stay in it or to leave it, or one of many at the same place

  bool operator==(const Decision &) const = default;
};

/// The values of the leaves; those that are not listed have a default.
struct Valuation {
  enum class Defaults : std::uint8_t { Smooth, Odd, Small };
  std::map<std::uint32_t, std::int64_t> values;  // by leaf
  Defaults defaults = Defaults::Smooth;
};

/// Memory that a rank hands to the others.
struct Content {
  std::vector<UniformPart> parts;  // relative to its beginning
  std::vector<std::pair<std::int64_t, Cell>> cells;
  bool operator==(const Content &other) const;
};

class JointRun {
 public:
  explicit JointRun(ExprPool &terms) : terms_(terms) {}

  ExprPool &terms() { return terms_; }
  void begin(Valuation valuation);
  const Valuation &valuation() const { return valuation_; }
  std::span<const Decision> decisions() const { return decisions_; }

  /// An expression over common leaves, under the values of this run.
  std::optional<std::int64_t> numberOf(const Value &value) const;
  std::optional<double> realOf(const Value &value) const;
  /// Which way a branch goes; nothing where its condition is not common to all ranks.
  std::optional<bool> decide(const Value &condition, const llvm::Instruction &at, bool isOfLoop = false);
  /// The same for a loop that goes on too long with these values: then they are changed.
  std::optional<bool> decideToLeave(const Value &condition, const llvm::Instruction &at, bool leaving);
  /// The program ends itself if the condition has another outcome: values are chosen for which it does not. False if
  /// there are none.
  std::optional<bool> require(const Value &condition, const llvm::Instruction &at, bool outcome);
  bool isRefused() const { return isRefused_; }

  /// Values for which all the decisions come out like this, near the given ones.
  std::optional<Valuation> solve(std::span<const Decision> decisions, const Valuation &from) const;
  /// Whether the decisions come out like this for these values.
  bool agrees(std::span<const Decision> decisions, const Valuation &valuation) const;

  bool isOfResult(const Decision &decision) const {
    return terms_.uniformityOf(decision.condition) == Uniformity::Result;
  }

  /// What the call reads on this rank: false where ranks read different things at the same place.
  bool isReadAlike(const llvm::CallBase &call, unsigned occurrence, std::uint64_t origin);

  using Numbers = std::vector<std::int64_t>;
  void tell(std::uint64_t key, int rank, Numbers numbers);
  const std::map<int, Numbers> &told(std::uint64_t key) const;
  void tellContent(std::uint64_t key, Content content);
  const Content *toldContent(std::uint64_t key) const;
  /// That the ranks have to be explored again.
  bool hasLearned() const { return hasLearned_; }
  void beginPass();

 private:
  struct Real {
    bool isReal = false;
    std::int64_t whole = 0;
    double real = 0;
  };
  using Results = std::map<std::uint32_t, std::optional<Real>>;
  std::optional<Real> evaluate(const Value &value, const Valuation &valuation, Results &results, unsigned depth) const;
  std::optional<Real> calculate(const SymExpr &term, const Real &first, const Real &second) const;
  std::optional<std::int64_t> numberUnder(const Valuation &valuation, const Value &value) const;
  std::int64_t valueOf(std::uint32_t leaf, const Valuation &valuation) const;
  void addLeaves(const Value &value, std::set<std::uint32_t> &leaves, std::set<std::int64_t> &numbers) const;

  ExprPool &terms_;
  Valuation valuation_;
  std::vector<Decision> decisions_;
  std::set<const llvm::Instruction *> decidedAt_;
  bool isRefused_ = false;
  std::map<std::pair<const llvm::CallBase *, unsigned>, std::uint64_t> read_;
  std::set<const llvm::CallBase *> differing_;
  std::map<std::uint64_t, std::map<int, Numbers>> told_;
  std::map<std::uint64_t, Content> contents_;
  bool hasLearned_ = false;
};

}  // namespace lockstep::passes::symex
