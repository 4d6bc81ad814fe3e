// Atomic accesses: each is recorded with its value if its memory is watched, and as thread order if it acquires or
// releases, whatever its memory.
//
// A loop that reads the same value repeatedly is recorded once, as long as the thread records nothing else. Fences
// count with the relaxed accesses around them: after a releasing fence every atomic store releases, an acquiring fence
// acquires what the relaxed loads since the last one have read. If there are too many to remember, the one that is
// evicted acquires immediately: in a program that uses such fences, the additional order is harmless.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/hooks/HookTable.h"
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

/// The atomic accesses that a thread has to remember.
class AtomicOrder {
 public:
  void note(ThreadState &thread, const AtomicAccess &access);
  /// A releasing update is about to be made.
  void updating(std::uintptr_t address, std::uint64_t bytes, std::uint64_t order);
  void fence(std::uint64_t order);

 private:
  static constexpr std::size_t kLoads = 64;

  void releasing(std::uintptr_t address, std::uint64_t order);
  void remember(std::uintptr_t load);
  bool repeats(const ThreadState &thread, const AtomicAccess &access) const;

  AtomicAccess last_;
  const void *after_ = nullptr;        // where the thread's next record was to be then
  std::uint64_t begun_ = 0;            // a time before the next update is made; 0: unknown
  bool hasReleased_ = false;           // by a fence
  std::uintptr_t loads_[kLoads] = {};  // relaxed, by slot
  std::size_t loadCount_ = 0;
};

}  // namespace lockstep::runtime
