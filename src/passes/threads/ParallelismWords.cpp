#include "passes/threads/ParallelismWords.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "passes/ir/MpiCallers.h"
#include "passes/ir/OpenMpCall.h"
#include "passes/ir/Origin.h"
#include "passes/threads/CountedLoops.h"
#include "passes/threads/SingleThreadRegions.h"

namespace lockstep::passes {

namespace {

using Kind = WordToken::Kind;

constexpr unsigned kMostRehearsals = 3;  // repetitions for a function with nested loops
constexpr std::size_t kMaxVisits = 3000;

/// Whether the result of the call is passed to this function of the runtime.
bool isHandedTo(const llvm::CallBase &made, OpenMp function) {
  return llvm::any_of(made.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && openMpOf(*call) == function;
  });
}

/// Executed immediately by the creating thread.
bool isUndeferredTask(const llvm::CallBase &task) {
  return isHandedTo(task, OpenMp::UndeferredTask) && !isHandedTo(task, OpenMp::DependentTask) &&
         !isHandedTo(task, OpenMp::Task);
}

/// With an `if` clause there is also a direct call, for a false condition.
bool hasIfClause(const llvm::Function &region) {
  return llvm::any_of(region.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && call->getCalledOperand() == &region;
  });
}

/// The size of a team, as a `num_threads` clause gives it.
struct TeamSize {
  bool isGiven = false;
  std::int64_t threads = 0;  // 0: unknown
};

/// What the argument of a call says about the size of teams.
TeamSize askedBy(const llvm::CallBase &call, unsigned argument) {
  const auto *size = llvm::dyn_cast<llvm::ConstantInt>(origin(call.getArgOperand(argument)));
  return {.isGiven = true, .threads = size ? size->getSExtValue() : 0};
}

/// Whether the program sets the size of teams to one thread, or perhaps one.
bool mayAskForOneThread(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (openMpOf(function) != OpenMp::DefaultTeamSize) continue;
    for (const llvm::User *user : function.users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && (call->arg_empty() || askedBy(*call, 0).threads < 2)) return true;
    }
  }
  return false;
}

/// Cached analyses of a function.
struct FunctionFacts {
  explicit FunctionFacts(llvm::Function &function) : dominators(function), postDominators(function), loops(dominators) {
    const llvm::ReversePostOrderTraversal<const llvm::Function *> traversal(&function);
    order.assign(traversal.begin(), traversal.end());
    openings = findOpenings(function);
  }

  llvm::DominatorTree dominators;
  llvm::PostDominatorTree postDominators;
  llvm::LoopInfo loops;
  std::vector<const llvm::BasicBlock *> order;
  std::vector<RegionOpening> openings;
};

class Search {
 public:
  explicit Search(const llvm::Module &module)
      : module_(module),
        mayAskForOneThread_(mayAskForOneThread(module)),
        reaching_(functionsReaching(module, [](const mpi::RoutineInfo &) { return true; })) {}

  ThreadedCalls run(InitialContext initial);

 private:
  struct State {
    ThreadWord word;
    const llvm::CallBase *task = nullptr;  // created and not waited for
    TeamSize asked{};                      // of the next team
  };
  /// Whether a call is made at all, and by whom.
  struct Certainty {
    bool isSure = true;  // see ThreadedCall
    bool isMet = true;
  };

  using States = llvm::DenseMap<const llvm::BasicBlock *, State>;  // at the end of each block

  void enter(const llvm::Function &function, const ThreadWord &word, Certainty certainty);
  State stateAt(const FunctionFacts &facts, const llvm::BasicBlock &block, const States &after,
                const States &roundBefore) const;
  void visitOrdering(const llvm::Instruction &instruction, State &state);
  void visitCall(const llvm::CallBase &call, State &state, Certainty certainty);
  void fork(const llvm::CallBase &call, const State &state, Certainty certainty);
  FunctionFacts &factsOf(const llvm::Function &function);

  const llvm::Module &module_;
  const bool mayAskForOneThread_;
  const llvm::DenseSet<const llvm::Function *> reaching_;  // functions that reach an MPI call
  std::map<const llvm::Function *, std::unique_ptr<FunctionFacts>> facts_;
  Locks locks_;
  std::set<const llvm::Function *> running_;
  std::set<const llvm::Function *> seen_;
  std::size_t visits_ = 0;
  ThreadedCalls found_;
};

FunctionFacts &Search::factsOf(const llvm::Function &function) {
  std::unique_ptr<FunctionFacts> &facts = facts_[&function];
  if (!facts) facts = std::make_unique<FunctionFacts>(const_cast<llvm::Function &>(function));  // only read
  return *facts;
}

