// lifecycle (semantics/Lifecycle.h), and the answers of MPI_Initialized and MPI_Finalized.
//
// Unknown code may initialize MPI, finalize it or open a session, and in a module without main the initial state is
// unknown. Programs guard such calls by flags or repeated queries (an option, the environment), so merely possible
// misuse is not reported: a path that depends on a forgotten value may be infeasible, so no misuse is noted there. Nor
// is a program reported that rejects some input and exits.
#include <algorithm>
#include <utility>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

using Done = semantics::Lifecycle::Done;
using mpi::Routine;

bool applyLifecycle(const CallView &view) {
  State &state = view.state();
  const bool isOver = state.lifecycle.finalized == Done::Yes;
  const bool isLooseEnd =
      view.interpreter().config().isPart || state.team || state.certainty == PathCertainty::Forgotten;
  if (auto verdict = isLooseEnd ? std::nullopt : state.lifecycle.judge(view.routine())) {
    state.lifecycle.isReported = true;
    Note note = makeNote(state, std::move(*verdict), view.at(), "");
    note.certainty = std::max(note.certainty, state.finalizedBy);
    addNote(state, std::move(note));
  }
  if (isOver && state.lifecycle.isReported) return false;
  if (mpi::isRecorded(view.routine().cls)) state.lastCall = &view.at();
  state.lifecycle.apply(view.routine());
  return true;
}

void judgeExit(State &state) {
  const semantics::Lifecycle &lifecycle = state.lifecycle;
  if (!lifecycle.isOpen() || lifecycle.isReported || state.team || !state.lastCall) return;
  Note note =
      makeNote(state, semantics::endsUnfinalized("the process ends"), *state.lastCall, "last call before the end");
  note.isOfEnd = true;
  if (const llvm::CallBase *call = *state.departure) {
    report::Site exit = siteAt(*call, report::SiteRole::Sync, "ends here");
    if (exit.line != 0) note.finding.sites.push_back(std::move(exit));
  }
  addNote(state, std::move(note));
}

std::optional<Value> answerOf(const CallView &view) {
  const semantics::Lifecycle &lifecycle = view.state().lifecycle;
  const bool isOfBeginning = view.call().routine() == Routine::Initialized;
  if (!isOfBeginning && view.call().routine() != Routine::Finalized) return std::nullopt;
  const Done done = isOfBeginning ? lifecycle.initialized : lifecycle.finalized;
  if (done == Done::Maybe || view.interpreter().config().isPart)
    return view.interpreter().terms().leaf(32, UnknownKind::Forgotten);
  return Value::ofNumber(done == Done::Yes ? 1 : 0);
}

}  // namespace lockstep::passes::symex
