// The datatype constructors: the layout that each builds from its arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/Routine.h"
#include "semantics/layout/Layout.h"

namespace lockstep::semantics {

/// A constructor call that MPI accepts.
struct Construction {
  mpi::Routine constructor{};
  std::vector<std::int64_t> numbers;  // in argument order; arrays are flattened
  std::vector<LayoutPtr> types;
};

/// Values of an order, distribution and distribution argument in `numbers`, independent of the MPI library's constants.
inline constexpr std::int64_t kFortranOrder = 1;
inline constexpr std::int64_t kDistributeBlock = 0;
inline constexpr std::int64_t kDistributeCyclic = 1;
inline constexpr std::int64_t kDistributeNone = 2;
inline constexpr std::int64_t kDefaultBlock = -1;

/// None if the routine is not a constructor, or a relevant type or bound is unknown.
std::optional<Layout> construct(const Construction &made);

}  // namespace lockstep::semantics
