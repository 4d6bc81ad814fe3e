// lifecycle: MPI is used between its initialization and its finalization, and a process that initialized it finalizes
// it before it ends by itself.
//
// Code that is not seen may initialize MPI, finalize it or open a session, and of a module without a beginning nothing
// is known. Programs guard such calls by what they remember of MPI or ask twice (an option, the environment), so
// nothing is said of what is merely possible: a path on which the exploration has lost a value may not exist, and no
// misuse is noted there. Nor is a program reported that refuses some input and leaves.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Routine;
using Done = Lifecycle::Done;

constexpr report::Rule kRule = report::rule("lifecycle");

std::string nameOf(Routine routine) { return std::string(mpi::info(routine).name); }

void misuse(const CallView &view, const std::string &when, std::string help) {
  State &state = view.state();
  if (state.certainty == PathCertainty::Forgotten || std::exchange(state.lifecycle.isReported, true)) return;
  Note note = makeNote(state, kRule, fmt::format("{} is called {}", view.name(), when), view.at(), "");
  note.certainty = std::max(note.certainty, state.lifecycle.finalizedBy);
  note.finding.help = std::move(help);
  addNote(state, std::move(note));
}

/// What is wrong with the call where and when it is made.
void judgeCall(const CallView &view) {
  const Lifecycle &lifecycle = view.state().lifecycle;
  if (mpi::isAllowedAnytime(view.routine().routine) || lifecycle.sessions > 0) return;
  if (lifecycle.finalized == Done::Yes)
    return misuse(view, "after " + nameOf(Routine::Finalize), "move the call in front of " + nameOf(Routine::Finalize));
  if (view.routine().effect == Effect::Init && lifecycle.initialized == Done::Yes)
    return misuse(view, "although MPI is initialized already", "initialize MPI once");
  if (view.routine().effect != Effect::Init && lifecycle.initialized == Done::No)
    misuse(view, "before " + nameOf(Routine::Init),
           fmt::format("call {} or {} first", nameOf(Routine::Init), nameOf(Routine::Init_thread)));
}

}  // namespace

bool applyLifecycle(const CallView &view) {
  Lifecycle &lifecycle = view.state().lifecycle;
  const bool isOver = lifecycle.finalized == Done::Yes;
  if (!view.interpreter().config().isPart && !view.state().team) judgeCall(view);
  if (isOver && lifecycle.isReported) return false;
  if (mpi::isRecorded(view.routine().cls)) lifecycle.lastCall = &view.at();
  switch (view.routine().effect) {
    case Effect::Init:
      lifecycle.initialized = Done::Yes;
      if (!isOver) lifecycle.finalized = Done::No;
      break;
    case Effect::Finalize:
      lifecycle.finalized = Done::Yes;
      break;
    case Effect::SessionInit:
      ++lifecycle.sessions;
      break;
    case Effect::SessionFinalize:
      --lifecycle.sessions;
      break;
    default:
      break;
  }
  return true;
}

void judgeExit(State &state) {
  const Lifecycle &lifecycle = state.lifecycle;
  const bool isMissing = lifecycle.initialized == Done::Yes && lifecycle.finalized == Done::No;
  if (!isMissing || lifecycle.isReported || state.team || !lifecycle.lastCall) return;
  Note note = makeNote(state, kRule, fmt::format("the process ends without calling {}", nameOf(Routine::Finalize)),
                       *lifecycle.lastCall, "last call before the end");
  note.isOfEnd = true;
  if (const llvm::CallBase *call = *state.departure) {
    report::Site exit = siteAt(*call, report::SiteRole::Sync, "ends here");
    if (exit.line != 0) note.finding.sites.push_back(std::move(exit));
  }
  note.finding.help = fmt::format("call {} on every rank before it ends, or {} to end the whole job",
                                  nameOf(Routine::Finalize), nameOf(Routine::Abort));
  addNote(state, std::move(note));
}

std::optional<Value> answerOf(const CallView &view) {
  const Lifecycle &lifecycle = view.state().lifecycle;
  const bool isOfBeginning = view.call().routine() == Routine::Initialized;
  if (!isOfBeginning && view.call().routine() != Routine::Finalized) return std::nullopt;
  const Done done = isOfBeginning ? lifecycle.initialized : lifecycle.finalized;
  if (done == Done::Maybe || view.interpreter().config().isPart)
    return view.interpreter().terms().leaf(32, UnknownKind::Forgotten);
  return Value::ofNumber(done == Done::Yes ? 1 : 0);
}

}  // namespace lockstep::passes::symex
