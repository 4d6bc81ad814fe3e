// Matches the posts of targets with the starts of origins.
//
// The n-th start of a process that names a target matches the n-th post of that target that names the process. Such a
// pair orders events. The origin's complete happens before the return of the target's wait (or of its successful test).
// The post happens before the origin's accesses to the target's memory; it is not ordered before the return of start,
// nor of complete unless the origin has read something, which it cannot have got before the post.
//
// This depends only on each process's own order of calls, so pairs are known as soon as the records arrive; they get
// their time stamps when the events are ordered.
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

/// Whether the call, a wait or a successful test, ends the exposure epoch.
bool endsExposure(const Call &call, const Result &result);

class Windows;

class Exposures {
 public:
  explicit Exposures(const Windows &windows) : windows_(windows) {}

  /// Stores in the call the pairs that it begins or ends.
  void enter(Call &call, const Groups &groups);
  void leave(const Call &call, const Result &result);

 private:
  struct Pair {
    std::deque<MeetingPtr> meetings;  // pairs that only one side has reached
    std::uint64_t first = 0;          // number of meetings.front()
    std::uint64_t posts = 0;
    std::uint64_t starts = 0;
  };
  using PairKey = std::tuple<std::int64_t, int, int>;  // window, origin, target
  /// The open epochs of a process on a window.
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
