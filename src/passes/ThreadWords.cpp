#include "passes/ThreadWords.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
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

#include "passes/Reaching.h"

namespace lockstep::passes {

namespace {

using Kind = ThreadToken::Kind;

constexpr std::size_t kMaxVisits = 3000;

/// What the OpenMP runtime is asked for.
enum class OpenMp {
  None,
  Fork,
  Single,
  Master,
  Critical,
  EndCritical,
  Barrier,  // of the team or of tasks
  StaticInit,
  TaskAlloc,
  ThreadNumber,
  TeamSize,
};

OpenMp openMpOf(const llvm::CallBase &call) {
  const llvm::Function *callee = calledFunction(call);
  if (!callee || !callee->isDeclaration()) return OpenMp::None;
  static const std::map<llvm::StringRef, OpenMp> kNames{
      {"__kmpc_fork_call", OpenMp::Fork},
      {"__kmpc_fork_call_if", OpenMp::Fork},
      {"__kmpc_single", OpenMp::Single},
      {"__kmpc_master", OpenMp::Master},
      {"__kmpc_masked", OpenMp::Master},
      {"__kmpc_critical", OpenMp::Critical},
      {"__kmpc_critical_with_hint", OpenMp::Critical},
      {"__kmpc_end_critical", OpenMp::EndCritical},
      {"__kmpc_barrier", OpenMp::Barrier},
      {"__kmpc_cancel_barrier", OpenMp::Barrier},
      {"__kmpc_omp_taskwait", OpenMp::Barrier},
      {"__kmpc_omp_wait_deps", OpenMp::Barrier},
      {"__kmpc_omp_taskwait_deps_51", OpenMp::Barrier},
      {"__kmpc_end_taskgroup", OpenMp::Barrier},
      {"__kmpc_for_static_init_4", OpenMp::StaticInit},
      {"__kmpc_omp_task_alloc", OpenMp::TaskAlloc},
      {"omp_get_thread_num", OpenMp::ThreadNumber},
      {"omp_get_thread_num_", OpenMp::ThreadNumber},
      {"__kmpc_push_num_threads", OpenMp::TeamSize},
  };
  const auto found = kNames.find(callee->getName());
  return found == kNames.end() ? OpenMp::None : found->second;
}

/// Sections are a loop over a switch; only the flags of the call's place in the source tell.
bool isForSections(const llvm::CallBase &call) {
  constexpr std::uint64_t kWorkSections = 0x400;
  const auto *place = llvm::dyn_cast<llvm::GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
  if (!place || !place->hasInitializer()) return false;
  const auto *fields = llvm::dyn_cast<llvm::ConstantStruct>(place->getInitializer());
  const auto *flags = fields ? llvm::dyn_cast<llvm::ConstantInt>(fields->getOperand(1)) : nullptr;
  return flags && (flags->getZExtValue() & kWorkSections) != 0;
}

/// The call whose result a value is, also by way of a local variable that is set once, and of another width.
const llvm::CallBase *callBehind(const llvm::Value *value) {
  while (llvm::isa<llvm::SExtInst, llvm::ZExtInst, llvm::TruncInst>(value))
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(value)) return call;
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(value);
  const auto *variable = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!variable) return nullptr;
  const llvm::CallBase *found = nullptr;
  for (const llvm::User *user : variable->users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store) {
      if (!llvm::isa<llvm::LoadInst>(user)) return nullptr;
      continue;
    }
    if (found || store->getPointerOperand() != variable) return nullptr;
    const llvm::Value *stored = store->getValueOperand();
    if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(stored)) stored = cast->getOperand(0);
    found = llvm::dyn_cast<llvm::CallBase>(stored);
    if (!found) return nullptr;
  }
  return found;
}

