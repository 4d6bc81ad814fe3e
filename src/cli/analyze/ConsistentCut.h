// Where the records of ranks come together that begin at different points.
//
// Of a trace with a limit every rank has kept another part. From a collective on that all ranks have kept, and that
// nobody leaves before all have come, what happened before is ordered before all that follows, on every rank: it need
// not be known. What follows can be judged as if the run began there, unless something reaches across that point that
// gives order or keeps others out, and of which only the end would be seen:
//   a request whose operation was started before and is completed behind it, unless it only sends
//   a persistent request of a collective that was made before; those of messages are known however old they are
//   an epoch between post and wait, or start and complete; a lock of one target
//   operations behind it that belong to the epoch of a fence before it
//   a collective on another communicator that some members have called before it and others behind it
//   another thread that is at work
// Then the next such collective is taken. Locks of all targets may reach across: whoever has one, or of whom it is not
// known, is taken to have one. Messages that were sent before and are received behind it cannot be seen, see
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
  double before = 0;  // which part of the calls that are there lies before it, from 0 to 1
  std::map<trace::ProcessKey, Beginning> beginnings;
};

/// Reads all of the trace. None: there is no such point, or ranks are missing.
std::optional<ConsistentCut> findConsistentCut(trace::Reader &reader);

}  // namespace lockstep::cli
