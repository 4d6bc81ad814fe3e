// The atomic operations of gcc's -fsanitize=thread: executed here and reported to the recorder. They are at least as
// strong as requested; on this processor only stores cost more.
//
// Reported are ordering operations, and accesses to watched memory. Relaxed loads are always reported, and after the
// first fence relaxed stores too: a fence turns them into order.
#include "runtime/hooks/Inner.h"

using namespace lockstep::runtime;

namespace {

constexpr int kRelaxed = __ATOMIC_RELAXED;

std::atomic<bool> gHasFences{false};

bool isTold(AtomicKind kind, const volatile void *address, int order) {
  return order != kRelaxed || kind == AtomicKind::Load || gHasFences.load(std::memory_order_relaxed) ||
         isPageWatched(reinterpret_cast<std::uintptr_t>(address));
}

template <class T>
void tell(const void *site, AtomicKind kind, const volatile T *address, int order, T loaded, T stored) {
  if (isTold(kind, address, order))
    served<AtomicAt>(kAtomicAt)(site, kind, const_cast<const T *>(address), sizeof(T), static_cast<hook::Order>(order),
                                static_cast<hook::Value>(loaded), static_cast<hook::Value>(stored));
}

template <class T>
void releasing(const volatile T *address, int order) {
  if (isTold(AtomicKind::Update, address, order))
    hook::lockstepReleasing(const_cast<const T *>(address), sizeof(T), static_cast<hook::Order>(order));
}

template <class T>
T load(const void *site, const volatile T *address, int order) {
  const T value = __atomic_load_n(address, __ATOMIC_SEQ_CST);
  tell<T>(site, AtomicKind::Load, address, order, value, 0);
  return value;
}

template <class T>
void store(const void *site, volatile T *address, T value, int order) {
  tell<T>(site, AtomicKind::Store, address, order, 0, value);
  if (order == __ATOMIC_SEQ_CST)
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
  else
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
}

/// `next` computes the new value from the old one.
template <class T, class Next>
T update(const void *site, volatile T *address, int order, const Next &next) {
  releasing(address, order);
  T before = __atomic_load_n(address, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(address, &before, next(before), false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
  tell<T>(site, AtomicKind::Update, address, order, before, next(before));
  return before;
}

/// Where it fails it has only read.
template <class T>
bool exchangeIf(const void *site, volatile T *address, T *expected, T value, int order, int failureOrder) {
  releasing(address, order);
  const bool isDone = __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (isDone)
    tell<T>(site, AtomicKind::Update, address, order, *expected, value);
  else
    tell<T>(site, AtomicKind::Load, address, failureOrder, *expected, 0);
  return isDone;
}

}  // namespace

#define UPDATE(T, bits, name, expression)                                                                        \
  T __tsan_atomic##bits##_##name(volatile T *address, T value, int order) {                                      \
    return update<T>(LOCKSTEP_CALLER, address, order, [value](T before) { return static_cast<T>(expression); }); \
  }
#define ATOMICS(T, bits)                                                                                  \
  T __tsan_atomic##bits##_load(const volatile T *address, int order) {                                    \
    return load<T>(LOCKSTEP_CALLER, address, order);                                                      \
  }                                                                                                       \
  void __tsan_atomic##bits##_store(volatile T *address, T value, int order) {                             \
    store<T>(LOCKSTEP_CALLER, address, value, order);                                                     \
  }                                                                                                       \
  T __tsan_atomic##bits##_exchange(volatile T *address, T value, int order) {                             \
    return update<T>(LOCKSTEP_CALLER, address, order, [value](T) { return value; });                      \
  }                                                                                                       \
  UPDATE(T, bits, fetch_add, before + value)                                                              \
  UPDATE(T, bits, fetch_sub, before - value)                                                              \
  UPDATE(T, bits, fetch_and, before &value)                                                               \
  UPDATE(T, bits, fetch_or, before | value)                                                               \
  UPDATE(T, bits, fetch_xor, before ^ value)                                                              \
  UPDATE(T, bits, fetch_nand, ~(before & value))                                                          \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T *address, T *expected, T value, int order, \
                                                    int failureOrder) {                                   \
    return exchangeIf<T>(LOCKSTEP_CALLER, address, expected, value, order, failureOrder) ? 1 : 0;         \
  }                                                                                                       \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T *address, T *expected, T value, int order,   \
                                                  int failureOrder) {                                     \
    return exchangeIf<T>(LOCKSTEP_CALLER, address, expected, value, order, failureOrder) ? 1 : 0;         \
  }                                                                                                       \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T *address, T expected, T value, int order,       \
                                               int failureOrder) {                                        \
    exchangeIf<T>(LOCKSTEP_CALLER, address, &expected, value, order, failureOrder);                       \
    return expected;                                                                                      \
  }

extern "C" {

ATOMICS(std::uint8_t, 8)
ATOMICS(std::uint16_t, 16)
ATOMICS(std::uint32_t, 32)
ATOMICS(std::uint64_t, 64)
ATOMICS(unsigned __int128, 128)

void __tsan_atomic_thread_fence(int order) {
  gHasFences.store(true, std::memory_order_relaxed);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  hook::lockstepFence(static_cast<hook::Order>(order));
}

void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
}