/// The number of the thread, also from a function of the program that returns nothing else.
bool isThreadNumber(const llvm::CallBase &call, unsigned depth = 0) {
  constexpr unsigned kMostWrappers = 4;
  if (openMpOf(call) == OpenMp::ThreadNumber) return true;
  const llvm::Function *callee = calledFunction(call);
  if (!callee || callee->isDeclaration() || depth == kMostWrappers) return false;
  bool returns = false;
  for (const llvm::BasicBlock &block : *callee) {
    const auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
    if (!end) continue;
    const llvm::CallBase *behind = end->getReturnValue() ? callBehind(end->getReturnValue()) : nullptr;
    if (!behind || !isThreadNumber(*behind, depth + 1)) return false;
    returns = true;
  }
  return returns;
}

/// The region that a branch opens, and on which side.
struct Opening {
  Kind kind{};
  const llvm::Instruction *at = nullptr;
  const llvm::BasicBlock *body = nullptr;
  std::int64_t thread = -1;
};

/// What a region for the thread with this number is; by a number that is not constant as good as that of the first.
Opening openingFor(const llvm::Value *number, const llvm::CallBase &at, const llvm::BasicBlock &body) {
  const auto *constant = number ? llvm::dyn_cast<llvm::ConstantInt>(number) : nullptr;
  if (!constant || constant->isZero()) return {.kind = Kind::Master, .at = &at, .body = &body};
  return {.kind = Kind::Single, .at = &at, .body = &body, .thread = constant->getSExtValue()};
}

void findOpening(const llvm::BranchInst &branch, std::vector<Opening> &openings) {
  if (!branch.isConditional()) return;
  const auto *comparison = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
  const auto *number = comparison ? llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1)) : nullptr;
  if (!number || !comparison->isEquality()) return;
  const llvm::CallBase *call = callBehind(comparison->getOperand(0));
  if (!call) return;
  const bool isEqual = comparison->getPredicate() == llvm::CmpInst::ICMP_EQ;
  const OpenMp what = openMpOf(*call);
  if (isThreadNumber(*call)) openings.push_back(openingFor(number, *call, *branch.getSuccessor(isEqual ? 0 : 1)));
  const llvm::BasicBlock *chosen = branch.getSuccessor(isEqual ? 1 : 0);
  if (what == OpenMp::Single && number->isZero())
    openings.push_back({.kind = Kind::Single, .at = call, .body = chosen});
  if (what == OpenMp::Master && number->isZero())
    openings.push_back(openingFor(call->arg_size() > 2 ? call->getArgOperand(2) : nullptr, *call, *chosen));
}

/// Whether what the call made is handed to this function of the runtime.
bool isHandedTo(const llvm::CallBase &made, llvm::StringRef name) {
  return llvm::any_of(made.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function *callee = call ? calledFunction(*call) : nullptr;
    return callee && callee->getName().starts_with(name);
  });
}

/// Run by the thread that makes it, at once.
bool isUndeferredTask(const llvm::CallBase &task) {
  return isHandedTo(task, "__kmpc_omp_task_begin_if0") && !isHandedTo(task, "__kmpc_omp_task_with_deps") &&
         !llvm::any_of(task.users(), [](const llvm::User *user) {
           const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
           return call && calledFunction(*call) && calledFunction(*call)->getName() == "__kmpc_omp_task";
         });
}

/// With an `if` clause there is also a direct call, for when it is false.
bool hasIfClause(const llvm::Function &region) {
  return llvm::any_of(region.users(), [&](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && call->getCalledOperand() == &region;
  });
}

/// The switch over the sections, which the loop behind the call runs; null where it has another shape.
const llvm::SwitchInst *switchOfSections(const llvm::CallBase &init) {
  const llvm::BasicBlock *header = init.getParent()->getUniqueSuccessor();
  if (!header) return nullptr;
  for (const llvm::BasicBlock *next : llvm::successors(header))
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(next->getTerminator())) return choice;
  return nullptr;
}

