// thread-level: calls from threads beyond the level of thread support that was granted, or that was asked for.
//
// Calls by the thread that initialized MPI need funneled where there are other threads, calls from another thread, or
// from a place that any thread may come to (a single, a section, a task), serialized, calls that nothing orders
// multiple. What was granted bounds what is allowed. Using more than was asked for is a warning where it happens to be
// granted: another library, or another version, may grant just what was asked. So is a call of the main thread inside a
// parallel region when single was asked for.
//
// Order is what the program makes (see ConstructOrder.h), not what happened to overlap. One place per process is told:
// an error at once, a warning when MPI is finalized, because only then the level that is needed is known. Collectives
// of two threads on one communicator are told as such (see CollConcurrent.cpp).
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/EarlierCalls.h"
#include "semantics/ThreadSupport.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("thread-level");

using Level = semantics::ThreadLevel;

Level grantedTo(const ProcessInfo &process) { return static_cast<Level>(process.threadLevelGranted); }
Level askedBy(const ProcessInfo &process) { return static_cast<Level>(process.threadLevelAsked); }

bool isSameCollective(const Call &a, const Call &b) {
  return mpi::isCollective(a.routine->cls) && mpi::isCollective(b.routine->cls) && a.comm && a.comm == b.comm;
}

class ThreadLevel final : public ProcessRule {
 public:
  struct Use {
    Level level{};
    CallPtr call;
    CallPtr other;  // that it is not in order with
  };
  struct State {
    bool isInitialized = false;  // by a call that says which level it asks for, or asks for single
    bool isReported = false;
    std::optional<Use> beyondAsked;  // the highest
    EarlierCalls earlier;
  };

  bool isAboutThreads(Handler handler, const mpi::RoutineInfo &) const override { return handler == Handler::Leave; }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0) return;
    const bool isInitOrFinalize =
        call.routine->effect == mpi::Effect::Init || call.routine->effect == mpi::Effect::Finalize;
    const Process &process = context.process();
    if (!isInitOrFinalize && !process.hasThreads() && process.constructs.isOfInitializer(call.thread)) return;
    State &state = states_[process];
    if (call.routine->effect == mpi::Effect::Init) state.isInitialized = true;
    if (call.routine->effect == mpi::Effect::Finalize) warn(state, context);
    const bool isEnough = askedBy(process) >= Level::Multiple && grantedTo(process) >= Level::Multiple;
    if (isEnough || !semantics::needsThreadSupport(*call.routine) || state.isReported) return;
    if (!process.hasThreads() && process.constructs.isOfInitializer(call.thread)) return;
    const Use use = useOf(call, state.earlier, context);
    state.earlier.add(call, false, context);
    if (use.level >= Level::Serialized && grantedTo(process) < Level::Serialized) return reportThread(state, call, context);
    if (use.level == Level::Multiple && grantedTo(process) == Level::Serialized && !isSameCollective(call, *use.other))
      return reportBoth(state, call, *use.other, context);
    const bool isBeyond =
        use.level > askedBy(process) && (!state.beyondAsked || use.level > state.beyondAsked->level);
    if (isBeyond && state.isInitialized) state.beyondAsked = use;
  }

  void onLeave(const Call &call, const Result &, ProcessContext &context) override {
    if (call.rank() < 0) return;
    states_[*call.process].earlier.leave(call, context);
  }

  void onProcessEnd(const Process &process, ProcessContext &context) override {
    warn(states_[process], context);
    states_.forget(process);
  }

 private:
  /// What the call needs.
  static Use useOf(const Call &call, EarlierCalls &earlier, const ProcessContext &context) {
    Use use{Level::Single, call.self(), {}};
    const ConstructOrder &order = context.process().constructs;
    if (order.at(call.thread).isParallel) use.level = Level::Funneled;
    if (!order.isOfInitializer(call.thread)) use.level = Level::Serialized;
    const auto take = [&](const Call &other) {
      if (!semantics::needsThreadSupport(*other.routine)) return;
      // One that is no collective on the same communicator says more.
      if (use.other && !isSameCollective(call, *use.other)) return;
      use.level = Level::Multiple;
      use.other = other.self();
    };
    earlier.forEachApart(call, context, [&](const Call &other, Apart apart) {
      if (apart == Apart::ByNothing) take(other);
    });
    forEachOverlapOfUnknown(call, context, take);
    return use;
  }

  static void reportThread(State &state, const Call &call, ProcessContext &context) {
    if (std::exchange(state.isReported, true)) return;
    const bool isInBody = context.process().constructs.at(call.thread).body != 0;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("{} is called {}, but the thread level granted is {}", call.name(),
                                isInBody ? "in a construct that any thread may execute (single, section, task or loop)"
                                         : "by another thread than the one that initialized MPI",
                                nameOf(grantedTo(*call.process))),
                    call, isInBody ? "any thread may call this" : "called by another thread");
    finding.help = semantics::askFor(Level::Serialized) + ", or make all calls in the main thread";
    context.report(std::move(finding));
  }

  static void reportBoth(State &state, const Call &call, const Call &other, ProcessContext &context) {
    if (std::exchange(state.isReported, true)) return;
    report::Finding finding = makeFinding(kRule, {});
    finding.ranks = {call.rank()};
    addInOrderOfPlace(finding, call.process->siteOf(other, "nothing orders this call"),
                      call.process->siteOf(call, "nothing orders this call"));
    finding.message =
        fmt::format("nothing orders {} and {} of two threads, but the thread level granted is {}",
                    finding.sites.front().call, finding.sites.back().call, nameOf(grantedTo(*call.process)));
    finding.help = semantics::askFor(Level::Multiple) + ", or let one thread call at a time";
    context.report(std::move(finding));
  }

  static std::string_view labelFor(const Use &use, const Process &process) {
    if (use.level == Level::Multiple) return "nothing orders this call with one of another thread";
    if (use.level == Level::Funneled) return "called inside a parallel region";
    return process.constructs.at(use.call->thread).body != 0 ? "any thread may call this" : "called by another thread";
  }

  static void warn(State &state, ProcessContext &context) {
    if (!state.beyondAsked || std::exchange(state.isReported, true)) return;
    const Use &use = *state.beyondAsked;
    const Process &process = context.process();
    semantics::Verdict verdict = semantics::needsMore(*use.call->routine, use.level, askedBy(process));
    if (grantedTo(process) >= use.level)
      verdict.message += fmt::format("; this library granted {}", nameOf(grantedTo(process)));
    report::Finding finding =
        makeFinding(kRule, std::move(verdict.message), *use.call, std::string(labelFor(use, process)));
    finding.severity = verdict.severity;
    finding.help = std::move(verdict.help);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
};

const Registration<ThreadLevel> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
