// The constructors of datatypes: what each makes of its arguments.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/Routine.h"
#include "semantics/layout/Layout.h"

namespace lockstep::semantics {

/// A call of a constructor that MPI accepts.
struct Construction {
  mpi::Routine constructor{};
  std::vector<std::int64_t> numbers;  // in the order of the arguments, of arrays all elements
  std::vector<LayoutPtr> types;
};

/// Among the numbers, instead of the constants of an MPI: an order, kinds of distribution, and their argument.
inline constexpr std::int64_t kFortranOrder = 1;
inline constexpr std::int64_t kDistributeBlock = 0;
inline constexpr std::int64_t kDistributeCyclic = 1;
inline constexpr std::int64_t kDistributeNone = 2;
inline constexpr std::int64_t kDefaultBlock = -1;

/// None for anything but a constructor, and where a type or a bound that matters is not known.
std::optional<Layout> construct(const Construction &made);

}  // namespace lockstep::semantics
