// Where a path goes on: branches and switches, which split it where their condition is open, and the rounds of loops.
#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>

#include "passes/symex/Arithmetic.h"
#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

namespace {

constexpr unsigned kMostRounds = 300;  // of a loop without MPI
constexpr unsigned kMostRoundsWithMpi = 2'000;
constexpr unsigned kOpenRounds = 2;
const std::string kLeftEarly = fmt::format("loop left after {} rounds", kOpenRounds);
constexpr std::uint64_t kLongestJointLoop = 800;  // steps without MPI
constexpr unsigned kJointRounds = 120;            // with values that are common to all ranks
constexpr unsigned kMostJumps = 8;
constexpr std::size_t kManyPaths = 8;  // that are still to be explored

PathCertainty certaintyOf(UnknownKind quality) {
  return quality == UnknownKind::Forgotten ? PathCertainty::Forgotten : PathCertainty::Free;
}

/// Where a jump ends: behind blocks that only pass on what the jump itself decides, as && and || have them.
const llvm::BasicBlock &landing(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(to.getTerminator());
  if (!branch || branch->isUnconditional()) return to;
  const auto *phi = llvm::dyn_cast<llvm::PHINode>(branch->getCondition());
  const bool isOnlyPassed =
      phi && phi->getParent() == &to && to.getFirstNonPHIOrDbg() == branch && phi->getBasicBlockIndex(&from) >= 0;
  const auto *decided =
      isOnlyPassed ? llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(&from)) : nullptr;
  return decided ? landing(to, *branch->getSuccessor(decided->isZero() ? 1 : 0)) : to;
}

/// Where a jump inside the loop may leave it, without anything but further conditions on the way; null if nowhere.
const llvm::BasicBlock *exitBehind(const llvm::Loop &loop, const llvm::BasicBlock &from, const llvm::BasicBlock &to,
                                   unsigned depth = 0) {
  const llvm::BasicBlock &block = landing(from, to);
  if (!loop.contains(&block)) return &block;
  const auto hasEffect = [](const llvm::Instruction &instruction) { return instruction.mayHaveSideEffects(); };
  if (&block == loop.getHeader() || depth > kMostJumps || llvm::any_of(block, hasEffect)) return nullptr;
  for (const llvm::BasicBlock *next : llvm::successors(&block))
    if (const llvm::BasicBlock *exit = exitBehind(loop, block, *next, depth + 1)) return exit;
  return nullptr;
}

/// Behind all jumps without a condition.
const llvm::BasicBlock &endOfJumps(const llvm::BasicBlock &from) {
  const llvm::BasicBlock *block = &from;
  for (unsigned i = 0; i < kMostJumps; ++i) {
    const llvm::BasicBlock *next = block->getSingleSuccessor();
    if (!next) break;
    block = next;
  }
  return *block;
}

/// Whether the way out of the loop leads to where its own condition leads, not to a return or an error of its own.
bool isOwnExit(const llvm::Loop &loop, const llvm::BasicBlock &leave) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  const llvm::BasicBlock *own = latch && loop.isLoopExiting(latch) ? latch : nullptr;
  for (const llvm::BasicBlock &block : *loop.getHeader()->getParent())
    if (!own && loop.contains(&block) && loop.isLoopExiting(&block)) own = &block;
  return !own || llvm::any_of(llvm::successors(own), [&](const llvm::BasicBlock *next) {
    return !loop.contains(next) && &endOfJumps(*next) == &endOfJumps(leave);
  });
}

bool comparesFloats(const ExprPool &terms, const Value &condition) {
  if (!condition.isTerm()) return false;
  const SymExpr &term = terms[condition.id];
  return term.opcode == llvm::Instruction::FCmp ||
         (term.opcode == llvm::Instruction::Xor && comparesFloats(terms, term.first));
}

}  // namespace

void Interpreter::executeBranch(State &state, const llvm::Instruction &end) {
  const auto &branch = llvm::cast<llvm::BranchInst>(end);
  if (branch.isUnconditional()) return go(state, *branch.getSuccessor(0));
  split(state, valueOf(state, *branch.getCondition()), *branch.getSuccessor(0), *branch.getSuccessor(1));
}

