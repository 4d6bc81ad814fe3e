// buffer-race and rma-race-local: memory that an operation has as its buffer, and what else uses it.
//
// From the start of an operation to its completion the library may access its buffers at any time. Another use of the
// memory conflicts with that if one of the two writes, and so does the end of the memory, whatever the operation does
// there. Threads that nothing orders may come first or second: then it does not matter which of them did.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

struct MemoryUse {
  const mpi::RoutineInfo *routine = nullptr;  // none: a load or store of the program
  bool isWrite = false;
};

/// The name of the routine, or "the store".
std::string_view nameOf(const MemoryUse &use);

enum class UseOrder : std::uint8_t {
  WhilePending,  // the other use comes while the operation is pending
  Unordered      // nothing orders the two
};

/// The other use is the first site of the finding, the operation the second.
struct BufferVerdict {
  Verdict verdict;
  std::string_view label;
  std::string_view operationLabel;
};

inline constexpr std::string_view kPendingSince = "pending since here";

/// Nothing where both read.
std::optional<BufferVerdict> judgeUses(const MemoryUse &operation, const MemoryUse &other, UseOrder order);

/// How memory ends.
enum class MemoryEnd : std::uint8_t { Free, Return };

/// "it is freed"
std::string_view nameOf(MemoryEnd how);
/// While the operation is pending.
BufferVerdict endsWhilePending(const mpi::RoutineInfo &operation, MemoryEnd how);

}  // namespace lockstep::semantics
