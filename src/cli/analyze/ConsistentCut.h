// Finds a consistent cut of a truncated trace, in which the records of each rank begin at a different point.
//
// With a size limit, each rank has kept a different part of its trace. A collective that all ranks have kept, and that
// no rank leaves before all have entered it, orders everything before it before everything after it, on every rank; so
// the earlier records need not be known. The part after it can be analyzed as if the run began there, unless something
// that orders or excludes accesses crosses that point, so that only its end would be seen:
//   a request whose operation is started before and completed after it, unless it only sends
//   a persistent request of a collective that was created before it; those of messages are kept as definitions
//   an epoch between post and wait, or start and complete; a lock of one target
//   operations after it that belong to the epoch of a fence before it
//   a collective on another communicator that some members call before it and others after it
//   another thread that is active
// Then the next such collective is tried. Locks of all targets may cross the cut: a rank that holds one, or may hold
// one, is assumed to hold it. Messages that were sent before and are received after the cut cannot be detected, see
// engine/matching/Messages.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "report/Finding.h"
#include "trace/file/Reader.h"

namespace lockstep::cli {

/// From where on the records of a process count.
struct Beginning {
  std::uint64_t sequence = 0;
  std::uint64_t time = 0;
  std::uint32_t thread = 0;
  std::vector<std::uint64_t> lockedAll;  // windows of which it may have locked all targets
  std::set<std::uint64_t> replaced;      // shared windows whose memory another one has got
};

struct ConsistentCut {
  report::Site site;  // of the call on rank 0
  double before = 0;  // fraction of the existing calls before it
  std::map<trace::ProcessKey, Beginning> beginnings;
};

/// Reads the whole trace. None: there is no cut, or ranks are missing.
std::optional<ConsistentCut> findConsistentCut(trace::Reader &reader);

}  // namespace lockstep::cli
