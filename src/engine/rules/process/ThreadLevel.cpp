// thread-level: calls from threads beyond the thread level that was provided, or that was requested.
//
// Calls by the thread that initialized MPI need MPI_THREAD_FUNNELED if there are other threads; calls from another
// thread, or from code that any thread may execute (a single, section or task), need SERIALIZED; unordered calls need
// MULTIPLE. The provided level bounds what is allowed. Using more than was requested is a warning if it happens to be
// provided: another library or version may provide just what was requested. So is a call of the main thread inside a
// parallel region if SINGLE was requested.
//
// Order is what the program's constructs guarantee (see ConstructOrder.h), not what happened to overlap. One place per
// process is reported: errors at once, warnings when MPI is finalized, because only then the needed level is known.
// Collectives of two threads on one communicator are reported as such (see CollConcurrent.cpp).
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
    CallPtr other;  // the call with which it is unordered
  };
  struct State {
    bool isInitialized = false;  // by a call with a requested level, or one that implies SINGLE
    bool isReported = false;
    std::optional<Use> beyondAsked;  // the highest level
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
    if (use.level >= Level::Serialized && grantedTo(process) < Level::Serialized)
      return reportThread(state, call, context);
    if (use.level == Level::Multiple && grantedTo(process) == Level::Serialized && !isSameCollective(call, *use.other))
      return reportBoth(state, call, *use.other, context);
    const bool isBeyond = use.level > askedBy(process) && (!state.beyondAsked || use.level > state.beyondAsked->level);
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
                    fmt::format("{} is called {}, but the provided thread level is {}", call.name(),
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
        fmt::format("nothing orders {} and {} of two threads, but the provided thread level is {}",
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
