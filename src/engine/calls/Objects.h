// The objects behind the handles of every process, in event order: where they were created and how often, and their
// properties needed by argument checks.
// The prefix of a role tells its effect: `New` creates an object, `Freed` releases it. Handles of groups and error
// handlers are reference-counted: the same handle may be created several times. Every other handle that is returned
// again is the same object.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/objects/Communicators.h"
#include "mpi/CommNeeds.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// The call that created an object, and how often.
struct Making {
  const mpi::RoutineInfo *routine = nullptr;
  std::uint32_t site = 0;
  unsigned thread = 0;
  unsigned count = 0;
};

struct Object {
  std::vector<Making> makings;            // one, unless reference-counted
  std::optional<bool> isCommitted;        // of a datatype; none if unknown
  CommunicatorPtr comm;                   // communicator of a window
  std::optional<mpi::Topology> topology;  // of a communicator
  bool isDynamic = false;                 // of a window: displacements are addresses
};

class Objects {
 public:
  /// Definitions in the records of a process, which precede the Leave of the call that returns the handle.
  void define(const ProcessInfo &process, const trace::Process &record);
  void define(const ProcessInfo &process, const trace::Type &record);

  /// The call has returned: records what it created, committed and freed.
  void leave(const Call &call, const Result &result);

  const Object *find(const ProcessInfo &process, mpi::Element kind, std::int64_t id) const;
  /// None if unknown.
  std::optional<bool> isCommitted(const ProcessInfo &process, std::int64_t type) const;
  std::optional<mpi::Topology> topology(const ProcessInfo &process, std::int64_t comm) const;
  /// Whether an object of this kind was freed before.
  bool hasFreed(const ProcessInfo &process, mpi::Element kind) const;
  /// Whether the process may hold handles of this kind that no record defines.
  bool mayHoldUnseen(const ProcessInfo &process, mpi::Element kind) const;
  /// The largest tag that the library allows; none if unknown.
  std::optional<std::int64_t> largestTag(const ProcessInfo &process) const;
  /// Incremented by every change to any object.
  std::uint64_t state() const { return state_; }
  /// All existing objects of a kind.
  const std::map<std::int64_t, Object> &all(const ProcessInfo &process, mpi::Element kind) const;

 private:
  struct Kind {
    std::map<std::int64_t, Object> objects;
    bool hasFreed = false;
    bool mayHoldUnseen = false;
  };
  struct Owner {
    std::map<mpi::Element, Kind> kinds;
    std::set<std::int64_t> madeCommitted;  // datatypes that need no commit
    std::int64_t largestTag = 0;
  };

  const Owner &of(const ProcessInfo &process) const;
  const Kind &of(const ProcessInfo &process, mpi::Element kind) const;
  void make(const Call &call, mpi::Element kind, std::int64_t id);
  Object describe(const Call &call, mpi::Element kind, std::int64_t id) const;
  void free(const Call &call, mpi::Element kind, std::int64_t id);

  std::map<const ProcessInfo *, Owner> owners_;
  std::uint64_t state_ = 1;
};

/// The site of an object's creation.
report::Site siteOf(const ProcessInfo &process, const Making &making, std::string label);

/// Without a rank: all ranks of its communicator create a window together, not only those of the finding.
report::Site siteOfWindow(const ProcessInfo &process, const Making &making);

/// Whether the handle is predefined, so that no call creates or frees it.
bool isPredefined(const ProcessInfo &process, mpi::Element kind, std::int64_t id);

}  // namespace lockstep::engine
