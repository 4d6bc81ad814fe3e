// rma-epoch: the open epochs of a process on one window, and what is wrong with its next call on the window.
//
// A call is judged when it begins and takes effect when it returns. Unlike other calls, a fence may or may not open an
// epoch: it does if operations follow, it does not if another synchronization follows. If a lock or start with
// operations comes between two fences, both of which open an epoch, this is known at the second fence. After an error
// nothing is reported until the next synchronization that begins an epoch: the rest are consequences.
//
// If a target, the assertions or the flag of a test are unknown, only what depends on them is unknown. An operation on
// an unknown target proves nothing, since it may be MPI_PROC_NULL. Of locks on unknown targets the number is known; an
// exposure that a test may have ended is surely over after the next wait.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

/// A call of the program, by a number that the calling analysis chooses.
struct Place {
  const mpi::RoutineInfo *routine = nullptr;  // none: no such call
  std::uint64_t number = 0;

  explicit operator bool() const { return routine != nullptr; }
  friend bool operator==(const Place &, const Place &) = default;
};

/// An unset field is unknown, or the routine has no such argument.
struct WindowCall {
  Place place;
  std::optional<std::int64_t> target{};
  std::optional<std::int64_t> assertions{};
  std::optional<std::int64_t> ownRank{};  // in the window's group

  const mpi::RoutineInfo &routine() const { return *place.routine; }
};

/// The verdict on a call, with the earlier call that conflicts with it, if any.
using EpochVerdict = PlacedVerdict<Place>;

class EpochState {
 public:
  /// Judges a call on the window, or one that finalizes MPI.
  std::optional<EpochVerdict> judge(const WindowCall &call);
  /// Applies a successful call; `flag` is the result of a test.
  void apply(const WindowCall &call, std::optional<bool> flag);
  /// A call may have been on this window or on another one: nothing is known until the next fence.
  void forget() { isForgotten_ = true; }

  friend bool operator==(const EpochState &, const EpochState &) = default;

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

  bool isFenced_ = false;  // a fence has opened an epoch, or may have done so
  Place used_;             // the first operation in the fence epoch
  Place fence_;            // the last fence, unless it asserted that no operations follow
  Place other_;            // the first lock or start with operations after that fence
  Place start_;
  Place post_;
  bool mayHaveEnded_ = false;  // the exposure
  Place lockAll_;
  std::map<std::int64_t, Place> locks_;  // by target
  std::vector<Place> someLocks_;         // on unknown targets
  bool isForgotten_ = false;
  bool isSilent_ = false;  // after an error
};

/// The assertions of a fence on which all ranks of the window must agree (MPI 4.0, 12.5.5); none for other routines.
std::optional<std::int64_t> commonAssertions(const mpi::RoutineInfo &routine, std::int64_t assertions);
std::string_view nameOfCommonAssertions(std::int64_t assertions);
/// `given`: text that says which ranks pass which assertions.
Verdict differentAssertions(const mpi::RoutineInfo &fence, std::string_view window, std::string_view given);

}  // namespace lockstep::semantics
