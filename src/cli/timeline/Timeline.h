// The timeline of every thread of a recorded run: calls, requests, epochs, messages. For trace viewers.
//
// It is created by another pass of the engine over the records, with a single rule that records events, because only
// the engine knows which message a receive matched and which request a call completed.
//
// Times are nanoseconds since the first call. Clocks of different machines are not synchronized; the first calls of all
// machines are assumed to be simultaneous, which is nearly true for the initialization of MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cli/symbols/Symbols.h"
#include "engine/objects/Communicators.h"
#include "mpi/Routine.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

struct Timeline {
  struct Call {
    const mpi::RoutineInfo *routine = nullptr;
    int rank = -1;
    unsigned thread = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool isOpen = true;          // it never returned; it ends with the records
    std::size_t place = 0;       // among places
    std::uint64_t comm = 0;      // id, 0: none
    std::int64_t root = -1;      // of a collective that has one, as the call names it
    std::uint64_t bytesOut = 0;  // sent and received by the call's buffers, as far as known
    std::uint64_t bytesIn = 0;
    std::uint64_t window = 0;  // id, 0: none; also of one that the call creates or frees
    std::int64_t target = -1;  // as the call names it
    bool isExclusive = false;  // of a lock
    std::vector<int> group;    // of a call that opens or closes an epoch with some ranks: these, in the world
  };

  /// By indices of calls.
  struct Message {
    std::size_t sent = 0;                  // the call that started the send
    std::size_t posted = 0;                // the call that posted the receive
    std::size_t received = 0;              // the call that completed it
    std::optional<std::size_t> completed;  // the call that completed the send, if that has a request
    std::uint64_t comm = 0;
    int sender = -1;  // world ranks
    int receiver = -1;
    std::int64_t tag = 0;
    std::uint64_t bytes = 0;
  };

  /// A request from its start to its completion.
  struct Request {
    std::size_t started = 0;
    std::size_t completed = 0;
  };

  /// An RMA operation, by indices of calls.
  struct Operation {
    std::size_t call = 0;
    std::optional<std::size_t> completed;          // the call that completed it at its origin
    std::optional<std::size_t> completedAtTarget;  // the origin's call that did at the target
  };

  struct Epoch {
    std::string name;
    int rank = -1;
    unsigned thread = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  /// The first load or store of a thread at a code place.
  struct Access {
    int rank = -1;
    unsigned thread = 0;
    std::uint64_t time = 0;  // of the call before it
    std::size_t place = 0;
  };

  int ranks = 0;
  std::uint64_t end = 0;             // of the last event
  std::vector<report::Site> places;  // resolved
  std::vector<Call> calls;           // in the order in which they began on their thread
  std::vector<Message> messages;
  std::vector<Request> requests;
  std::vector<Operation> operations;
  std::vector<Epoch> epochs;
  std::vector<Access> accesses;
  std::map<std::uint64_t, engine::CommunicatorPtr> comms;    // used by calls
  std::map<std::uint64_t, engine::CommunicatorPtr> windows;  // the communicators of windows

  /// The position of a finding's site in the timeline: the first call or access of its thread there.
  std::optional<std::size_t> findCall(const report::Site &site) const { return find(callAt, site); }
  std::optional<std::size_t> findAccess(const report::Site &site) const { return find(accessAt, site); }

  /// A thread and a place: rank, thread, call, file, line, column.
  using SiteKey = std::tuple<int, int, std::string, std::string, unsigned, unsigned>;
  using Index = std::map<SiteKey, std::size_t>;
  Index callAt;
  Index accessAt;

  /// Fills the two, once the places are resolved.
  void index();

 private:
  static std::optional<std::size_t> find(const Index &index, const report::Site &site);
};

/// The trace must have been checked before, as far as it is readable; `others` do not count.
Timeline readTimeline(const std::filesystem::path &trace, Symbols &symbols,
                      const std::set<trace::ProcessKey> &others = {});

}  // namespace lockstep::cli
