// Who in the process could still do what other ranks wait for: the threads of the program, the members of its parallel
// regions, its tasks. When all that act are inside MPI calls, or wait for those that are, the process can only go on
// when one of these calls returns: it is at rest, and that is told (see trace::ThreadEvent).
//
// Only their number is kept, and it may be too high at any moment, but never too low: a rest that is not one could be
// taken for a deadlock. So whoever is about to act counts before anybody else could come to rest, and who waits counts
// as acting again when the one that it waits for lets it go, not when it notices:
//
//   thread    from before its creation to its end; where another one waits for it then, up to the return of that one
//   joining   does not act, unless the thread has ended before
//   region    as many as it was asked for, then as many as it has; who has arrived at a barrier does not act, the
//             last to arrive lets all act again
//   task      from its creation to its end; a thread that runs tasks while it waits at a barrier does not act itself
//
// What waits otherwise (locks, conditions, for tasks) acts. Threads that a run-time library makes for itself never do.
// Where the number cannot be known (tasks that are cancelled, threads that nobody has seen begin) it gets one too many
// for good.
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
/// From now on, who acts is not known.
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
  /// At the barrier that ends the region: only one goes on.
  void arriveLast() { arrive(false); }

 private:
  void arrive(bool goOn);

  unsigned most_ = 1;
  std::atomic<unsigned> size_{0};
  std::atomic<unsigned> arrived_{0};
  std::atomic<bool> hasBegun_{false};
};

}  // namespace lockstep::runtime
