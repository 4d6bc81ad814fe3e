// The epochs of one window, with calls of which not everything is known.
#include "semantics/EpochState.h"

#include <gtest/gtest.h>

#include "mpi/Epochs.h"

namespace lockstep::semantics {
namespace {

using mpi::Routine;
using report::Severity;

constexpr std::int64_t kOwnRank = 0;
constexpr auto kUnknown = std::nullopt;

/// One process makes calls on it, one after the other. Each says what is wrong with it: nothing, or the beginning.
class Window {
 public:
  std::string call(Routine routine) { return make({placeOf(routine)}, true); }
  std::string onTarget(Routine routine, std::optional<std::int64_t> target) {
    return make({placeOf(routine), target, kUnknown, kOwnRank}, kUnknown);
  }
  std::string fence(std::optional<std::int64_t> assertions = 0) {
    return make({placeOf(Routine::Win_fence), kUnknown, assertions}, kUnknown);
  }
  std::string test(std::optional<bool> flag) { return make({placeOf(Routine::Win_test)}, flag); }

  void forget() { state_.forget(); }

  std::uint64_t calls() const { return calls_; }
  /// What is wrong with the last call.
  const EpochVerdict &found() const { return *found_; }

 private:
  Place placeOf(Routine routine) { return {&mpi::info(routine), ++calls_}; }
  std::string make(const WindowCall &call, std::optional<bool> flag) {
    found_ = state_.judge(call);
    state_.apply(call, flag);
    return found_ ? found_->verdict.message : "";
  }

