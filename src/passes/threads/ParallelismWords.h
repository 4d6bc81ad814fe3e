// Which threads make an MPI call: parallelism words over the calls that clang and flang make of OpenMP's directives.
//
// A word lists the regions that a call stands in, outermost first: parallel regions, regions of one thread (single,
// masked, section, task, a branch on the thread's number), locks held, and barriers passed since. A region ends with
// its part of the control flow, and takes what follows it in the word along, so the words of two calls tell whether
// something orders them. Words go through calls: a function has one for each place that it is called from. A way that
// passes more barriers wins where ways meet, because a report must not rest on a barrier overlooked.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

#include "passes/ir/MpiCall.h"
#include "passes/threads/Locks.h"

namespace lockstep::passes {

struct WordToken {
  enum class Kind {
    Parallel,
    Single,  // one thread, which one is open
    Master,  // the first thread of the team
    Section,
    Task,
    Critical,  // all threads, one at a time
    Chosen,    // all threads or some, in an order or by a choice that the program makes
    Shared,    // all threads, as readers of a lock
    Barrier,
  };
  static constexpr std::int64_t kNoNumber = -1;
  static constexpr std::int64_t kSomeNumber = -2;  // that is not known

  Kind kind{};
  const llvm::Instruction *at = nullptr;
  const llvm::BasicBlock *body = nullptr;  // the region is what this block dominates; null: up to its end call
  bool isDependent = false;                // a task with `depend`, which other such tasks may wait for
  std::int64_t thread = kNoNumber;         // of Single: its number in the team, where the program names it
  Lock lock{};                             // that is held

  bool isLock() const { return kind == Kind::Critical || kind == Kind::Chosen; }
  bool isOneThread() const {
    return kind != Kind::Parallel && kind != Kind::Barrier && kind != Kind::Shared && !isLock();
  }
  /// Whether the program names the thread.
  bool isNamed() const { return kind == Kind::Master || thread != kNoNumber; }
  friend bool operator==(const WordToken &, const WordToken &) = default;
};

using ThreadWord = std::vector<WordToken>;

struct ThreadedCall {
  MpiCall call;
  ThreadWord word;
  bool isSure = true;                       // every thread of the innermost parallel region comes by
  const llvm::CallBase *forTask = nullptr;  // the last task made before it that nothing has waited for
};

/// Whether the code is taken to be called from inside a parallel region, where it has no caller.
enum class InitialContext { Serial, Parallel };

struct ThreadedCalls {
  std::vector<ThreadedCall> calls;
  bool hasThreads = false;
};

ThreadedCalls findThreadedCalls(const llvm::Module &module, InitialContext initial);

/// The parallel region all of whose threads make the call; null where only one thread does.
const WordToken *multithreadedRegion(const ThreadWord &word);
/// Whether threads come to the call one at a time.
bool isInTurn(const ThreadWord &word);
/// Whether the program has arranged in which order, or which of them.
bool isInChosenTurn(const ThreadWord &word);
/// Whether a lock, or an order that the program makes, may keep the two apart.
bool mayExclude(const ThreadWord &first, const ThreadWord &second);
/// The regions by which nothing orders two calls on different threads of one team: regions of one thread, and others
/// with locks held. Whether a lock keeps the calls apart is another question, see mayExclude().
struct ConcurrentRegions {
  const WordToken *first = nullptr;
  const WordToken *second = nullptr;
  explicit operator bool() const { return first != nullptr; }
};
ConcurrentRegions concurrentRegions(const ThreadWord &first, const ThreadWord &second);

}  // namespace lockstep::passes
