// An event of one thread of a process, as it waits in the schedule.
//
// An event is created from a record; Matching adds what it starts and completes; Schedule holds it back until
// everything that it depends on has happened. There are millions of events, and many may wait at once: each kind stores
// only what it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "engine/calls/Call.h"
#include "engine/calls/Exchange.h"
#include "engine/calls/Requests.h"
#include "engine/calls/Transfer.h"
#include "engine/objects/Windows.h"
#include "engine/support/LazyVector.h"
#include "trace/Record.h"

namespace lockstep::engine {

/// How a process ended.
struct End {
  enum class How : std::uint8_t { Exit, Signal, Vanished };
  How how = How::Exit;
  int code = 0;  // exit status or signal number
  std::uint64_t time = 0;
  std::uint32_t site = 0;  // where the signal was raised, 0: unknown
};

/// A suspicious use of a request by a call.
struct RequestNote {
  enum class What : std::uint8_t {
    Misuse,
    FreedActive,     // legal or not
    FreedUnstarted,  // not an error yet: see RequestLife.cpp
    NotPersistent,   // passed to a start call
    Gone,            // the handle once was a request, but is none now
    NeverMade        // no call has returned the handle
  };
  What what{};
  CallPtr call;
  OperationPtr operation{};  // null for a handle without a request
  std::optional<semantics::PlacedVerdict<CallPtr>> misuse{};
  std::optional<GoneRequest> gone{};  // what a stale handle stood for
};

/// What an operation, or a call itself, waits for.
struct PendingWork {
  Transfers transfers;
  Participation collective;  // without an exchange: none
};

/// What a call had to wait for.
struct Waits {
  Transfers transfers;            // its own transfers
  LazyVector<PendingWork> works;  // its operations, or the collective that it is
  bool isEmpty() const { return transfers.empty() && works.empty(); }
};

struct Event {
  /// The process is initialized, so its rank is known.
  struct Initialized {};

  struct Enter {
    CallPtr call;
    LazyVector<Participation> starts{};  // collectives at which the member arrives
    Transfers posts{};                   // transfers that it starts
    LazyVector<RequestNote> notes{};     // suspicious uses of requests
    LazyVector<OperationPtr> started{};  // persistent operations that it starts
  };

  struct Leave {
    mpi::Routine routine{};
    Result result;
    CallPtr call{};                           // set when matched; null if the thread is not in such a call
    LazyVector<Participation> completions{};  // collectives that are complete for the member
    Transfers posts{};                        // transfers started by a successful poll
    Transfers received{};                     // transfers that it completes and that depend on the other side
    Waits waits{};                            // for the call
    LazyVector<OperationPtr> completed{};
    LazyVector<trace::Value> values{};  // fetched by operations that it completes
  };

  /// An event of the thread order.
  struct Thread {
    trace::ThreadEvent event{};
    std::uint64_t object = 0;
  };

  /// Plain accesses between two other events of the thread.
  struct Accesses {
    std::uint64_t operation = 0;  // user-defined reduction that makes them, or 0
    LazyVector<trace::Access> runs{};
    LazyVector<trace::AccessBits> bits{};
    void add(const trace::Access &run) { runs.push_back(run); }
    void add(const trace::AccessBits &more) { bits.push_back(more); }
  };

  /// An atomic access by the program.
  struct Atomic {
    trace::Value value{};
  };

  struct Freed {
    Span memory;
  };

  struct Released {
    Span memory;
    Release release;
  };

  unsigned thread = 0;
  std::variant<Initialized, Enter, Leave, Thread, Accesses, Atomic, Freed, Released, End> what;

  /// Null if the event is of another kind.
  template <class Kind>
  Kind *as() {
    return std::get_if<Kind>(&what);
  }
  template <class Kind>
  const Kind *as() const {
    return std::get_if<Kind>(&what);
  }
};
static_assert(sizeof(Event) <= 344);

}  // namespace lockstep::engine
