// The requests of a process: which operation a handle stands for, and what became of it.
//
// Handles are recorded as they are. A library may give the same handle to several operations that are complete at once
// (both MPICH and Open MPI do for short sends), so a handle alone does not name an operation: among those with the same
// handle the one whose request variable is given counts. Bindings for Fortran hand on copies of arrays: there those
// count whose variables lie side by side as the handles do, and where no variable is known, the order of the calls.
//
// A program may keep copies of a handle, of which the library sets only one to null when the request is gone. So it is
// remembered of the last handles what they stood for, until the library gives them to another operation.
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

/// What a request stands for. The operations of a process that are not over yet stand in Requests.
struct Operation : semantics::RequestState<CallPtr> {
  explicit Operation(const CallPtr &call) : RequestState(*call->routine, call) {}

  std::int64_t handle = 0;
  std::int64_t variable = 0;  // address of the handle; 0: not known
  Transfers transfers;        // of the last start
  Participation collective;   // without a slot: not a collective; without an exchange: not started
};
using OperationPtr = std::shared_ptr<Operation>;
using Operations = std::vector<OperationPtr>;

/// A request that is no more.
struct GoneRequest {
  PlaceOfCall made;
  PlaceOfCall ended;  // the call that completed or freed it
};

class Requests {
 public:
  /// A call has returned this request for the operation.
  void add(const OperationPtr &operation);
  /// The operations of the requests that the call is given, one per request, null where there is none.
  Operations find(const Call &call) const;
  /// The operation exists no more: it was completed and was not persistent, or its request was freed. `by`: the call
  /// that surely ended the request itself, or null.
  void remove(const OperationPtr &operation, const Call *by);
  /// What the handle stood for last, if no operation has it now and that is still known.
  std::optional<GoneRequest> gone(std::int64_t handle) const;
  /// What is left, in no order.
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
    std::optional<GoneRequest> gone;  // without operations: what the last one was
  };
  static constexpr std::size_t kMostKnown = 1024;  // handles: beyond, those without operations are forgotten

  std::unordered_map<std::int64_t, Known> known_;                // by handle
  std::unordered_map<std::int64_t, OperationPtr> lastStoredIn_;  // by variable, as long as it is known
};

/// Whether the routine is given requests: starts, completes or frees them, or asks about them.
bool takesRequests(const mpi::RoutineInfo &routine);
/// The handles that such a call is given.
std::vector<std::int64_t> requestsOf(const Call &call);

/// One of them that a completion call completed.
struct Completion {
  std::size_t index = 0;
  Status status;
};
std::vector<Completion> completionsOf(const Call &call, const Result &result);

}  // namespace lockstep::engine
