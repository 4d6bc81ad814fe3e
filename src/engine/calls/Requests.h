// The requests of a process: the operation of each handle, and its state.
//
// Handles are recorded unchanged. A library may return the same handle for several operations that complete at once
// (both MPICH and Open MPI do so for short sends), so a handle alone does not identify an operation: among those with
// equal handles, the one whose request variable is passed is chosen. Fortran bindings pass copies of arrays: there the
// operations are chosen whose variables lie side by side as the handles do; if no variable is known, the oldest.
//
// A program may keep copies of a handle; the library sets only one of them to null when the request is gone. So the
// last meaning of recent handles is remembered until the library returns them for another operation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/calls/Exchange.h"
#include "engine/calls/Transfer.h"
#include "semantics/RequestState.h"

namespace lockstep::engine {

/// The operation of a request. Requests holds the operations of a process that are not over yet.
struct Operation : semantics::RequestState<CallPtr> {
  explicit Operation(const CallPtr &call) : RequestState(*call->routine, call) {}

  std::int64_t handle = 0;
  std::int64_t variable = 0;  // address of the handle; 0: unknown
  Transfers transfers;        // of the last start
  Participation collective;   // without a slot: not a collective; without an exchange: not started
};
using OperationPtr = std::shared_ptr<Operation>;
using Operations = std::vector<OperationPtr>;

/// A request that no longer exists.
struct GoneRequest {
  PlaceOfCall made;
  PlaceOfCall ended;  // the call that completed or freed it
};

class Requests {
 public:
  /// A call has returned the request of this operation.
  void add(const OperationPtr &operation);
  /// The operations of the requests passed to the call, one per request, null if there is none.
  Operations find(const Call &call) const;
  /// The operation is over: it completed and is not persistent, or its request was freed. `by`: the call that certainly
  /// ended the request itself, or null.
  void remove(const OperationPtr &operation, const Call *by);
  /// The last meaning of the handle, if no operation has it now and it is still remembered.
  std::optional<GoneRequest> gone(std::int64_t handle) const;
  /// The remaining operations, unordered.
  Operations all() const;

 private:
  using Handles = std::vector<std::int64_t>;
  const OperationPtr &storedIn(std::int64_t variable, std::int64_t handle) const;
  const Operations &sharing(std::int64_t handle) const;
  Operations storedFrom(std::int64_t first, std::int64_t step, const Handles &handles) const;
  bool isComplete(const Operations &operations, const Handles &handles) const;
  std::optional<Operations> storedElsewhere(std::int64_t step, const Handles &handles) const;
  void addInOrderOfCalls(Operations &operations, const Handles &handles) const;

  struct Known {
    Operations operations;
    std::optional<GoneRequest> gone;  // without operations: the last one
  };
  static constexpr std::size_t kMostKnown = 1024;  // handles; beyond that, those without operations are forgotten

  std::unordered_map<std::int64_t, Known> known_;                // by handle
  std::unordered_map<std::int64_t, OperationPtr> lastStoredIn_;  // by variable, as long as it is known
};

/// Whether the routine gets requests: it starts, completes, frees or tests them.
bool takesRequests(const mpi::RoutineInfo &routine);
/// The handles passed to such a call.
std::vector<std::int64_t> requestsOf(const Call &call);

/// A request that a completion call completed.
struct Completion {
  std::size_t index = 0;
  Status status;
};
std::vector<Completion> completionsOf(const Call &call, const Result &result);

}  // namespace lockstep::engine
