// The state of a symbolic execution: the call stack of the process, its memory, what MPI holds for it, and what was
// noticed on the way.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "passes/machine/Shared.h"
#include "passes/symex/Memory.h"
#include "passes/symex/PathConstraints.h"
#include "passes/symex/RankTrace.h"
#include "passes/symex/Threads.h"
#include "report/Finding.h"
#include "semantics/EpochState.h"
#include "semantics/Lifecycle.h"
#include "semantics/Neighbors.h"
#include "semantics/RequestState.h"
#include "semantics/layout/Layout.h"

namespace lockstep::passes::symex {

/// How a path came about: without an open branch, by branches that can go both ways, by branches on forgotten values.
enum class PathCertainty : std::uint8_t { Sure, Free, Forgotten };

struct LoopCount {
  unsigned rounds = 0;
  unsigned open = 0;                    // rounds that an undecided condition began
  std::uint64_t since = 0;              // steps of the path when it began
  std::optional<unsigned> firstOpen{};  // number of the first round after which data decide about another
  std::uint32_t firstTerm = 0;          // of the values that the loop makes
};

struct Frame {
  Frame() = default;
  Frame(const Frame &) = default;
  Frame &operator=(const Frame &) = default;
  Frame(Frame &&) noexcept = default;  // see State
  Frame &operator=(Frame &&) noexcept = default;
  ~Frame() = default;

  const llvm::Function *function = nullptr;
  const llvm::CallBase *site = nullptr;  // null for the entry and what runs before it
  const llvm::BasicBlock *block = nullptr;
  llvm::BasicBlock::const_iterator next;
  llvm::DenseMap<const llvm::Value *, Value> registers;
  std::map<const llvm::BasicBlock *, LoopCount> loops;  // by header
  std::vector<std::uint32_t> locals;                    // objects that end with the frame
  std::uint64_t enteredAt = 0;                          // steps of the path
  bool isWithoutMpi = false;                            // nor does anything that it calls have any
  std::optional<Strand> goesBackTo;                     // the strand that goes on behind a task
  bool endsTeam = false;                                // the body of a parallel region
  bool joinsTasks = false;                              // whoever made the task waits for its end
};

/// Where an ascending run ends.
inline std::int64_t endOfBytes(const semantics::StridedRun &run) {
  return static_cast<std::int64_t>(semantics::endOf(run));
}

struct Part {
  std::uint32_t object = 0;
  std::optional<semantics::StridedRun> run{};  // none where it is not known: then it conflicts with nothing
  bool isWritten = false;
  bool isPresumed = false;  // of a buffer of unknown length, its beginning: it has at least one element
  std::uint32_t term = 0;   // the address of its beginning, where its place in the object is not known
  friend bool operator==(const Part &, const Part &) = default;
};

/// Who is in a communicator, and how they are arranged.
struct Membership {
  std::uint64_t id = 0;              // the same on all members
  std::vector<int> ranks;            // of the world, in group order
  std::vector<std::int64_t> dims{};  // of a Cartesian communicator
  std::vector<bool> periods{};
};

struct Comm {
  std::optional<int> rank{};
  std::optional<int> size{};
  bool isInter = false;
  std::shared_ptr<const semantics::Neighbors> neighbors{};  // null where they are not known
  std::shared_ptr<const Membership> members{};              // likewise
  friend bool operator==(const Comm &, const Comm &) = default;
};

struct Group {
  std::optional<int> size{};
  std::shared_ptr<const std::vector<int>> ranks{};  // of the world; null where they are not known
  friend bool operator==(const Group &, const Group &) = default;
};

struct Datatype {
  bool isCommitted = false;
  semantics::LayoutPtr layout{};  // null where nothing is known of it
  friend bool operator==(const Datatype &, const Datatype &) = default;
};

struct Window {
  Comm comm;
  semantics::EpochState epochs{};
  friend bool operator==(const Window &, const Window &) = default;
};

struct Request {
  semantics::RequestState<const llvm::CallBase *> state;
  unsigned falseTests = 0;
  std::vector<Part> parts{};    // of a persistent operation, from every start on
  std::int64_t partitions = 0;  // of a partitioned send, which owns each of them once it is ready
  /// Which call ended it does not matter, only whether one did.
  friend bool operator==(const Request &a, const Request &b) {
    const auto &x = a.state;
    const auto &y = b.state;
    return x.made == y.made && x.isPersistent == y.isPersistent && x.isActive == y.isActive &&
           x.isCancelled == y.isCancelled && !x.ended == !y.ended && !x.started == !y.started &&
           !x.overwrittenBy == !y.overwrittenBy && a.falseTests == b.falseTests;
  }
};

/// An operation of the program's own.
struct Op {
  friend bool operator==(const Op &, const Op &) = default;
};

/// What a program holds a handle of. Of files, infos and the like nothing more is known.
struct MpiObject {
  using Content = std::variant<std::monostate, Comm, Group, Datatype, Window, Request, Op>;

