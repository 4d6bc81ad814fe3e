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
      : module_(module), reaching_(functionsReaching(module, [](const mpi::RoutineInfo &) { return true; })) {}

  ThreadedCalls run(InitialContext initial);

 private:
  struct State {
    ThreadWord word;
    const llvm::CallBase *task = nullptr;  // created and not waited for
    bool isSmallTeam = false;              // the next team has one thread
  };

  using States = llvm::DenseMap<const llvm::BasicBlock *, State>;  // at the end of each block

  void enter(const llvm::Function &function, const ThreadWord &word, bool isSure);
  State stateAt(const FunctionFacts &facts, const llvm::BasicBlock &block, const States &after,
                const States &roundBefore) const;
  void visitOrdering(const llvm::Instruction &instruction, State &state);
  void visitCall(const llvm::CallBase &call, State &state, bool isSure);
  void fork(const llvm::CallBase &call, const State &state);
  FunctionFacts &factsOf(const llvm::Function &function);

  const llvm::Module &module_;
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
      enter(function, function.getName() == "main" ? ThreadWord{} : word, true);
  for (const llvm::Function &function : module_)  // called recursively, or through pointers
    if (!function.isDeclaration() && !seen_.contains(&function) && !isOutlined(function)) enter(function, word, true);
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
    best.word.push_back({.kind = opening.kind, .at = opening.at, .body = opening.body, .thread = opening.thread});
    best.task = nullptr;
  }
  return best;
}

void Search::enter(const llvm::Function &function, const ThreadWord &word, bool isSure) {
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
      const bool isPassed = isSure && facts.postDominators.dominates(block, &function.getEntryBlock());
      for (const llvm::Instruction &instruction : *block) {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call && left == 0) visitCall(*call, state, isPassed);
        visitOrdering(instruction, state);
      }
      after[block] = std::move(state);
    }
  }
  running_.erase(&function);
}

void Search::fork(const llvm::CallBase &call, const State &state) {
  const ParallelRegion region = parallelRegionOf(call);
  if (!region.body || region.body->isDeclaration()) return;
  found_.hasThreads = true;
  const auto *condition = llvm::dyn_cast_or_null<llvm::ConstantInt>(region.condition);
  const bool isAlone = state.isSmallTeam || (condition && condition->isZero());
  ThreadWord inside = state.word;
  if (!isAlone) inside.push_back({.kind = Kind::Parallel, .at = &call});
  enter(*region.body, inside, !hasIfClause(*region.body) && (!region.condition || condition));
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

void Search::visitCall(const llvm::CallBase &call, State &state, bool isSure) {
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) {
    found_.calls.push_back({.call = *mpiCall, .word = state.word, .isSure = isSure, .forTask = state.task});
    return;
  }
  switch (openMpOf(call)) {
    case OpenMp::Fork:
    case OpenMp::ForkIf:
      fork(call, state);
      state.isSmallTeam = false;
      return;
    case OpenMp::TeamSize: {
      const auto *size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
      state.isSmallTeam = size && size->isOne();
      return;
    }
    case OpenMp::TaskAlloc: {
      const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts());
      if (!body || body->isDeclaration()) return;
      ThreadWord inside = state.word;
      if (isUndeferredTask(call)) {
        enter(*body, inside, isSure);
        return;
      }
      inside.push_back({.kind = Kind::Task, .at = &call, .isDependent = isHandedTo(call, OpenMp::DependentTask)});
      const bool isLoop = isHandedTo(call, OpenMp::Taskloop);  // its tasks run in parallel
      if (isLoop) inside.push_back({.kind = Kind::Parallel, .at = &call});
      enter(*body, inside, isSure && !isLoop);
      state.task = &call;
      return;
    }
    default:
      break;
  }
  const llvm::Function *callee = calledFunction(call);
  if (callee && !callee->isDeclaration()) enter(*callee, state.word, isSure);
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
