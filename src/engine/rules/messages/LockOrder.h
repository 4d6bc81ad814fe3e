// What exclusive locks of windows order, beyond the order that all rules use.
//
// Which of two ranks gets a lock first is nondeterministic, so for accesses locks exclude and do not order. But where a
// rank has the lock before another one asks for it, the other one gets it only after the release. A rank surely has the
// lock at the return of the call only where the target is itself or shares its memory: elsewhere a library may ask for
// it later, and has it when the first operation under it is complete. Messages that are sent under the locks, or after
// them, are ordered by this.
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
  /// `mayForget`: nobody will ask about events that are ordered before all that can still come.
  void enter(const Call &call, const Context &context, bool mayForget);
  void leave(const Call &call, const Context &context);

  /// Locks may order some events.
  bool hasAny() const { return !locks_.empty(); }
  /// Too many locks or questions: not all that they order is known any more.
  bool isIncomplete() const { return isIncomplete_; }
  /// Whether the locks order `a` before `b`; once nothing more will come.
  bool before(const Moment &a, const Stamp &b, const Order &order);

 private:
  using Target = std::pair<std::int64_t, int>;  // window, rank
  /// One rank's lock, from its request to its release.
  struct Lock {
    Target target;
    int rank = -1;
    Stamp requested;
    Stamp held;           // tick 0: not held for certain
    Stamp released;       // tick 0: not yet
    bool isUsed = false;  // an operation was begun under it
  };
  /// Locks of one target that the same strands have asked for, got and given back, one after the other: what comes
  /// before one of them comes before all that follow.
  struct Series {
    Target target;
    int rank = -1;
    std::vector<const Lock *> held;
    std::vector<const Lock *> released;  // likewise held
  };
  static constexpr std::size_t kMostLocks = 20000;
  static constexpr std::uint64_t kMostSteps = 20'000'000;  // of all questions together

  template <class Visit>
  void forEachOpen(const Call &call, const Context &context, Visit visit);
  static void hold(Lock &lock, const Context &context);
  std::size_t forgetOld(const Order &order);
  void sortIntoSeries();
  const Lock *firstReleasedAfter(const Moment &moment, const Series &series, const Order &order);
  const Lock *firstRequestedAfter(const Moment &moment, const Series &series, const Order &order);

  std::vector<Lock> locks_;
  std::map<std::pair<int, Target>, std::size_t> open_;  // by holder: which of locks_
  std::size_t looksAt_ = 32;                            // so many locks: looks which of them can be forgotten
  std::vector<Series> series_;                          // in the order of their targets; empty: not asked for yet
  std::uint64_t steps_ = 0;
  bool isIncomplete_ = false;
};

}  // namespace lockstep::engine
