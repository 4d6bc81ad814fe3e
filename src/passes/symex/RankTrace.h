// What one rank does along a decided path, as a recorder would have seen it: its MPI calls with all that they are given
// and return, and its loads and stores of window memory. RunDriver.h makes records of it.
//
// Every memory object has its own address range, far from the others; so has an unknown buffer. A handle created by the
// program is recorded as the number of its object in the path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include <llvm/IR/InstrTypes.h>

#include "mpi/Routine.h"
#include "semantics/layout/Layout.h"
#include "trace/Record.h"

namespace lockstep::passes::symex {

/// A value as in a record.
struct TracedValue {
  std::int64_t number = 0;
  bool isShared = false;  // a handle of an object created by several ranks: its id depends on all of them
};

struct TracedArray {
  unsigned argument = 0;
  std::vector<TracedValue> values;
};

struct TracedCall {
  const llvm::CallBase *call = nullptr;
  const mpi::RoutineInfo *routine = nullptr;
  std::vector<TracedValue> arguments;  // as in trace::Enter
  std::vector<TracedArray> arrays;
  std::vector<TracedValue> results;  // as in trace::Leave, except that statuses are not set
  std::vector<TracedArray> resultArrays;
  std::optional<std::vector<unsigned>> members{};  // of the communicator or group that it makes, if they are known
  semantics::LayoutPtr type;  // of the datatype that it creates; null if none, or if not completely known
};

struct TracedAccess {
  const llvm::Instruction *at = nullptr;
  trace::Access access{};
};

using TracedEvent = std::variant<TracedCall, TracedAccess>;

struct RankTrace {
  std::vector<TracedEvent> events;
  std::optional<std::size_t> finalized;  // number of events before MPI is finalized
  std::int64_t unknownBuffers = 0;
  bool isPartlyKnown = false;  // an amount of data or the members of a communicator do not follow from this rank alone
};

/// What a rank does, to the end of the process or to the finalization of MPI.
struct DecidedRank {
  std::shared_ptr<const RankTrace> trace;
  bool isToTheEnd = false;
  std::set<const llvm::CallBase *> outOfSight;  // calls whose objects others may have freed
};

/// The number that stands for the handle of an object of the path; those of predefined objects are smaller.
constexpr std::int64_t tracedHandle(std::uint32_t object) { return (std::int64_t{1} << 20) + object; }

}  // namespace lockstep::passes::symex
