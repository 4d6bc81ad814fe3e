// A map from handle bits to a 64-bit value: lookups take no lock, changes (rare: a handle is created or freed) take a
// spin lock. It is in zero-initialized static storage and never allocates; insertion into a full map fails.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lockstep::runtime {

class SpinLock {
 public:
  void lock() {
    while (flag_.exchange(true, std::memory_order_acquire)) __builtin_ia32_pause();
  }
  void unlock() { flag_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> flag_{false};
};

template <unsigned kLog2>
class HandleMap {
 public:
  /// The value of `key`, or 0.
  std::uint64_t find(std::int64_t key) const {
    for (std::size_t i = home(key);; i = (i + 1) & kMask) {
      const std::int64_t here = slots_[i].key.load(std::memory_order_acquire);
      if (here == key) return slots_[i].value.load(std::memory_order_acquire);
      if (here == kEmpty) return 0;
    }
  }

  /// Value 0 erases.
  bool set(std::int64_t key, std::uint64_t value) {
    lock_.lock();
    const bool done = setLocked(key, value);
    lock_.unlock();
    return done;
  }

  /// True once an insertion was refused.
  bool isFull() const { return full_.load(std::memory_order_relaxed); }

  /// Counts the calls with this key, from 1; 0 when the map is full.
  std::uint64_t count(std::int64_t key) {
    lock_.lock();
    const std::uint64_t next = find(key) + 1;
    const bool done = setLocked(key, next);
    lock_.unlock();
    return done ? next : 0;
  }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << kLog2;
  static constexpr std::size_t kMask = kSize - 1;
  static constexpr std::int64_t kEmpty = 0;  // no handle of either MPI is all zero bits

  struct Slot {
    std::atomic<std::int64_t> key;
    std::atomic<std::uint64_t> value;  // 0: erased, the slot keeps its key for the next handle with these bits
  };

  static std::size_t home(std::int64_t key) {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15ULL) >> (64 - kLog2));
  }

  bool setLocked(std::int64_t key, std::uint64_t value) {
    if (key == kEmpty) return false;
    for (std::size_t i = home(key);; i = (i + 1) & kMask) {
      const std::int64_t here = slots_[i].key.load(std::memory_order_relaxed);
      if (here == key) return slots_[i].value.store(value, std::memory_order_release), true;
      if (here != kEmpty) continue;
      if (value == 0) return true;
      if (used_ + kSize / 8 > kSize) return full_.store(true, std::memory_order_relaxed), false;
      ++used_;
      slots_[i].value.store(value, std::memory_order_relaxed);
      slots_[i].key.store(key, std::memory_order_release);
      return true;
    }
  }

  SpinLock lock_;
  std::size_t used_ = 0;
  std::atomic<bool> full_{false};
  Slot slots_[kSize];
};

}  // namespace lockstep::runtime
