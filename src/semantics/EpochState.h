// rma-epoch: the epochs that a process has open on one window, and what is wrong with its next call there.
//
// A call is judged when it is made and takes effect when it has returned. A fence is different from the others, since
// it may open an epoch or not: it did if operations follow, it did not if something else does. Where a lock or start
// with operations follows it and then another fence, both have opened an epoch, which is known at the second fence.
// After an error nothing is said until a synchronization begins anew: what follows is its consequence.
//
// Where a target, the assertions or the flag of a test are not known, only what depends on them is not known either. An
// operation on some target tells nothing: it may be MPI_PROC_NULL. Of locks of some targets it is known how many there
// are, and of an exposure that a test may have ended that it is over after the next wait.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

/// A call of the program. What the number stands for is known to the analysis that passes it.
struct Place {
  const mpi::RoutineInfo *routine = nullptr;  // none: no such call
  std::uint64_t number = 0;

  explicit operator bool() const { return routine != nullptr; }
};

/// What is none is not known, or the routine has no such argument.
struct WindowCall {
  Place place;
  std::optional<std::int64_t> target{};
  std::optional<std::int64_t> assertions{};
  std::optional<std::int64_t> ownRank{};  // in the window's group

  const mpi::RoutineInfo &routine() const { return *place.routine; }
};

/// At the call, and the earlier one that has to do with it, if there is one.
using EpochVerdict = PlacedVerdict<Place>;

class EpochState {
 public:
  /// A call on the window, or one that ends MPI.
  std::optional<EpochVerdict> judge(const WindowCall &call);
  /// The call has succeeded; `flag` is what a test has found.
  void apply(const WindowCall &call, std::optional<bool> flag);
  /// A call may have been on this window or on another: nothing is known before the next fence.
  void forget() { isForgotten_ = true; }

 private:
  std::optional<EpochVerdict> find(const WindowCall &call) const;
  std::optional<EpochVerdict> judgeOthers(const WindowCall &call, unsigned others) const;
  std::optional<EpochVerdict> judgeOperation(const WindowCall &call) const;
  std::optional<EpochVerdict> judgeFence(const WindowCall &call) const;
  std::optional<EpochVerdict> judgeLock(const WindowCall &call) const;
  std::optional<EpochVerdict> judgeUnlock(const WindowCall &call) const;
  std::optional<EpochVerdict> judgeFlush(const WindowCall &call) const;
  std::optional<EpochVerdict> judgeEnd(const WindowCall &call) const;

  void use(const WindowCall &call);
  void open(Place &epoch, const WindowCall &call);
  void unlock(const WindowCall &call);

  bool isExposed() const { return post_ && !mayHaveEnded_; }
  bool isLocked() const { return lockAll_ || holdsLock(); }
  bool holdsLock() const { return !locks_.empty() || !someLocks_.empty(); }
  bool mayBeLocked(std::int64_t target) const;
  Place openedFor(std::int64_t target) const;
  Place someLock() const;

  bool isFenced_ = false;  // a fence has opened an epoch, or may have
  Place used_;             // the first operation in the epoch of the fence
  Place fence_;            // the last one, if it has not promised that no operations follow
  Place other_;            // the first lock or start with operations since that fence
  Place start_;
  Place post_;
  bool mayHaveEnded_ = false;  // the exposure
  Place lockAll_;
  std::map<std::int64_t, Place> locks_;  // by target
  std::vector<Place> someLocks_;         // of targets that are not known
  bool isForgotten_ = false;
  bool isSilent_ = false;  // after an error
};

/// The assertions of a fence that all ranks of the window give, or none (MPI 4.0, 12.5.5); none for another routine.
std::optional<std::int64_t> commonAssertions(const mpi::RoutineInfo &routine, std::int64_t assertions);
std::string_view nameOfCommonAssertions(std::int64_t assertions);
/// `given` says which ranks give which.
Verdict differentAssertions(const mpi::RoutineInfo &fence, std::string_view window, std::string_view given);

}  // namespace lockstep::semantics
