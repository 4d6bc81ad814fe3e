// arg-count: no count, length or size is negative.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "mpi/Routine.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

/// True for a number, or an array of numbers, that says how many there are of something.
bool counts(mpi::Role role);

/// `element` is the number's place in the array that is passed; none for a number by itself.
Judgment judgeCount(std::int64_t value, std::optional<std::size_t> element);

}  // namespace lockstep::semantics
