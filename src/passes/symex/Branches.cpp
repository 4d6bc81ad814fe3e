// Where a path goes on: branches and switches, which split it where their condition is open, and the rounds of loops.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

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

PathCertainty certaintyOf(UnknownKind quality) {
  return quality == UnknownKind::Free ? PathCertainty::Free : PathCertainty::Forgotten;
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
  if (frame.isWithoutMpi && abandonCall(state)) return;
  if (havocLoop(state, *frame.block)) return;

  const llvm::Loop *loop = program_.loopsOf(*frame.function).getLoopFor(frame.block);
  const bool canLeave = loop && loop->contains(&yes) != loop->contains(&no);
  const bool staysOnYes = canLeave && loop->contains(&yes);
  choose(state, terms_.qualityOf(condition));
  LoopCount *count = canLeave ? &frame.loops[loop->getHeader()] : nullptr;
  if (count && count->open >= kOpenRounds) {
    extent_.isCut = true;
    meetLimit(state, kLeftEarly);
    if (terms_.qualityOf(condition) == UnknownKind::Forgotten) extent_.isComplete = false;  // it may have to run longer
    if (!state.facts.assume(terms_, condition, !staysOnYes)) return lose(state);
    return go(state, staysOnYes ? no : yes);
  }
  PathConstraints left = state.facts;
  const bool mayLeave = left.assume(terms_, condition, !staysOnYes);
  if (!state.facts.assume(terms_, condition, staysOnYes)) {
    if (!mayLeave) return lose(state);
    state.facts = std::move(left);
    return go(state, staysOnYes ? no : yes);
  }
  if (mayLeave) {
    State other = state;
    other.facts = std::move(left);
    go(other, staysOnYes ? no : yes);
    pending_.push_back(std::move(other));
  }
  if (canLeave) ++state.frames.back().loops[loop->getHeader()].open;
  go(state, staysOnYes ? yes : no);
}

/// Both ways, unless one is impossible; they may meet again.
void Interpreter::splitWalk(State &state, const Value &condition, const llvm::BasicBlock &yes,
                            const llvm::BasicBlock &no) {
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
    count = {.since = state.steps};
    return;
  }
  const unsigned limit = program_.leadsToMpi(*loop) ? kMostRoundsWithMpi : kMostRounds;
  const bool isLong = joint_ && state.steps - count.since > kLongestJointLoop && !program_.leadsToMpi(*loop);
  if (++count.rounds > limit || isLong) {
    if (!havocLoop(state, to) && count.rounds > limit) lose(state, fmt::format("loop left after {} rounds", limit));
  }
}

}  // namespace lockstep::passes::symex
