// What happens in a process: one event of one thread, as it waits for its turn.
//
// An event is made of a record, Matching adds what it starts and completes, Schedule holds it back until all that it
// depends on has happened. There are millions of them, and many may wait at once: each kind has only what it needs.
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
  std::uint32_t site = 0;  // where a signal struck, 0: not known
};

/// Something odd that a call did with a request.
struct RequestNote {
  enum class What : std::uint8_t {
    Misuse,
    FreedActive,     // misuse or not
    FreedUnstarted,  // no misuse yet: see RequestLife.cpp
    NotPersistent,   // it was to be started
    Gone,            // the handle stood for an operation once, and for none now
    NeverMade        // no call has returned the handle
  };
  What what{};
  CallPtr call;
  OperationPtr operation{};  // null for a handle that stands for none
  std::optional<semantics::PlacedVerdict<CallPtr>> misuse{};
  std::optional<GoneRequest> gone{};  // that a stale handle stood for
};

/// What an operation, or a call by itself, waits for.
struct PendingWork {
  Transfers transfers;
  Participation collective;  // without an exchange: none
};

/// What a call had to wait for.
struct Waits {
  Transfers transfers;            // its own sides of messages
  LazyVector<PendingWork> works;  // the operations that it was given, or the collective that it is
  bool isEmpty() const { return transfers.empty() && works.empty(); }
};

struct Event {
  /// The process has said which rank it is.
  struct Initialized {};

  struct Enter {
    CallPtr call;
    LazyVector<Participation> starts{};  // collectives that it is the member's arrival at
    Transfers posts{};                   // sides of messages that it starts
    LazyVector<RequestNote> notes{};     // what is odd about the requests that the call was given
    LazyVector<OperationPtr> started{};  // persistent ones
  };

  struct Leave {
    mpi::Routine routine{};
    Result result;
    CallPtr call{};  // once it is matched; stays null where the thread is not inside such a call
    LazyVector<Participation> completions{};  // collectives that are complete for the member
    Transfers posts{};                        // sides of messages that a poll has started, which found something
    Transfers received{};                     // that it completes and that depend on the other side
    Waits waits{};                            // of the call
    LazyVector<OperationPtr> completed{};
    LazyVector<trace::Value> values{};  // that operations have fetched which it completes
  };

  /// Of the order of threads.
  struct Thread {
    trace::ThreadEvent event{};
    std::uint64_t object = 0;
  };

  /// Plain ones, between two other events of the thread.
  struct Accesses {
    std::uint64_t operation = 0;  // that makes them
    LazyVector<trace::Access> runs{};
    LazyVector<trace::AccessBits> bits{};
    void add(const trace::Access &run) { runs.push_back(run); }
    void add(const trace::AccessBits &more) { bits.push_back(more); }
  };

  /// An atomic access of the program's own.
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

  /// Null for an event of another kind.
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
