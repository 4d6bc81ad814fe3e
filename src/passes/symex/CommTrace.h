// What one rank does to the others along a path: the operations that it starts, and those that it waits for, in order.
//
// A blocking call starts an operation and waits for it. Where a call cannot be told (a peer, tag or communicator that
// is not known, a choice among requests, one-sided synchronization, threads, code that is not seen), the log is not
// known, and says nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <llvm/IR/InstrTypes.h>

#include "mpi/Predefined.h"
#include "mpi/Routine.h"

namespace lockstep::passes::symex {

class CallView;

/// How much of what a message has, or a receive has room for.
struct MessageData {
  std::optional<std::int64_t> bytes;                      // none where it is not known
  mpi::PredefinedType basic = mpi::PredefinedType::None;  // of which all of it consists; none where that is not known
};

struct Operation {
  enum class Kind : std::uint8_t { Send, Receive, Probe, Collective };
  Kind kind{};
  const llvm::CallBase *call = nullptr;
  const mpi::RoutineInfo *routine = nullptr;
  std::uint32_t comm = 0;  // 0 is MPI_COMM_WORLD, others in the order in which they were made
  std::int64_t peer = 0;   // of a message; the root of a collective that has one; a rank of the communicator
  std::int64_t tag = 0;
  MessageData data = {};
};

struct Step {
  bool isWait = false;
  std::size_t operation = 0;
  const llvm::CallBase *call = nullptr;
};

/// How a communicator came about: all of the parent have the same color in a duplicate.
struct CommMaking {
  std::uint32_t parent = 0;
  std::int64_t color = 0;
  std::int64_t key = 0;
};

struct CommTrace {
  bool isKnown = true;
  std::vector<Operation> operations;
  std::vector<Step> steps;

  std::vector<CommMaking> makings;                     // of communicator 1 on
  std::map<std::uint32_t, std::uint32_t> comms;        // number of the communicator, by handle
  std::map<std::uint32_t, std::size_t> ofRequest;      // the operation, by handle; of a persistent one the last start
  std::map<std::uint32_t, Operation> persistent = {};  // to be started, by handle
};

/// Before the call has its effect on requests and objects.
void logCall(const CallView &view);
/// After it: the handles that it made are known.
void logHandles(const CallView &view);

}  // namespace lockstep::passes::symex