bool isCalledFromSeen(const llvm::Function &function) {
  return llvm::any_of(function.users(), [](const llvm::User *user) { return llvm::isa<llvm::CallBase>(user); });
}

ThreadedCalls Search::run(InitialContext initial) {
  ThreadWord word;
  if (initial == InitialContext::Parallel) {
    word.push_back({.kind = Kind::Parallel});
    found_.hasThreads = true;
  }
  for (const llvm::Function &function : module_)
    if (!function.isDeclaration() && !isCalledFromSeen(function))
      enter(function, function.getName() == "main" ? ThreadWord{} : word, {});
  for (const llvm::Function &function : module_)  // called recursively, or through pointers
    if (!function.isDeclaration() && !seen_.contains(&function) && !isOutlined(function)) enter(function, word, {});
  return std::move(found_);
}

/// The latches of a loop that the edge from `from` to `to` leaves at its header.
llvm::SmallVector<llvm::BasicBlock *, 2> latchesBefore(const FunctionFacts &facts, const llvm::BasicBlock &from,
                                                       const llvm::BasicBlock &to) {
  llvm::SmallVector<llvm::BasicBlock *, 2> latches;
  const llvm::Loop *loop = facts.loops.getLoopFor(&from);
  if (loop && loop->getHeader() == &from && !loop->contains(&to)) loop->getLoopLatches(latches);
  return latches;
}

/// Of the region's word; nothing if it is not known to be the region of one thread, or of threads chosen by the
/// program.
std::optional<WordToken> tokenFor(const RegionOpening &opening, const ThreadWord &around) {
  WordToken token{.kind = opening.kind, .at = opening.at, .body = opening.body, .thread = opening.thread};
  if (opening.kind == Kind::Chosen) token.lock.family = Lock::Family::Atomic;
  if (!opening.test) return token;
  constexpr std::int64_t kMostThreads = 1024;
  const auto team = std::ranges::find(around.rbegin(), around.rend(), Kind::Parallel, &WordToken::kind);
  const std::int64_t threads = team == around.rend() ? 0 : team->threads;
  std::int64_t passing = 0;
  for (std::int64_t thread = 0; thread < (threads > 0 ? std::min(threads, kMostThreads) : kMostThreads); ++thread) {
    if (!opening.test->holdsFor(thread)) continue;
    token.thread = thread;
    ++passing;
  }
  if (passing != 1) return std::nullopt;
  if (token.thread == 0) token = {.kind = Kind::Master, .at = opening.at, .body = opening.body};
  return token;
}

/// The word on entry to a block: the longest one of all predecessors, without regions that have ended. All threads of a
/// team execute a loop equally often; leaving it at its header continues from the end of an iteration.
Search::State Search::stateAt(const FunctionFacts &facts, const llvm::BasicBlock &block, const States &after,
                              const States &roundBefore) const {
  State best;
  bool isFirst = true;
  std::vector<const State *> ways;
  const auto add = [&](const States &states, const llvm::BasicBlock *from) {
    if (const auto found = states.find(from); found != states.end()) ways.push_back(&found->second);
  };
  for (const llvm::BasicBlock *from : llvm::predecessors(&block)) {
    add(after, from);
    for (const llvm::BasicBlock *latch : latchesBefore(facts, *from, block)) add(roundBefore, latch);
  }
  for (const State *way : ways) {
    State state = *way;
    const auto isOver = [&](const WordToken &token) {
      return token.body && token.body->getParent() == block.getParent() &&
             !facts.dominators.dominates(token.body, &block);
    };
    state.word.erase(std::ranges::find_if(state.word, isOver), state.word.end());
    if (isFirst || state.word.size() > best.word.size()) {
      const llvm::CallBase *task = best.task ? best.task : state.task;
      best = std::move(state);
      best.task = isFirst ? best.task : task;
    }
    isFirst = false;
  }
  for (const RegionOpening &opening : facts.openings) {
    if (opening.body != &block) continue;
    const std::optional<WordToken> token = tokenFor(opening, best.word);
    if (!token) continue;
    best.word.push_back(*token);
    best.task = nullptr;
  }
  return best;
}

/// Whether every way from one block leads to another; a loop with a constant number of rounds is not left out.
bool isMetFrom(const FunctionFacts &facts, const llvm::BasicBlock &from, const llvm::BasicBlock &block) {
  if (facts.postDominators.dominates(&block, &from)) return true;
  const llvm::Loop *loop = nullptr;
  for (const llvm::Loop *around = facts.loops.getLoopFor(&block); around && !around->contains(&from);
       around = around->getParentLoop())
    loop = around;
  const llvm::BasicBlock *header = loop ? loop->getHeader() : nullptr;
  const auto *branch = header ? llvm::dyn_cast<llvm::BranchInst>(header->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || !hasRounds(*branch->getCondition(), 1)) return false;
  const llvm::BasicBlock *round = branch->getSuccessor(loop->contains(branch->getSuccessor(0)) ? 0 : 1);
  return facts.postDominators.dominates(header, &from) && round != header && isMetFrom(facts, *round, block);
}

