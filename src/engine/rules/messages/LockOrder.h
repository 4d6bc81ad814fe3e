// Order by exclusive window locks, in addition to the happens-before order that all rules use.
//
// Which of two ranks gets a lock first is nondeterministic, so for accesses locks exclude and do not order. But if a
// rank holds the lock before another one requests it, the other gets it only after the release. A rank certainly holds
// the lock when the call returns only if it is the target itself or shares the target's memory: otherwise a library may
// acquire the lock later, and holds it when the first operation under it completes. Messages sent while holding the
// locks, or later, are ordered by this.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/Context.h"

namespace lockstep::engine {

class LockOrder {
 public:
  static bool isAbout(const mpi::RoutineInfo &routine);
  /// `mayForget`: nobody will ask about events that are ordered before everything that can still come.
  void enter(const Call &call, const Context &context, bool mayForget);
  void leave(const Call &call, const Context &context);

  /// Whether locks may order some events.
  bool hasAny() const { return !locks_.empty(); }
  /// Too many locks or queries: the order is only partly known.
  bool isIncomplete() const { return isIncomplete_; }
  /// Whether the locks order `a` before `b`; valid at the end of input.
  bool before(const Moment &a, const Stamp &b, const Order &order);

 private:
  using Target = std::pair<std::int64_t, int>;  // window, rank
  /// One rank's lock, from request to release.
  struct Lock {
    Target target;
    int rank = -1;
    Stamp requested;
    Stamp held;           // tick 0: not certainly held
    Stamp released;       // tick 0: not released yet
    bool isUsed = false;  // an operation was started under it
  };
  /// Locks of one target that the same strands requested, acquired and released, in sequence: what is ordered before
  /// one of them is ordered before all later ones.
  struct Series {
    Target target;
    int rank = -1;
    std::vector<const Lock *> held;
    std::vector<const Lock *> released;  // held and released
  };
  static constexpr std::size_t kMostLocks = 20000;
  static constexpr std::uint64_t kMostSteps = 20'000'000;  // for all queries together

  template <class Visit>
  void forEachOpen(const Call &call, const Context &context, Visit visit);
  static void hold(Lock &lock, const Context &context);
  std::size_t forgetOld(const Order &order);
  void sortIntoSeries();
  const Lock *firstReleasedAfter(const Moment &moment, const Series &series, const Order &order);
  const Lock *firstRequestedAfter(const Moment &moment, const Series &series, const Order &order);

  std::vector<Lock> locks_;
  std::map<std::pair<int, Target>, std::size_t> open_;  // by holder: index in locks_
  std::size_t looksAt_ = 32;                            // number of locks at which to look for droppable ones
  std::vector<Series> series_;                          // by target; empty: no query yet
  std::uint64_t steps_ = 0;
  bool isIncomplete_ = false;
};

}  // namespace lockstep::engine
