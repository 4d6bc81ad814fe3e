// arg-count: no count, length or size is negative.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// Whether the argument is a count, length or size, or an array of them.
bool counts(mpi::Role role);

/// `element` is the index in an array argument; none for a scalar.
Judgment judgeCount(std::int64_t value, std::optional<std::size_t> element);

}  // namespace lockstep::semantics