void findSections(const llvm::CallBase &init, std::vector<Opening> &openings) {
  const llvm::SwitchInst *choice = switchOfSections(init);
  if (!choice) return;
  for (const auto &option : choice->cases()) {
    const llvm::BasicBlock *body = option.getCaseSuccessor();
    openings.push_back({.kind = Kind::Section, .at = &body->front(), .body = body});
  }
}

/// What is asked of a function again and again.
struct FunctionFacts {
  explicit FunctionFacts(llvm::Function &function) : dominators(function), postDominators(function) {
    const llvm::ReversePostOrderTraversal<const llvm::Function *> traversal(&function);
    order.assign(traversal.begin(), traversal.end());
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) findOpening(*branch, openings);
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && openMpOf(*call) == OpenMp::StaticInit && isForSections(*call)) findSections(*call, openings);
    }
  }

  llvm::DominatorTree dominators;
  llvm::PostDominatorTree postDominators;
  std::vector<const llvm::BasicBlock *> order;
  std::vector<Opening> openings;
};

class Search {
 public:
  explicit Search(const llvm::Module &module)
      : module_(module), reaching_(functionsReaching(module, [](const mpi::RoutineInfo &) { return true; })) {}

  ThreadedCalls run(InitialContext initial);

 private:
  struct State {
    ThreadWord word;
    const llvm::CallBase *task = nullptr;  // made and not waited for
    bool isSmallTeam = false;              // the next team has one thread
  };

  void enter(const llvm::Function &function, const ThreadWord &word, bool isSure);
  State stateAt(const FunctionFacts &facts, const llvm::BasicBlock &block,
                const llvm::DenseMap<const llvm::BasicBlock *, State> &after) const;
  void visitCall(const llvm::CallBase &call, State &state, bool isSure);
  void fork(const llvm::CallBase &call, const State &state);
  FunctionFacts &factsOf(const llvm::Function &function);

  const llvm::Module &module_;
  const llvm::DenseSet<const llvm::Function *> reaching_;  // an MPI call
  std::map<const llvm::Function *, std::unique_ptr<FunctionFacts>> facts_;
  std::set<const llvm::Function *> running_;
  std::set<const llvm::Function *> seen_;
  std::size_t visits_ = 0;
  ThreadedCalls found_;
};

FunctionFacts &Search::factsOf(const llvm::Function &function) {
  std::unique_ptr<FunctionFacts> &facts = facts_[&function];
  if (!facts) facts = std::make_unique<FunctionFacts>(const_cast<llvm::Function &>(function));  // trees only read
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
  for (const llvm::Function &function : module_)  // called in a circle, or through pointers
    if (!function.isDeclaration() && !seen_.contains(&function) && !function.getName().contains("omp_"))
      enter(function, word, true);
  return std::move(found_);
}