/// Whether the block is executed whenever the function is, but for the constructs that contain it.
bool isAlwaysMet(const FunctionFacts &facts, const llvm::BasicBlock &block, const ThreadWord &word) {
  const llvm::BasicBlock *from = &block.getParent()->getEntryBlock();
  for (const WordToken &token : word) {
    if (!token.body || token.body->getParent() != block.getParent()) continue;
    const llvm::BasicBlock *before = token.body->getSinglePredecessor();
    if (token.kind != Kind::Section && before && !isMetFrom(facts, *from, *before)) return false;
    from = token.body;
  }
  return isMetFrom(facts, *from, block);
}

void Search::enter(const llvm::Function &function, const ThreadWord &word, Certainty certainty) {
  if (!reaching_.contains(&function)) return;
  if (++visits_ > kMaxVisits || !running_.insert(&function).second) return;
  seen_.insert(&function);
  FunctionFacts &facts = factsOf(function);
  unsigned depth = 0;
  for (const llvm::BasicBlock *block : facts.order) depth = std::max(depth, facts.loops.getLoopDepth(block));
  States after;
  for (unsigned left = std::min(depth, kMostRehearsals) + 1; left-- > 0;) {
    const States roundBefore = std::exchange(after, States());
    for (const llvm::BasicBlock *block : facts.order) {
      State state = stateAt(facts, *block, after, roundBefore);
      if (block == &function.getEntryBlock()) state.word = word;
      const Certainty here = {certainty.isSure && facts.postDominators.dominates(block, &function.getEntryBlock()),
                              certainty.isMet && isAlwaysMet(facts, *block, state.word)};
      for (const llvm::Instruction &instruction : *block) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call && left == 0) visitCall(*call, state, here);
        visitOrdering(instruction, state);
      }
      after[block] = std::move(state);
    }
  }
  running_.erase(&function);
}

void Search::fork(const llvm::CallBase &call, const State &state, Certainty certainty) {
  const ParallelRegion region = parallelRegionOf(call);
  if (!region.body || region.body->isDeclaration()) return;
  found_.hasThreads = true;
  const auto *condition = llvm::dyn_cast_or_null<llvm::ConstantInt>(region.condition);
  const bool isAlone = state.asked.threads == 1 || (condition && condition->isZero());
  const bool mayBeAlone = state.asked.isGiven ? state.asked.threads == 0 : mayAskForOneThread_;
  ThreadWord inside = state.word;
  if (!isAlone) inside.push_back({.kind = Kind::Parallel, .at = &call, .threads = state.asked.threads});
  const bool hasTeam = !hasIfClause(*region.body) && (!region.condition || condition) && !mayBeAlone;
  enter(*region.body, inside, {hasTeam, certainty.isMet && hasTeam});
}

void take(const WordToken &lock, ThreadWord &word) {
  if (std::ranges::find(word, lock) == word.end()) word.push_back(lock);
}

/// Removes the last token that is certainly this lock, else the last that may be.
void giveBack(const Lock &lock, ThreadWord &word) {
  const auto isHeld = [](const WordToken &token) { return token.lock.family != Lock::Family::None; };
  auto given = std::ranges::find_if(word.rbegin(), word.rend(), [&](const WordToken &token) {
    return isHeld(token) && lock.object && token.lock == lock;
  });
  if (given == word.rend())
    given = std::ranges::find_if(word.rbegin(), word.rend(),
                                 [&](const WordToken &token) { return isHeld(token) && mayBeSame(token.lock, lock); });
  if (given != word.rend()) word.erase(std::prev(given.base()));
}

/// Applies the effect of an instruction to the words of later ones.
void Search::visitOrdering(const llvm::Instruction &instruction, State &state) {
  ThreadWord &word = state.word;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const OpenMp what = call ? openMpOf(*call) : OpenMp::None;
  if (what == OpenMp::Barrier || what == OpenMp::TaskWait || what == OpenMp::EndTaskGroup) {
    std::erase_if(word, [](const WordToken &token) { return token.kind == Kind::Chosen; });
    word.push_back({.kind = Kind::Barrier, .at = call});
    state.task = nullptr;
    return;
  }
  const auto [effect, lock] = locks_.actionOf(instruction);
  switch (effect) {
    case LockEffect::Take:
      return take({.kind = Kind::Critical, .at = &instruction, .lock = lock}, word);
    case LockEffect::Share:
      return take({.kind = Kind::Shared, .at = &instruction, .lock = lock}, word);
    case LockEffect::Choose:
      return take({.kind = Kind::Chosen, .at = &instruction, .lock = lock}, word);
    case LockEffect::Give:
      return giveBack(lock, word);
    case LockEffect::None:
      return;
  }
}

