// The arguments of a call, and what stands behind them, as the numbers that a record has: addresses of objects, ids of
// handles, constants.
#pragma once

#include <optional>

#include "passes/symex/RankTrace.h"
#include "passes/symex/mpi/CallView.h"

namespace lockstep::passes::symex {

using MaybeValue = std::optional<TracedValue>;

/// So many elements.
constexpr bool isTracedCount(mpi::Role role) {
  return role == mpi::Role::Count || role == mpi::Role::CountEach || role == mpi::Role::TargetCount;
}

/// Nothing where the place is not known.
std::optional<std::int64_t> tracedAddress(std::uint32_t object, std::int64_t offset);

class TracedValues {
 public:
  TracedValues(const CallView &view, RankTrace &trace) : view_(view), routine_(view.routine()), trace_(trace) {}

  mpi::Element elementOf(std::size_t argument) const { return mpi::elementOf(routine_, roleOf(argument)); }
  std::optional<Value> operand(std::size_t argument) const;
  void markPartlyKnown() { trace_.isPartlyKnown = true; }
  TracedValue address(const std::optional<Value> &value);
  TracedValue pointer(std::size_t argument);
  MaybeValue handleBehind(std::size_t argument, std::int64_t index = 0) const;
  std::optional<std::int64_t> numberBehind(std::size_t argument, std::int64_t index = 0) const;
  /// As it is passed; nothing where the ranks cannot be compared without it.
  MaybeValue argument(std::size_t argument);

 private:
  mpi::Role roleOf(std::size_t argument) const { return routine_.args()[argument].role; }
  MaybeValue handle(mpi::Element element, const Value &value) const;
  MaybeValue scalar(std::size_t argument);

  const CallView &view_;
  const mpi::RoutineInfo &routine_;
  RankTrace &trace_;
};

}  // namespace lockstep::passes::symex
