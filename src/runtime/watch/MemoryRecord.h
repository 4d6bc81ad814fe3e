// Records what is known about the memory passed to a call, and that memory of a window or of a pending operation is
// freed.
//
// The same memory passed at the same site is recorded once, since the engine has checked it then. So is other memory
// with the same properties, so that a loop over an array records its first elements only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mpi/Routine.h"
#include "runtime/memory/Objects.h"

namespace lockstep::runtime {

struct ThreadState;

/// What a thread has recorded, as hashes; a newer one replaces an older.
class ToldMemory {
 public:
  /// Whether the call is new, or objects have changed since it was last made.
  bool addCall(std::uint64_t hash, std::uint64_t changes) {
    Call &slot = calls_[slotOf(hash)];
    if (slot.hash == hash && slot.changes == changes) return false;
    slot = {hash, changes};
    return true;
  }
  /// The call must be recorded again.
  void forgetCall(std::uint64_t hash) { calls_[slotOf(hash)] = {}; }
  /// Whether the object is new to the call.
  bool addObject(std::uint64_t hash) {
    std::uint64_t &slot = objects_[slotOf(hash)];
    if (slot == hash) return false;
    slot = hash;
    return true;
  }

 private:
  static constexpr unsigned kLog2 = 9;
  static constexpr std::size_t kSize = std::size_t{1} << kLog2;
  static std::size_t slotOf(std::uint64_t hash) { return hash >> (64 - kLog2); }
  struct Call {
    std::uint64_t hash;
    std::uint64_t changes;
  };
  Call calls_[kSize];
  std::uint64_t objects_[kSize];
};

/// The arrays of the current call that are shorter than it requires: nothing is read beyond their ends.
struct ShortArrays {
  std::uint16_t which = 0;  // of the arguments, as bits
  std::array<std::size_t, mpi::kMaxArity> lengths{};

  std::size_t limit(std::size_t argument, std::size_t length) const {
    if (which == 0 || (which >> argument & 1U) == 0) [[likely]]
      return length;
    return lengths[argument] < length ? lengths[argument] : length;
  }
};

void knowObjects(const ObjectsApi *objects);
/// Null if the stub has none.
const ObjectsApi *knownObjects();

/// From now on memory that is given back is recorded.
void watchReleases();

/// The objects that the arguments of a call point into, before its Enter; for arrays only those that are too short.
void writeMemory(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, std::uint32_t site);

/// Updates the memory that windows expose.
void forgetWindowMemory(mpi::Routine routine, const std::int64_t *raw);
void noteWindowMemory(mpi::Routine routine, const std::int64_t *raw);

/// The memory is about to be released: recorded if a window exposes it or a pending operation may use it. `site`: the
/// place of the release.
void writeRelease(std::uintptr_t begin, std::uintptr_t end, trace::ReleaseKind how, const void *site);

}  // namespace lockstep::runtime