void Search::visitCall(const llvm::CallBase &call, State &state, Certainty certainty) {
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) {
    found_.calls.push_back({.call = *mpiCall,
                            .word = state.word,
                            .isSure = certainty.isSure,
                            .isMet = certainty.isMet,
                            .forTask = state.task});
    return;
  }
  switch (openMpOf(call)) {
    case OpenMp::Fork:
    case OpenMp::ForkIf:
      fork(call, state, certainty);
      state.asked = {};
      return;
    case OpenMp::TeamSize:
      state.asked = askedBy(call, 2);
      return;
    case OpenMp::TaskAlloc: {
      const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts());
      if (!body || body->isDeclaration()) return;
      ThreadWord inside = state.word;
      if (isUndeferredTask(call)) {
        enter(*body, inside, certainty);
        return;
      }
      inside.push_back({.kind = Kind::Task, .at = &call, .isDependent = isHandedTo(call, OpenMp::DependentTask)});
      const bool isLoop = isHandedTo(call, OpenMp::Taskloop);  // its tasks run in parallel
      if (isLoop) inside.push_back({.kind = Kind::Parallel, .at = &call});
      enter(*body, inside, {certainty.isSure && !isLoop, certainty.isMet && !isLoop});
      state.task = &call;
      return;
    }
    default:
      break;
  }
  const llvm::Function *callee = calledFunction(call);
  if (callee && !callee->isDeclaration()) enter(*callee, state.word, certainty);
}

}  // namespace

ThreadedCalls findThreadedCalls(const llvm::Module &module, InitialContext initial) {
  const bool forks = llvm::any_of(module, [](const llvm::Function &function) {
    const OpenMp what = openMpOf(function);
    return what == OpenMp::Fork || what == OpenMp::ForkIf;
  });
  if (!forks && initial == InitialContext::Serial) return {};
  return Search(module).run(initial);
}

/// A word is valid if a single-thread region is between any two parallel regions, and after the last one.
const WordToken *multithreadedRegion(const ThreadWord &word) {
  const WordToken *open = nullptr;
  for (const WordToken &token : word) {
    if (token.kind == Kind::Parallel && open) return open;
    if (token.kind == Kind::Parallel) open = &token;
    if (token.isOneThread() && token.kind != Kind::Task) open = nullptr;  // every thread may create its task
  }
  return open;
}

bool isInTurn(const ThreadWord &word) { return std::ranges::any_of(word, &WordToken::isLock); }

bool isInChosenTurn(const ThreadWord &word) {
  return std::ranges::any_of(word, [](const WordToken &token) { return token.kind == Kind::Chosen; });
}

bool mayExclude(const ThreadWord &first, const ThreadWord &second) {
  if (isInChosenTurn(first) || isInChosenTurn(second)) return true;
  const auto isHeldBySecond = [&](const WordToken &one) {
    return one.isLock() && std::ranges::any_of(second, [&](const WordToken &other) {
             return (other.isLock() || other.kind == Kind::Shared) && mayBeSame(one.lock, other.lock);
           });
  };
  return std::ranges::any_of(first, isHeldBySecond);
}

ConcurrentRegions concurrentRegions(const ThreadWord &first, const ThreadWord &second) {
  const auto [one, other] = std::ranges::mismatch(first, second);
  if (one == first.end() || other == second.end()) return {};
  const ThreadWord around(first.begin(), one);
  const bool isInTeam = std::ranges::any_of(around, [](const WordToken &t) { return t.kind == Kind::Parallel; });
  const bool areOneThread = one->isOneThread() && other->isOneThread();
  const bool areHeld = (one->isOneThread() || one->isLock()) && (other->isOneThread() || other->isLock()) &&
                       multithreadedRegion(around) && !isInChosenTurn(first) && !isInChosenTurn(second);
  if (!isInTeam || (!areOneThread && !areHeld)) return {};
  if (one->kind == Kind::Master && other->kind == Kind::Master) return {};  // the same thread
  const bool isOpen = one->thread == WordToken::kSomeNumber || other->thread == WordToken::kSomeNumber;
  if (one->isNamed() && other->isNamed() && (isOpen || one->thread == other->thread)) return {};
  if (one->isDependent && other->isDependent) return {};  // one may wait for the other
  return {.first = &*one, .second = &*other};
}

}  // namespace lockstep::passes
