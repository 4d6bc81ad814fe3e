// The objects of every process that its handles name, as far as its events have been ordered: who made them and where,
// how often, and what the checks of arguments need to know of them.
//
// What a role begins with tells its effect: `New` makes an object, `Freed` gives it back. Handles of groups and of
// error handlers are counted references: the same handle may be made several times. Every other handle that is handed
// out again is the same object.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/objects/Communicators.h"
#include "mpi/CommNeeds.h"
#include "mpi/HandleKind.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// Where objects were made, and how many.
struct Making {
  const mpi::RoutineInfo *routine = nullptr;
  std::uint32_t site = 0;
  unsigned thread = 0;
  unsigned count = 0;
};

struct Object {
  std::vector<Making> makings;            // one, but for counted references
  std::optional<bool> isCommitted;        // of a datatype; none where it is not known
  CommunicatorPtr comm;                   // that a window was made on
  std::optional<mpi::Topology> topology;  // of a communicator
  bool isDynamic = false;                 // of a window: displacements are addresses
};

class Objects {
 public:
  /// What the records of a process define; they come before the call that returns the handle has left.
  void define(const ProcessInfo &process, const trace::Process &record);
  void define(const ProcessInfo &process, const trace::Type &record);

  /// The call returned: takes note of what it made, committed and freed.
  void leave(const Call &call, const Result &result);

  const Object *find(const ProcessInfo &process, mpi::Element kind, std::int64_t id) const;
  /// None where it is not known.
  std::optional<bool> isCommitted(const ProcessInfo &process, std::int64_t type) const;
  std::optional<mpi::Topology> topology(const ProcessInfo &process, std::int64_t comm) const;
  /// Some object of the kind was freed before.
  bool hasFreed(const ProcessInfo &process, mpi::Element kind) const;
  /// The process may hold handles of the kind that no record defines.
  bool mayHoldUnseen(const ProcessInfo &process, mpi::Element kind) const;
  /// The largest tag that the library allows; none where it is not known.
  std::optional<std::int64_t> largestTag(const ProcessInfo &process) const;
  /// The number of the last change to any object.
  std::uint64_t state() const { return state_; }
  /// All objects of a kind that exist.
  const std::map<std::int64_t, Object> &all(const ProcessInfo &process, mpi::Element kind) const;

 private:
  struct Kind {
    std::map<std::int64_t, Object> objects;
    bool hasFreed = false;
    bool mayHoldUnseen = false;
  };
  struct Owner {
    std::map<mpi::Element, Kind> kinds;
    std::set<std::int64_t> madeCommitted;  // datatypes that needed no commit
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

/// Where the objects were made, for a finding.
report::Site siteOf(const ProcessInfo &process, const Making &making, std::string label);

/// Of no rank: all ranks of its communicator make a window together, not only those that a finding is about.
report::Site siteOfWindow(const ProcessInfo &process, const Making &making);

/// True for a handle that the process has from the start: nobody makes or frees it.
bool isPredefined(const ProcessInfo &process, mpi::Element kind, std::int64_t id);

}  // namespace lockstep::engine