  EpochState state_;
  std::optional<EpochVerdict> found_;
  std::uint64_t calls_ = 0;
};

TEST(EpochState, FenceThatIsUsedIsClosed) {
  Window window;
  EXPECT_EQ(window.fence(), "");
  EXPECT_EQ(window.onTarget(Routine::Put, mpi::kProcNull), "");
  EXPECT_EQ(window.onTarget(Routine::Put, 1), "");
  const std::uint64_t used = window.calls();
  EXPECT_EQ(window.onTarget(Routine::Get, 1), "");
  EXPECT_EQ(window.call(Routine::Win_free), "the epoch of the last fence is used but never closed before MPI_Win_free");
  EXPECT_EQ(window.found().other.number, used);
  EXPECT_EQ(window.found().other.routine->routine, Routine::Put);
}

TEST(EpochState, LastFenceLeavesNothingOpen) {
  Window window;
  window.fence();
  window.onTarget(Routine::Put, 1);
  EXPECT_EQ(window.fence(), "");
  EXPECT_EQ(window.call(Routine::Win_free), "");
}

TEST(EpochState, AFenceThatPrecedesNothingFollowsNothing) {
  Window window;
  window.fence();
  EXPECT_EQ(window.fence(mpi::kNoPrecede), "");
  window.onTarget(Routine::Put, 1);
  EXPECT_EQ(
      window.fence(mpi::kNoPrecede),
      "MPI_Win_fence with MPI_MODE_NOPRECEDE has to complete operations: the process has made some since the last "
      "fence");
}

TEST(EpochState, AssertionsThatAreNotKnownPromiseNothing) {
  Window window;
  window.fence(kUnknown);
  EXPECT_EQ(window.onTarget(Routine::Put, 1), "");
  EXPECT_EQ(window.fence(kUnknown), "");
}

TEST(EpochState, LockBetweenFences) {
  const auto secondFence = [](std::optional<std::int64_t> first, std::optional<std::int64_t> second) {
    Window window;
    window.fence(first);
    EXPECT_EQ(window.onTarget(Routine::Win_lock, 1), "");
    window.onTarget(Routine::Put, 1);
    EXPECT_EQ(window.onTarget(Routine::Win_unlock, 1), "");
    const std::string what = window.fence(second);
    if (!what.empty()) {
      EXPECT_EQ(window.found().verdict.severity, Severity::Warning);
      EXPECT_EQ(window.found().other.number, 2U);
    }
    return what;
  };
  EXPECT_EQ(secondFence(0, 0),
            "MPI_Win_fence closes an epoch that the last MPI_Win_fence has opened, and MPI_Win_lock has opened another "
            "inside of it");
  EXPECT_NE(secondFence(mpi::kNoPrecede, mpi::kNoSucceed), "");
  EXPECT_EQ(secondFence(mpi::kNoSucceed, 0), "");
  EXPECT_EQ(secondFence(0, mpi::kNoPrecede), "");
  EXPECT_EQ(secondFence(kUnknown, 0), "");
  EXPECT_EQ(secondFence(0, kUnknown), "");
}

TEST(EpochState, OperationsStandInsideEpochs) {
  Window window;
  EXPECT_EQ(window.onTarget(Routine::Put, mpi::kProcNull), "");
  EXPECT_EQ(window.onTarget(Routine::Put, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Put, 1),
            "MPI_Put to rank 1 outside an epoch: no fence, start or lock has opened one");
  EXPECT_EQ(window.onTarget(Routine::Put, 1), "");  // a consequence
  EXPECT_EQ(window.onTarget(Routine::Win_lock, 2), "");
  EXPECT_EQ(window.onTarget(Routine::Put, 2), "");
  EXPECT_EQ(window.onTarget(Routine::Put, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Put, 1),
            "MPI_Put to rank 1 outside an epoch: the process holds a lock, but not on rank 1");
}

TEST(EpochState, RequestsAreForPassiveTargets) {
  Window window;
  window.fence();
  EXPECT_EQ(window.onTarget(Routine::Rput, 1), "MPI_Rput outside a passive target epoch");
  EXPECT_EQ(window.found().verdict.severity, Severity::Warning);
  EXPECT_FALSE(window.found().other);
  EXPECT_EQ(window.fence(mpi::kNoSucceed), "");
  EXPECT_EQ(window.call(Routine::Win_start), "");
  EXPECT_EQ(window.onTarget(Routine::Rget, 1), "MPI_Rget outside a passive target epoch");
  EXPECT_EQ(window.found().other.routine->routine, Routine::Win_start);
}

TEST(EpochState, LocksOfSomeTargetsAreCounted) {
  Window window;
  EXPECT_EQ(window.onTarget(Routine::Win_lock, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Put, 1), "");
  EXPECT_EQ(window.onTarget(Routine::Win_flush, 1), "");
  EXPECT_EQ(window.call(Routine::Win_flush_all), "");
  EXPECT_EQ(window.onTarget(Routine::Win_lock, 1), "");
  EXPECT_EQ(window.onTarget(Routine::Win_unlock, kUnknown), "");  // one of the two
  EXPECT_EQ(window.onTarget(Routine::Put, 1), "");
  EXPECT_EQ(window.fence(), "MPI_Win_fence although the process holds a lock on the window");
  EXPECT_EQ(window.onTarget(Routine::Win_unlock, 1), "MPI_Win_unlock without MPI_Win_lock: rank 1 is not locked");
}

TEST(EpochState, LocksOfSomeTargetsAreReleased) {
  Window window;
  window.onTarget(Routine::Win_lock, 1);
  window.onTarget(Routine::Win_lock, kUnknown);
  window.onTarget(Routine::Win_lock, kUnknown);
  EXPECT_EQ(window.onTarget(Routine::Win_unlock, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Win_unlock, 1), "");
  EXPECT_EQ(window.onTarget(Routine::Win_unlock, 2), "");
  EXPECT_EQ(window.onTarget(Routine::Win_unlock, kUnknown),
            "MPI_Win_unlock without MPI_Win_lock: there is no lock to release");
  EXPECT_EQ(window.fence(), "");
  EXPECT_EQ(window.call(Routine::Win_free), "");
}

TEST(EpochState, WhatIsLockedIsNotLockedAgain) {
  Window window;
  window.onTarget(Routine::Win_lock, 1);
  EXPECT_EQ(window.onTarget(Routine::Win_lock, 2), "");
  EXPECT_EQ(window.onTarget(Routine::Win_lock, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Win_lock, 1), "MPI_Win_lock of rank 1, which the process has locked already");
  EXPECT_EQ(window.found().other.number, 1U);

  Window all;
  all.call(Routine::Win_lock_all);
  EXPECT_EQ(all.onTarget(Routine::Win_lock, 1), "MPI_Win_lock of rank 1 inside MPI_Win_lock_all");
  EXPECT_EQ(all.onTarget(Routine::Win_lock, kUnknown), "MPI_Win_lock inside MPI_Win_lock_all");
}

TEST(EpochState, WhatIsNotLockedIsNotFlushed) {
  Window window;
  EXPECT_EQ(window.onTarget(Routine::Win_flush, mpi::kProcNull), "");
  EXPECT_EQ(window.onTarget(Routine::Win_flush, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Win_flush, 1),
            "MPI_Win_flush outside a passive target epoch: no lock is held on rank 1");
  Window other;
  EXPECT_EQ(other.call(Routine::Win_flush_local_all),
            "MPI_Win_flush_local_all outside a passive target epoch: no lock is held");
  EXPECT_EQ(Window().call(Routine::Win_unlock_all),
            "MPI_Win_unlock_all without MPI_Win_lock_all: not all ranks are locked");
}

TEST(EpochState, WhatIsExposedIsNotLockedByItsOwner) {
  Window window;
  window.call(Routine::Win_post);
  EXPECT_EQ(window.onTarget(Routine::Win_lock, 1), "");
  EXPECT_EQ(window.onTarget(Routine::Win_lock, kUnknown), "");
  EXPECT_EQ(window.onTarget(Routine::Win_lock, kOwnRank), "MPI_Win_lock although MPI_Win_post has exposed the window");
}

TEST(EpochState, ATestMayEndTheExposure) {
  Window window;
  EXPECT_EQ(window.call(Routine::Win_post), "");
  EXPECT_EQ(window.test(kUnknown), "");
  EXPECT_EQ(window.call(Routine::Win_wait), "");
  EXPECT_EQ(window.test(kUnknown), "MPI_Win_test without MPI_Win_post: there is no exposure epoch to close");

  EXPECT_EQ(window.call(Routine::Win_post), "");
  EXPECT_EQ(window.test(kUnknown), "");
  EXPECT_EQ(window.fence(), "");

  EXPECT_EQ(window.call(Routine::Win_post), "");
  EXPECT_EQ(window.test(kUnknown), "");
  EXPECT_EQ(window.test(false), "");
  EXPECT_EQ(window.call(Routine::Win_free), "an exposure epoch is never closed before MPI_Win_free");

  Window other;
  EXPECT_EQ(other.call(Routine::Win_post), "");
  EXPECT_EQ(other.test(true), "");
  EXPECT_EQ(other.call(Routine::Win_post), "");
  EXPECT_EQ(other.call(Routine::Win_post), "MPI_Win_post although MPI_Win_post has exposed the window");
}

TEST(EpochState, AFenceEndsWhatMayBeOpen) {
  Window window;
  window.call(Routine::Win_lock_all);
  window.forget();
  EXPECT_EQ(window.call(Routine::Win_start), "");
  EXPECT_EQ(window.call(Routine::Win_unlock_all), "");
  EXPECT_EQ(window.fence(), "");
  window.onTarget(Routine::Put, 1);
  EXPECT_EQ(window.call(Routine::Win_free), "the epoch of the last fence is used but never closed before MPI_Win_free");
}

TEST(EpochState, AccessEpochs) {
  Window window;
  EXPECT_EQ(window.call(Routine::Win_complete),
            "MPI_Win_complete without MPI_Win_start: there is no access epoch to close");
  EXPECT_EQ(window.call(Routine::Win_start), "");
  EXPECT_EQ(window.onTarget(Routine::Put, 1), "");
  EXPECT_EQ(window.call(Routine::Win_post), "");
  EXPECT_EQ(window.call(Routine::Win_start), "MPI_Win_start although MPI_Win_start has opened an access epoch");
  EXPECT_EQ(window.call(Routine::Finalize), "an access epoch is never closed before MPI_Finalize");
}

TEST(EpochState, CommonAssertionsOfAFence) {
  const auto common = [](Routine routine, std::int64_t given) { return commonAssertions(mpi::info(routine), given); };
  EXPECT_EQ(common(Routine::Win_post, mpi::kNoCheck), std::nullopt);
  EXPECT_EQ(common(Routine::Win_fence, mpi::kNoStore), 0);
  EXPECT_EQ(nameOfCommonAssertions(*common(Routine::Win_fence, mpi::kNoPut | mpi::kNoSucceed)), "MPI_MODE_NOSUCCEED");
}

}  // namespace
}  // namespace lockstep::semantics