/// The word on entry to a block: that of the way with most in it, without the regions that are over.
Search::State Search::stateAt(const FunctionFacts &facts, const llvm::BasicBlock &block,
                              const llvm::DenseMap<const llvm::BasicBlock *, State> &after) const {
  State best;
  bool isFirst = true;
  for (const llvm::BasicBlock *from : llvm::predecessors(&block)) {
    const auto found = after.find(from);
    if (found == after.end()) continue;
    State state = found->second;
    const auto isOver = [&](const ThreadToken &token) {
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
  for (const Opening &opening : facts.openings) {
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
  llvm::DenseMap<const llvm::BasicBlock *, State> after;
  for (const llvm::BasicBlock *block : facts.order) {
    State state = stateAt(facts, *block, after);
    if (block == &function.getEntryBlock()) state.word = word;
    const bool isPassed = isSure && facts.postDominators.dominates(block, &function.getEntryBlock());
    for (const llvm::Instruction &instruction : *block)
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) visitCall(*call, state, isPassed);
    after[block] = std::move(state);
  }
  running_.erase(&function);
}

void Search::fork(const llvm::CallBase &call, const State &state) {
  const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(2)->stripPointerCasts());
  if (!body || body->isDeclaration()) return;
  found_.hasThreads = true;
  ThreadWord inside = state.word;
  if (!state.isSmallTeam) inside.push_back({.kind = Kind::Parallel, .at = &call});
  enter(*body, inside, !hasIfClause(*body));
}

void Search::visitCall(const llvm::CallBase &call, State &state, bool isSure) {
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) {
    found_.calls.push_back({.call = *mpiCall, .word = state.word, .isSure = isSure, .forTask = state.task});
    return;
  }
  switch (openMpOf(call)) {
    case OpenMp::Fork:
      fork(call, state);
      state.isSmallTeam = false;
      return;
    case OpenMp::TeamSize: {
      const auto *size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
      state.isSmallTeam = size && size->isOne();
      return;
    }
    case OpenMp::Critical:
      state.word.push_back({.kind = Kind::Critical, .at = &call});
      return;
    case OpenMp::EndCritical: {
      const auto last = std::ranges::find(state.word.rbegin(), state.word.rend(), Kind::Critical, &ThreadToken::kind);
      if (last != state.word.rend()) state.word.erase(std::prev(last.base()), state.word.end());
      return;
    }
    case OpenMp::Barrier:
      state.word.push_back({.kind = Kind::Barrier, .at = &call});
      state.task = nullptr;
      return;
    case OpenMp::TaskAlloc: {
      const auto *body = llvm::dyn_cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts());
      if (!body || body->isDeclaration()) return;
      ThreadWord inside = state.word;
      if (isUndeferredTask(call)) {
        enter(*body, inside, isSure);
        return;
      }
      inside.push_back({.kind = Kind::Task, .at = &call, .isDependent = isHandedTo(call, "__kmpc_omp_task_with_deps")});
      const bool isLoop = isHandedTo(call, "__kmpc_taskloop");  // its tasks run side by side
      if (isLoop) inside.push_back({.kind = Kind::Parallel, .at = &call});
      enter(*body, inside, isSure && !isLoop);
      state.task = &call;
      return;
    }
    case OpenMp::None:
    case OpenMp::Single:
    case OpenMp::Master:
    case OpenMp::StaticInit:
    case OpenMp::ThreadNumber:
      break;
  }
  const llvm::Function *callee = calledFunction(call);
  if (callee && !callee->isDeclaration()) enter(*callee, state.word, isSure);
}

}  // namespace

ThreadedCalls findThreadedCalls(const llvm::Module &module, InitialContext initial) {
  const llvm::Function *fork = module.getFunction("__kmpc_fork_call");
  if (!fork && initial == InitialContext::Serial) return {};
  return Search(module).run(initial);
}

/// A word is right where one thread is chosen between every parallel region and the next, and behind the last.
const ThreadToken *multithreadedRegion(const ThreadWord &word) {
  const ThreadToken *open = nullptr;
  for (const ThreadToken &token : word) {
    if (token.kind == Kind::Parallel && open) return open;
    if (token.kind == Kind::Parallel) open = &token;
    if (token.isOneThread() && token.kind != Kind::Task) open = nullptr;  // every thread may make its task
  }
  return open;
}

bool isInCritical(const ThreadWord &word) {
  return std::ranges::any_of(word, [](const ThreadToken &token) { return token.kind == Kind::Critical; });
}

ConcurrentRegions concurrentRegions(const ThreadWord &first, const ThreadWord &second) {
  const auto [one, other] = std::ranges::mismatch(first, second);
  if (one == first.end() || other == second.end()) return {};
  const bool isInTeam = std::any_of(first.begin(), one, [](const ThreadToken &t) { return t.kind == Kind::Parallel; });
  if (!isInTeam || !one->isOneThread() || !other->isOneThread()) return {};
  if (one->kind == Kind::Master && other->kind == Kind::Master) return {};  // the same thread
  if (one->thread >= 0 && one->thread == other->thread) return {};
  if (one->isDependent && other->isDependent) return {};  // they may well wait for each other
  return {.first = &*one, .second = &*other};
}

}  // namespace lockstep::passes
