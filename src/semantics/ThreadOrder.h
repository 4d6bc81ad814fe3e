// What is wrong with two calls of one process that nothing orders, on different threads: the words of handle-race,
// message-race after a probe, and lifecycle.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

/// The kinds of handles whose uses by several threads are judged; requests have a verdict of their own.
bool isSharedByThreads(mpi::Element kind);

/// An argument of a call that uses or frees such a handle.
struct HandleUse {
  std::size_t argument = 0;
  mpi::Element kind{};
  bool isFreed = false;
};

/// Not new handles that the call stores, nor arrays of handles.
std::vector<HandleUse> handleUsesOf(const mpi::RoutineInfo &routine);

Verdict freedWhileUsed(const mpi::RoutineInfo &freeing, const mpi::RoutineInfo &use, mpi::Element kind);

/// Whether the call completes or frees requests, rather than starting an operation.
bool endsRequests(const mpi::RoutineInfo &routine);
/// What two calls share: the request, or the variable that one of them stores into.
std::string_view sharedRequest(const mpi::RoutineInfo &first, const mpi::RoutineInfo &second);
Verdict requestOfTwoThreads(const mpi::RoutineInfo &first, const mpi::RoutineInfo &second);

/// A probe that reserves no message.
bool isPlainProbe(const mpi::RoutineInfo &routine);
/// A receive, or a matched probe.
bool takesMessage(const mpi::RoutineInfo &routine);
Verdict probedMessageTaken(const mpi::RoutineInfo &probe, const mpi::RoutineInfo &receive);

Verdict finalizedInConstruct(const mpi::RoutineInfo &finalize);
Verdict finalizedByOther(const mpi::RoutineInfo &finalize);
Verdict finalizedBeside(const mpi::RoutineInfo &finalize, const mpi::RoutineInfo &other);

}  // namespace lockstep::semantics