/// One case after the other, each against the rest.
void Interpreter::executeSwitch(State &state, const llvm::SwitchInst &end) {
  const Value chosen = valueOf(state, *end.getCondition());
  const unsigned bits = bitsOf(end.getCondition()->getType());
  if (bits > 64) return lose(state, "switch over a wide integer");
  std::vector<std::pair<Value, const llvm::BasicBlock *>> open;
  for (const auto &choice : end.cases()) {
    const Value number = Value::ofNumber(choice.getCaseValue()->getSExtValue());
    const Value condition = compare(terms_, state.facts, llvm::CmpInst::ICMP_EQ, bits, chosen, number);
    if (condition == Value::ofNumber(1)) return go(state, *choice.getCaseSuccessor());
    if (joint_ && condition.isTerm())
      if (const auto outcome = joint_->decide(condition, end)) {
        if (*outcome) return go(state, *choice.getCaseSuccessor());
        continue;
      }
    if (condition != Value::ofNumber(0) && !program_.isDoomed(*choice.getCaseSuccessor()))
      open.emplace_back(condition, choice.getCaseSuccessor());
  }
  if (!open.empty() && state.frames.back().isWithoutMpi && abandonCall(state)) return;
  for (const auto &[condition, block] : open) {
    if (!isWalked(state)) choose(state, terms_.qualityOf(condition));
    State &other = fork(state);
    if (other.facts.assume(terms_, condition, true))
      go(other, *block);
    else
      pending_.pop_back();
    if (!state.facts.assume(terms_, condition, false)) {
      state = std::move(pending_.back());
      pending_.pop_back();
      return;
    }
  }
  go(state, *end.getDefaultDest());
}

/// A branch on a value of this quality is open.
void Interpreter::choose(State &state, UnknownKind quality) {
  state.certainty = std::max(state.certainty, certaintyOf(quality));
  state.isChosen = true;
}

/// Which way all ranks go; nothing where that is not common to them.
std::optional<bool> Interpreter::decideJointly(State &state, const Value &condition, const llvm::BasicBlock &yes,
                                               const llvm::BasicBlock &no) {
  const llvm::Instruction &at = *state.frames.back().block->getTerminator();
  const bool yesEnds = program_.isDoomed(yes);
  if (yesEnds != program_.isDoomed(no)) {
    const auto isMet = joint_->require(condition, at, !yesEnds);
    return isMet ? std::optional(*isMet != yesEnds) : std::nullopt;
  }
  Frame &frame = state.frames.back();
  const llvm::Loop *loop = program_.loopsOf(*frame.function).getLoopFor(frame.block);
  const bool canLeave = loop && loop->contains(&yes) != loop->contains(&no);
  if (!canLeave) return joint_->decide(condition, at);
  const bool staysOnYes = loop->contains(&yes);
  const unsigned most = terms_.uniformityOf(condition) == Uniformity::Result ? kOpenRounds : kJointRounds;
  if (frame.loops[loop->getHeader()].open++ < most) return joint_->decide(condition, at, true);
  return joint_->decideToLeave(condition, at, !staysOnYes);
}

void Interpreter::split(State &state, const Value &condition, const llvm::BasicBlock &yes, const llvm::BasicBlock &no) {
  if (const auto number = state.facts.numberOf(terms_, condition)) return go(state, *number != 0 ? yes : no);
  if (!condition.isTerm()) return go(state, yes);  // the address of something is true
  if (joint_)
    if (const auto outcome = decideJointly(state, condition, yes, no)) return go(state, *outcome ? yes : no);
  const bool yesEnds = program_.isDoomed(yes);
  const bool noEnds = program_.isDoomed(no);
  if (yesEnds != noEnds) {
    if (!state.facts.assume(terms_, condition, noEnds)) return lose(state);
    return go(state, noEnds ? yes : no);
  }
  if (isWalked(state)) return splitWalk(state, condition, yes, no);
  Frame &frame = state.frames.back();
  const bool isLost = terms_.qualityOf(condition) == UnknownKind::Forgotten || pending_.size() >= kManyPaths;
  if (havocLoop(state, *frame.block)) return;
  if ((isLost || frame.isWithoutMpi) && havocBranch(state)) return;
  if (frame.isWithoutMpi && abandonCall(state)) return;

  const llvm::Loop *loop = program_.loopsOf(*frame.function).getLoopFor(frame.block);
  const llvm::BasicBlock *exitOnYes = loop ? exitBehind(*loop, *frame.block, yes) : nullptr;
  const llvm::BasicBlock *exitOnNo = loop ? exitBehind(*loop, *frame.block, no) : nullptr;
  if (exitOnNo && !exitOnYes) return splitAtExit(state, condition, {*loop, *exitOnNo, yes, no});
  if (exitOnYes && !exitOnNo) return splitAtExit(state, terms_.negation(condition), {*loop, *exitOnYes, no, yes});
  choose(state, terms_.qualityOf(condition));
  splitPath(state, terms_.negation(condition), no, yes);
}

