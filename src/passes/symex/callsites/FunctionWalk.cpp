#include "passes/symex/callsites/FunctionWalk.h"

#include <algorithm>
#include <utility>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include "passes/symex/callsites/Join.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::size_t kDeepest = 24;   // stack of walked functions
constexpr unsigned kMostContexts = 6;  // in which a function is walked

/// What a variable gets from another one that the loop changes as well is known too long; more rounds cost more than
/// they are worth where loops are nested deeply.
unsigned roundsOf(const llvm::Loop &loop) { return loop.getLoopDepth() <= 2 ? 3 : 2; }

}  // namespace

/// The walk of one function in one context.
struct FunctionWalk::Body {
  std::vector<const llvm::BasicBlock *> order;  // a loop's blocks come before what follows it
  const llvm::LoopInfo *loops = nullptr;
  std::size_t depth = 1;  // of the stack
  std::map<const llvm::BasicBlock *, std::optional<State>> arrivals;
  std::optional<State> returned;
};

FunctionWalk::FunctionWalk(const Program &program, bool isPart, Calls calls, Budget &budget, Notice notice)
    : program_(program),
      calls_(calls),
      notice_(std::move(notice)),
      budget_(budget),
      reserve_(budget.steps / 4),
      model_(std::make_unique<MpiModel>()),
      interpreter_(program, {.rank = RankConfig::kAny, .size = RankConfig::kAny, .isPart = isPart}, *model_, budget) {}

void FunctionWalk::walk(const llvm::Function &function) { walkBody(interpreter_.stateAt(function), 1); }

/// The state behind the call, where all returns meet; none if there is no return.
std::optional<State> FunctionWalk::walkBody(State entry, std::size_t depth) {
  const llvm::Function &function = *entry.frames[depth - 1].function;
  Body body;
  body.depth = depth;
  for (const llvm::BasicBlock *block : llvm::ReversePostOrderTraversal<const llvm::Function *>(&function))
    body.order.push_back(block);
  body.loops = &program_.loopsOf(function);
  body.arrivals[&function.getEntryBlock()] = std::move(entry);
  walkRegion(body, nullptr);
  return std::move(body.returned);
}

/// The blocks of the loop, or of the function, each inner loop as a whole.
void FunctionWalk::walkRegion(Body &body, const llvm::Loop *loop) {
  for (const llvm::BasicBlock *block : body.order) {
    const llvm::Loop *inner = body.loops->getLoopFor(block);
    if (inner == loop)
      walkBlock(body, *block);
    else if (inner && inner->getHeader() == block && inner->getParentLoop() == loop)
      walkLoop(body, *inner);
  }
}

void FunctionWalk::walkLoop(Body &body, const llvm::Loop &loop) {
  const llvm::BasicBlock *header = loop.getHeader();
  const unsigned rounds = roundsOf(loop);
  for (unsigned round = 0; round < rounds; ++round) {
    std::optional<State> &arrival = body.arrivals[header];
    if (!arrival) return;
    if (round + 1 == rounds) {
      walkRegion(body, &loop);
      return body.arrivals[header].reset();
    }
    interpreter_.payForCopy(*arrival);
    State before = *arrival;
    walkRegion(body, &loop);
    std::optional<State> &again = body.arrivals[header];
    if (!again) return;
    meet(again, std::move(before));
  }
}

void FunctionWalk::walkBlock(Body &body, const llvm::BasicBlock &block) {
  std::optional<State> arrival = std::exchange(body.arrivals[&block], std::nullopt);
  if (!arrival) return;
  std::vector<State> running;
  running.push_back(*std::move(arrival));
  while (!running.empty()) {
    State next = std::move(running.back());
    running.pop_back();
    for (State &state : interpreter_.runBlock(std::move(next), body.depth)) {
      collect(state);
      switch (state.end) {
        case State::End::AtBlock:
          leave(body, block, std::move(state));
          break;
        case State::End::InCall:
          call(body, std::move(state), running);
          break;
        case State::End::Returned:
          meet(body.returned, std::move(state));
          break;
        case State::End::Complete:
          if (!state.departure) resume(body, std::move(state), running);  // MPI is finalized
          break;
        case State::End::Open:
        case State::End::Ended:
        case State::End::Lost:
          break;
      }
    }
  }
}

void FunctionWalk::call(Body &body, State state, std::vector<State> &running) {
  if (mayWalk(state)) {
    ++walks_[state.frames.back().function];
    const std::size_t depth = state.frames.size();
    std::optional<State> after = walkBody(std::move(state), depth);
    if (after) resume(body, *std::move(after), running);
  } else {
    interpreter_.skipCall(state);
    resume(body, std::move(state), running);
  }
}

/// Goes on behind a call; behind an invoke, that is in another block.
void FunctionWalk::resume(Body &body, State state, std::vector<State> &running) {
  const llvm::BasicBlock &block = *state.frames.back().block;
  interpreter_.goOn(state);
  if (state.end == State::End::AtBlock) return leave(body, block, std::move(state));
  running.push_back(std::move(state));
}

/// Without the values that only the block uses: in the code of a front end nearly all of them, and states are copied
/// and compared at every branch.
void FunctionWalk::leave(Body &body, const llvm::BasicBlock &block, State state) {
  Frame &frame = state.frames.back();
  for (const llvm::Instruction &instruction : block)
    if (!instruction.isUsedOutsideOfBlock(&block)) frame.registers.erase(&instruction);
  meet(body.arrivals[frame.block], std::move(state));
}

bool FunctionWalk::mayWalk(const State &state) const {
  const llvm::Function *callee = state.frames.back().function;
  if (state.frames.back().endsTeam) return true;
  if (calls_ == Calls::Skipped || state.frames.size() > kDeepest || budget_.steps < reserve_) return false;
  const auto walked = walks_.find(callee);
  if (walked != walks_.end() && walked->second >= kMostContexts) return false;
  const auto isOfCallee = [&](const Frame &frame) { return frame.function == callee; };
  return std::ranges::none_of(state.frames.begin(), std::prev(state.frames.end()), isOfCallee);
}

void FunctionWalk::collect(State &state) {
  const bool isReturn = state.departure && !*state.departure;  // other ends may be meant to be early
  for (const Note &note : state.notes)
    if (!note.isOfEnd || isReturn) notice_(note, state.frames);
  state.notes.clear();
  state.certainty = PathCertainty::Sure;
  state.isChosen = false;
}

void FunctionWalk::meet(std::optional<State> &place, State state) {
  if (!place) {
    place = std::move(state);
    return;
  }
  interpreter_.payForCopy(state);
  join(interpreter_, *place, std::move(state));
}

}  // namespace lockstep::passes::symex
