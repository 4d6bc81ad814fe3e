// Which post of a target belongs to which start of an origin.
//
// The n-th start of a process that names a target meets the n-th post of that target that names the process. Such a
// meeting orders two things. The origin's complete precedes the return of the target's wait (or of its true test). And
// the post precedes what the origin does to the target's memory: not the return of start, nor that of complete, unless
// the origin has read something, which it cannot have got before.
//
// It depends only on each process's own order of calls, so it is known as soon as the records arrive; a meeting gets
// its stamps when its events are ordered.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/calls/PscwPair.h"
#include "engine/objects/Groups.h"

namespace lockstep::engine {

/// The call, a wait or a test that found it, ends the exposure of the window.
bool endsExposure(const Call &call, const Result &result);

class Windows;

class Exposures {
 public:
  explicit Exposures(const Windows &windows) : windows_(windows) {}

  /// Gives the call its meetings: those that it begins or ends.
  void enter(Call &call, const Groups &groups);
  void leave(const Call &call, const Result &result);

 private:
  struct Pair {
    std::deque<MeetingPtr> meetings;  // those that one of the two has yet to come to
    std::uint64_t first = 0;          // number of meetings.front()
    std::uint64_t posts = 0;
    std::uint64_t starts = 0;
  };
  using PairKey = std::tuple<std::int64_t, int, int>;  // window, origin, target
  /// What a process has begun on a window.
  struct Open {
    PscwPairs started;
    PscwPairs posted;
  };

  MeetingPtr meet(std::int64_t window, int origin, int target, std::uint64_t Pair::*side);
  void noteRead(const Call &call, const Open &open) const;

  const Windows &windows_;
  std::map<PairKey, Pair> pairs_;
  std::map<std::pair<int, std::int64_t>, Open> open_;  // by rank and window
};

}  // namespace lockstep::engine
