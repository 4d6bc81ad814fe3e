// buffer-overflow and buffer-overlap: the memory that a buffer argument points to is as large as the call says, and no
// memory is passed twice. The memory of a window is as large as the window, and exists as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "mpi/Routine.h"
#include "semantics/Complaint.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

/// What a reader needs who multiplies count and size: the datatype reaches over more, or less, than it has data.
std::string describeExtent(std::uint64_t size, std::int64_t extent);

/// "1 byte", "8 bytes"
std::string describeBytes(std::uint64_t bytes);

/// `there` bytes of memory, of which the call accesses `accessed` of a datatype with that extent.
Complaint tooShort(std::uint64_t there, std::uint64_t accessed, const std::string &extent);

/// Buffers of one call, by their arguments.
Verdict overlapping(const mpi::RoutineInfo &routine, std::size_t read, std::size_t written);

/// Entries of what the call writes, described in words ("2 × MPI_INT", or nothing), overlap each other.
Verdict entriesOverlap(const mpi::RoutineInfo &routine, std::size_t argument, const std::string &elements);
/// Pieces of different ranks overlap.
Verdict piecesOverlap(const mpi::RoutineInfo &routine, std::size_t argument, bool isWritten);

/// `there` bytes of memory for a window of `size` bytes.
Complaint windowTooLarge(std::uint64_t there, std::int64_t size);
/// The memory of a window is freed, or gone with the return from its function, while the window exists.
Verdict windowMemoryGone(bool isReturn, bool isDynamic);

}  // namespace lockstep::semantics