  const llvm::CallBase *made = nullptr;
  Content content{};
  bool isFreed = false;
  bool isInvalidated = false;  // unseen code may have changed it: nothing is said about it any more
  bool isAdrift = false;       // its handle lies at an unknown place: whoever gets one from such a place may have this

  /// Null for an object of another kind.
  template <class Kind>
  Kind *as() {
    return std::get_if<Kind>(&content);
  }
  template <class Kind>
  const Kind *as() const {
    return std::get_if<Kind>(&content);
  }
  /// The same for one of which something may be said.
  template <class Kind>
  Kind *known() {
    return isInvalidated || isAdrift ? nullptr : as<Kind>();
  }
  template <class Kind>
  const Kind *known() const {
    return isInvalidated || isAdrift ? nullptr : as<Kind>();
  }
};

/// An operation that has begun and is not complete: it owns its buffers.
struct PendingOperation {
  const llvm::CallBase *made = nullptr;
  const llvm::CallBase *since = nullptr;
  const mpi::RoutineInfo *routine = nullptr;
  std::vector<Part> parts;
  std::uint32_t request = 0;  // handle, 0 for none
  std::optional<Value> window;
  std::optional<std::int64_t> target;
  bool isReported = false;
};

/// A function that runs when the process ends by itself.
struct ExitHandler {
  const llvm::Function *function = nullptr;
  Value argument;
};

/// Something noticed on a path. The same two places are one note, however often they come.
struct Note {
  report::Finding finding;
  const llvm::Instruction *anchor = nullptr;  // where it began
  const llvm::Instruction *second = nullptr;
  PathCertainty certainty = PathCertainty::Sure;
  bool isChosen = false;   // that of the path
  std::int64_t rank = -1;  // that the program names, where it is too large for the number of ranks
  bool isOfEnd = false;    // the process ends without having finalized MPI
};

struct State {
  /// The last three are stops of a walk by blocks: before another block, in a call, and behind one.
  enum class End : std::uint8_t { Open, Complete, Ended, Lost, AtBlock, InCall, Returned };

  State() = default;
  State(const State &) = default;
  State &operator=(const State &) = default;
  State(State &&) noexcept = default;  // LLVM's maps do not declare that, and a vector that grows would copy
  State &operator=(State &&) noexcept = default;
  ~State() = default;

  std::vector<Frame> frames;
  Memory memory;
  PathConstraints facts;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> globals;
  std::map<std::uint32_t, std::uint32_t> foreign;    // objects by the term that points to them
  std::set<std::uint32_t> exposed;                   // objects that unseen code knows the address of
  Shared<std::set<const llvm::CallBase *>> skipped;  // calls of code that was not executed
  std::vector<MpiObject> held{1};                    // by handle; 0 is none
  std::vector<PendingOperation> pendingOperations;
  std::vector<Note> notes;
  std::shared_ptr<RankTrace> trace;  // null once there is an open branch, or what the path does cannot be told
  semantics::Lifecycle lifecycle;
  const llvm::CallBase *lastCall = nullptr;                // of MPI
  PathCertainty finalizedBy = PathCertainty::Sure;         // how the path came to the call that finalized MPI
  std::vector<ExitHandler> atExit;                         // the last runs first
  std::optional<const llvm::CallBase *> departure;         // the process ends by itself: the call, or null for a return
  std::set<const llvm::Instruction *> calls;               // of MPI, executed
  std::set<const llvm::Instruction *> needed;              // completions that had something to complete
  std::set<const llvm::Instruction *> pointless;           // completions that had nothing
  std::set<const llvm::Instruction *> repeated;            // those of them that had something before
  std::map<std::uint64_t, unsigned> collectives;           // calls by communicator
  std::uint64_t exchange = 0;                              // the collective call that is executed
  std::map<const llvm::CallBase *, unsigned> occurrences;  // of calls that read input
  std::set<Value> completed;                               // variables whose requests were completed or freed
  std::set<Value> chosen;  // variables whose requests a call completed although it had a choice
  PathCertainty certainty = PathCertainty::Sure;
  bool isChosen = false;   // an open branch led here, not only what MPI may do
  bool isRefusal = false;  // the process ends by itself with a status other than 0
  std::size_t number = 0;  // of the path that was explored on to the end of the process
  std::uint64_t steps = 0;
  std::optional<Team> team;                               // inside a parallel region
  std::int64_t threadsAsked = 0;                          // for the next one
  std::map<std::uint32_t, const llvm::Function *> tasks;  // what is to be run, by the object that describes it
  std::int64_t tasksMade = 0;
  std::optional<DispatchedLoop> dispatch;
  End end = End::Open;
};

}  // namespace lockstep::passes::symex
