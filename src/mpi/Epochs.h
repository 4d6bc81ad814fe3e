// The effect of a call on the epochs of a window, and which operations it completes (MPI 4.0, 12.5).
//
// Users of this header need not know any routine. Constant expressions only, since the recorder uses it as well.
#pragma once

#include "mpi/Routine.h"
#include "mpi/Special.h"

namespace lockstep::mpi {

enum class EpochKind : std::uint8_t { None, Fence, Access, Exposure, Lock };

/// A flush neither opens nor closes a lock epoch.
struct Synchronization {
  EpochKind kind = EpochKind::None;  // none for a call that does not synchronize
  bool opens = false;                // a fence may open an epoch: it has if operations follow
  bool closes = false;               // a fence closes the epoch opened by the previous fence
  bool isTest = false;               // closes it only if its flag is true
  // Operations of the process: those on the target that the call names, or all.
  bool completesAtOrigin = false;
  bool completesAtTarget = false;
};

/// `assertions` are those of the call. Freeing a window is not included: it closes nothing.
constexpr Synchronization synchronization(Effect effect, std::int64_t assertions = 0) {
  const auto flush = [](bool alsoAtTarget) {
    return Synchronization{.kind = EpochKind::Lock, .completesAtOrigin = true, .completesAtTarget = alsoAtTarget};
  };
  switch (effect) {
    case Effect::Fence: {
      const bool closes = (assertions & kNoPrecede) == 0;
      return {.kind = EpochKind::Fence,
              .opens = (assertions & kNoSucceed) == 0,
              .closes = closes,
              .completesAtOrigin = closes,
              .completesAtTarget = closes};
    }
    case Effect::StartAccess:
      return {.kind = EpochKind::Access, .opens = true};
    case Effect::CompleteAccess:  // at the target when that has waited
      return {.kind = EpochKind::Access, .closes = true, .completesAtOrigin = true};
    case Effect::Post:
      return {.kind = EpochKind::Exposure, .opens = true};
    case Effect::WaitExposure:
      return {.kind = EpochKind::Exposure, .closes = true};
    case Effect::TestExposure:
      return {.kind = EpochKind::Exposure, .closes = true, .isTest = true};
    case Effect::Lock:
    case Effect::LockAll:
      return {.kind = EpochKind::Lock, .opens = true};
    case Effect::Unlock:
    case Effect::UnlockAll:
      return {.kind = EpochKind::Lock, .closes = true, .completesAtOrigin = true, .completesAtTarget = true};
    case Effect::Flush:
    case Effect::FlushAll:
      return flush(true);
    case Effect::FlushLocal:
    case Effect::FlushLocalAll:
      return flush(false);
    default:
      return {};
  }
}

}  // namespace lockstep::mpi