/// Goes on to `yes`; the other side is explored later.
void Interpreter::splitPath(State &state, const Value &condition, const llvm::BasicBlock &yes,
                            const llvm::BasicBlock &no) {
  PathConstraints otherwise = state.facts;
  const bool mayBeFalse = otherwise.assume(terms_, condition, false);
  if (!state.facts.assume(terms_, condition, true)) {
    if (!mayBeFalse) {
      lose(state);
    } else {
      state.facts = std::move(otherwise);
      go(state, no);
    }
    return;
  }
  if (mayBeFalse) {
    State other = state;
    other.facts = std::move(otherwise);
    go(other, no);
    pending_.push_back(std::move(other));
  }
  go(state, yes);
}

/// At an open condition a loop has some rounds and is then left. Where it ends by data that it computes or receives
/// itself this is no choice of the path: any number of rounds is possible, and sooner or later it ends. Where it
/// counts, the number of rounds is a fact that other code may depend on, and a few of them are paths of their own.
void Interpreter::splitAtExit(State &state, const Value &stays, const LoopExit &exit) {
  const auto &[loop, target, stay, leave] = exit;
  LoopCount &count = state.frames.back().loops[loop.getHeader()];
  const UnknownKind quality = terms_.qualityOf(stays);
  const bool isByData =
      comparesFloats(terms_, stays) || (quality != UnknownKind::Forgotten && terms_.newestOf(stays) >= count.firstTerm);
  if (isByData && isOwnExit(loop, target)) {
    if (quality > UnknownKind::Common) state.trace.reset();  // what other ranks do may decide about the number
    if (!count.firstOpen) count.firstOpen = count.rounds;
    const bool isOver = count.rounds - *count.firstOpen >= kOpenRounds;
    PathConstraints facts = state.facts;
    const bool isPossible = facts.assume(terms_, stays, !isOver);
    if (!isPossible && !state.facts.assume(terms_, stays, isOver)) return lose(state);
    if (isPossible) state.facts = std::move(facts);
    return go(state, isPossible == isOver ? leave : stay);
  }
  const bool isCounted = quality == UnknownKind::Free;
  choose(state, isCounted ? quality : UnknownKind::Forgotten);
  if (count.open >= kOpenRounds) {
    extent_.isCut = true;
    meetLimit(state, kLeftEarly);
    if (!isCounted) extent_.isComplete = false;  // it may have to run longer
    if (!state.facts.assume(terms_, stays, false)) return lose(state);
    return go(state, leave);
  }
  ++count.open;
  splitPath(state, stays, stay, leave);
}

/// Both ways, unless one is impossible; they may meet again.
void Interpreter::splitWalk(State &state, const Value &condition, const llvm::BasicBlock &yes,
                            const llvm::BasicBlock &no) {
  payForCopy(state);
  State other = state;
  if (other.facts.assume(terms_, condition, false)) {
    go(other, no);
    pending_.push_back(std::move(other));
  }
  if (!state.facts.assume(terms_, condition, true)) return lose(state);
  go(state, yes);
}

void Interpreter::go(State &state, const llvm::BasicBlock &to) {
  Frame &frame = state.frames.back();
  const llvm::BasicBlock *from = frame.block;
  std::vector<std::pair<const llvm::Value *, Value>> values;
  for (const llvm::PHINode &phi : to.phis()) {
    const int index = phi.getBasicBlockIndex(from);
    const Value value = index < 0 ? unknown(phi.getType(), UnknownKind::Forgotten)
                                  : valueOf(state, *phi.getIncomingValue(static_cast<unsigned>(index)));
    values.emplace_back(&phi, value);
  }
  for (const auto &[phi, value] : values) frame.registers[phi] = value;
  frame.block = &to;
  frame.next = to.getFirstNonPHIIt();
  if (isWalked(state)) {
    state.end = State::End::AtBlock;
    return;
  }

  const llvm::Loop *loop = program_.loopsOf(*frame.function).getLoopFor(&to);
  if (!loop || loop->getHeader() != &to) return;
  LoopCount &count = frame.loops[&to];
  if (!loop->contains(from)) {
    count = {.since = state.steps, .firstTerm = terms_.next()};
    return;
  }
  const unsigned limit = program_.leadsToMpi(*loop) ? kMostRoundsWithMpi : kMostRounds;
  const bool isLong = joint_ && state.steps - count.since > kLongestJointLoop && !program_.leadsToMpi(*loop);
  if (++count.rounds > limit || isLong) {
    if (!havocLoop(state, to) && count.rounds > limit) lose(state, fmt::format("loop left after {} rounds", limit));
  }
}

}  // namespace lockstep::passes::symex
