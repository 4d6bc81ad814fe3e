// Atomic accesses: each is recorded with its value where its memory is watched, and as order between threads where it
// acquires or releases, wherever its memory is.
//
// A loop that reads the same value again and again is recorded once, as long as the thread does nothing else that is.
// Fences count with the relaxed accesses around them: after a releasing fence every atomic store releases, an acquiring
// fence acquires what the last relaxed loads read.
#pragma once

#include <cstdint>

#include "runtime/HookTable.h"
#include "trace/Record.h"

namespace lockstep::runtime {

struct ThreadState;

struct AtomicAccess {
  std::uintptr_t site = 0;
  std::uintptr_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t order = 0;  // as in C's memory_order
  std::uint64_t loaded = 0;
  std::uint64_t stored = 0;
  trace::AccessKind kind{};

  friend bool operator==(const AtomicAccess &, const AtomicAccess &) = default;
};

/// What a thread has to remember of its atomic accesses.
class AtomicOrder {
 public:
  void note(ThreadState &thread, const AtomicAccess &access);
  /// An update that releases is about to be made.
  void updating(std::uintptr_t address, std::uint64_t bytes, std::uint64_t order);
  void fence(std::uint64_t order);

 private:
  static constexpr unsigned kLoads = 4;

  void releasing(std::uintptr_t address, std::uint64_t order);
  bool repeats(const ThreadState &thread, const AtomicAccess &access) const;

  AtomicAccess last_;
  const void *after_ = nullptr;  // where the thread's next record was to be then
  std::uint64_t begun_ = 0;      // when the update that comes was still to be made; 0: not known
  bool hasReleased_ = false;     // by a fence
  std::uintptr_t loads_[kLoads] = {};
  unsigned nextLoad_ = 0;
};

}  // namespace lockstep::runtime
