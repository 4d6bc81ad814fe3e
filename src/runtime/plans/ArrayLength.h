// The number of elements of an array argument that may be read before the call: given by another argument, or one per
// member of the communicator, neighbor, dimension or edge; none if the array is not significant, because its address
// may then be invalid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "mpi/Significance.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/watch/MemoryRecord.h"

namespace lockstep::runtime {

/// No null, no small sentinel.
inline bool isAddress(std::int64_t bits) { return static_cast<std::uint64_t>(bits) > 4096; }

/// The value of another argument, at least 0.
inline std::size_t statedLength(const ArgumentPlan &array, const std::int64_t *raw) {
  return raw[array.length] > 0 ? static_cast<std::size_t>(raw[array.length]) : 0;
}

/// What the communicator of a call says.
struct CommShape {
  int rank = 0;
  int size = 0;
  int members = 0;  // of the group that the collective talks to
  int sources = 0;
  int destinations = 0;
  bool isInter = false;

  mpi::Standing standing() const { return {isInter, rank}; }
};
/// None where the call has no valid one.
std::optional<CommShape> shapeOfComm(const CallPlan &plan, const std::int64_t *raw);

/// As in mpi/Significance.h, of an argument that does not depend on an operation.
template <class StandingOf>
std::optional<bool> significance(const CallPlan &plan, const std::int64_t *raw, std::size_t argument,
                                 const StandingOf &standingOf) {
  return mpi::significance(*plan.row, argument, standingOf,
                           [&](std::size_t index) { return translated(plan.arguments[index].special, raw[index]); });
}

/// The lengths of the arrays of one call. The communicator is asked at most once, and only where an array needs it.
class ArrayLengths {
 public:
  ArrayLengths(const CallPlan &plan, const std::int64_t *raw, const ShortArrays *shortArrays = nullptr)
      : plan_(plan), raw_(raw), shortArrays_(shortArrays) {}

  std::size_t of(std::size_t argument) {
    const ArgumentPlan &array = plan_.arguments[argument];
    if (array.elements == Elements::None || array.width == 0 || !isAddress(raw_[argument])) return 0;
    if (array.elements == Elements::Stated && array.when == mpi::When::Always) return statedLength(array, raw_);
    return conditional(argument);
  }

 private:
  std::size_t conditional(std::size_t argument);
  std::size_t edges(std::size_t degrees) const;
  std::size_t dimensions() const;

  const CallPlan &plan_;
  const std::int64_t *raw_;
  const ShortArrays *shortArrays_;  // are not followed
  std::optional<CommShape> shape_;
};

}  // namespace lockstep::runtime
