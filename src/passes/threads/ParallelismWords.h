// Which threads make an MPI call: parallelism words, from the OpenMP runtime calls that clang and flang generate.
//
// A word lists the regions that contain a call, outermost first: parallel regions, single-thread regions (single,
// masked, section, task, a branch on the thread number), held locks, and barriers passed since. A region ends with its
// part of the control flow, and the rest of the word after it is removed, so the words of two calls tell whether
// something orders them. Words extend through calls: a function has one for each call site. Where paths meet, the one
// with more barriers is kept, because a missed barrier must not cause a report.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

#include "passes/ir/MpiCall.h"
#include "passes/threads/Locks.h"

namespace lockstep::passes {

struct WordToken {
  enum class Kind {
    Parallel,
    Single,  // one thread, undetermined which
    Master,  // the first thread of the team
    Section,
    Task,
    Critical,  // all threads, one at a time
    Chosen,    // all threads or some, in an order or by a choice made by the program
    Shared,    // all threads, as readers of a lock
    Barrier,
  };
  static constexpr std::int64_t kNoNumber = -1;
  static constexpr std::int64_t kSomeNumber = -2;  // unknown number

  Kind kind{};
  const llvm::Instruction *at = nullptr;
  const llvm::BasicBlock *body = nullptr;  // the region is what this block dominates; null: up to its end call
  bool isDependent = false;                // a task with `depend`, which other such tasks may wait for
  std::int64_t thread = kNoNumber;         // of Single: its number in the team, if determined
  std::int64_t threads = 0;                // of Parallel: their number, if known
  Lock lock{};                             // held lock

  bool isLock() const { return kind == Kind::Critical || kind == Kind::Chosen; }
  bool isOneThread() const {
    return kind != Kind::Parallel && kind != Kind::Barrier && kind != Kind::Shared && !isLock();
  }
  /// Whether the program determines the thread.
  bool isNamed() const { return kind == Kind::Master || thread != kNoNumber; }
  friend bool operator==(const WordToken &, const WordToken &) = default;
};

using ThreadWord = std::vector<WordToken>;

struct ThreadedCall {
  MpiCall call;
  ThreadWord word;
  bool isSure = true;                       // every thread of the innermost parallel region executes the call
  bool isMet = true;                        // made whenever the construct that contains it is executed
  const llvm::CallBase *forTask = nullptr;  // the last task created before it that has not been waited for
};

/// The assumed context of functions without callers.
enum class InitialContext { Serial, Parallel };

struct ThreadedCalls {
  std::vector<ThreadedCall> calls;
  bool hasThreads = false;
};

ThreadedCalls findThreadedCalls(const llvm::Module &module, InitialContext initial);

/// The parallel region in which all threads make the call; null if only one thread does.
const WordToken *multithreadedRegion(const ThreadWord &word);
/// Whether threads make the call one at a time.
bool isInTurn(const ThreadWord &word);
/// Whether the program determines their order, or which of them make it.
bool isInChosenTurn(const ThreadWord &word);
/// Whether a lock, or an order made by the program, may separate the two.
bool mayExclude(const ThreadWord &first, const ThreadWord &second);
/// The regions that make two calls unordered on different threads of a team: single-thread regions, and others with
/// locks held. Whether a lock separates the calls is decided by mayExclude().
struct ConcurrentRegions {
  const WordToken *first = nullptr;
  const WordToken *second = nullptr;
  explicit operator bool() const { return first != nullptr; }
};
ConcurrentRegions concurrentRegions(const ThreadWord &first, const ThreadWord &second);

}  // namespace lockstep::passes
