// Which threads of the process could still do what other ranks wait for: the threads of the program, the members of its
// parallel regions, its tasks. If all of them are inside MPI calls, or wait for threads that are, the process can only
// continue when one of these calls returns: it is quiescent, which is recorded (see trace::ThreadEvent).
//
// Only the number of runnable threads is kept. It may be too high at any moment, but never too low: false quiescence
// could be taken for a deadlock. So a thread is counted before any other could block, and a waiting thread counts as
// runnable again when it is released, not when it notices:
//
//   thread    from before its creation to its end; if another thread joins it, until that join returns
//   joining   not runnable, unless the thread has already ended
//   region    as many as requested, then as many as were started; a member waiting at a barrier is not
//             runnable, the last to arrive makes all of them runnable again
//   task      from its creation to its end; a thread that runs tasks while it waits at a barrier is not counted itself
//
// Threads that wait for anything else (locks, conditions, tasks) count as runnable. Internal threads of a runtime
// library are never counted. If the number cannot be known (canceled tasks, threads whose creation was not observed),
// it stays one too high for good.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace lockstep::runtime {

/// Shared by the stub and the recorder.
class RunnableThreads {
 public:
  /// The program has, or is about to have, more than one thread.
  bool areSeveral() const { return areSeveral_.load(std::memory_order_relaxed); }
  void expectSeveral() { areSeveral_.store(true); }
  /// Besides the calling thread, which acts.
  bool mayOthersAct() const { return countIn(state_.load(std::memory_order_relaxed)) > 1; }

  /// So many more act. When none did before, which time this is.
  std::optional<std::uint64_t> act(std::uint64_t count) {
    std::uint64_t before = state_.load(std::memory_order_relaxed);
    for (;;) {
      const bool stirs = countIn(before) == 0 && count > 0;
      const std::uint64_t after = before + count + (stirs ? kStir : 0);
      if (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel)) continue;
      return stirs ? std::optional(after / kStir) : std::nullopt;
    }
  }
  /// So many less. When none is left, how often something began to act again until now.
  std::optional<std::uint64_t> rest(std::uint64_t count) {
    const std::uint64_t after = state_.fetch_sub(count, std::memory_order_acq_rel) - count;
    return count > 0 && countIn(after) == 0 ? std::optional(after / kStir) : std::nullopt;
  }
  std::uint64_t stirs() const { return state_.load(std::memory_order_relaxed) / kStir; }

 private:
  static constexpr std::uint64_t kStir = std::uint64_t{1} << 32;
  static std::uint64_t countIn(std::uint64_t state) { return state % kStir; }

  std::atomic<std::uint64_t> state_{1};  // how many act, and above that how often something began to act again
  std::atomic<bool> areSeveral_{false};
};

// What follows is the stub's.

extern RunnableThreads gActors;

/// So many more, or less, act. Told when it is a change for the process.
void act(std::uint64_t count);
void rest(std::uint64_t count);
/// From now on the number is unknown.
void giveUpCounting();
/// The calling thread was counted when it began.
bool isActor();
void becomeActor();

/// The members of a parallel region.
class TeamActors {
 public:
  /// Before there are any: the calling thread is to be one of at most so many.
  void open(unsigned most);
  /// By every member, when it begins.
  void begin(unsigned size);
  unsigned size() const { return size_.load(std::memory_order_relaxed); }
  void arrive() { arrive(true); }
  /// At the barrier that ends the region: only one thread continues.
  void arriveLast() { arrive(false); }

 private:
  void arrive(bool goOn);

  unsigned most_ = 1;
  std::atomic<unsigned> size_{0};
  std::atomic<unsigned> arrived_{0};
  std::atomic<bool> hasBegun_{false};
};

}  // namespace lockstep::runtime
