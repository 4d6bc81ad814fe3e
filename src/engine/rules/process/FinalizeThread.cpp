// lifecycle: MPI is finalized by the thread that initialized it, after all other calls of the process.
//
// An error if another thread finalizes, if any thread may do it (in a single, section or task), or if calls of other
// threads are not ordered before it (see ConstructOrder.h), whatever came first in this run. Reported once per process.
#include <optional>
#include <utility>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/EarlierCalls.h"
#include "semantics/ThreadOrder.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;

constexpr report::Rule kRule = report::rule("lifecycle");

class FinalizeThread final : public ProcessRule {
 public:
  struct State {
    EarlierCalls earlier;
    bool isReported = false;
  };

  bool isAboutThreads(Handler, const mpi::RoutineInfo &) const override { return true; }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0) return;
    State &state = states_[*call.process];
    if (state.isReported || mpi::isAllowedAnytime(call.routine->routine)) return;
    const bool isFinalize = call.routine->effect == Effect::Finalize;
    if (isFinalize && !context.process().constructs.isOfInitializer(call.thread))
      return reportThread(call, state, context);
    state.earlier.forEachApart(call, context, [&](const Call &other, Apart apart) {
      if (apart == Apart::ByNothing && (isFinalize || other.routine->effect == Effect::Finalize))
        reportBoth(isFinalize ? call : other, isFinalize ? other : call, state, context);
    });
    state.earlier.add(call, isFinalize, context);
  }

  void onLeave(const Call &call, const Result &, ProcessContext &context) override {
    if (call.rank() < 0) return;
    states_[*call.process].earlier.leave(call, context);
  }

  void onProcessEnd(const Process &process, ProcessContext &) override { states_.forget(process); }

 private:
  static void reportThread(const Call &call, State &state, ProcessContext &context) {
    state.isReported = true;
    const bool isInBody = context.process().constructs.at(call.thread).body != 0;
    semantics::Verdict verdict =
        isInBody ? semantics::finalizedInConstruct(*call.routine) : semantics::finalizedByOther(*call.routine);
    report::Finding finding = makeFinding(kRule, std::move(verdict.message), call);
    finding.help = std::move(verdict.help);
    context.report(std::move(finding));
  }

  static void reportBoth(const Call &finalize, const Call &other, State &state, ProcessContext &context) {
    if (std::exchange(state.isReported, true)) return;
    semantics::Verdict verdict = semantics::finalizedBeside(*finalize.routine, *other.routine);
    report::Finding finding = makeFinding(kRule, std::move(verdict.message), finalize, "MPI is finalized here");
    finding.sites.push_back(other.process->siteOf(other, "called by another thread"));
    finding.help = std::move(verdict.help);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
};

const Registration<FinalizeThread> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
