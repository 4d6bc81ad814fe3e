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

namespace lockstep::engine {
namespace {

using mpi::Routine;

constexpr report::Rule kRule = report::rule("thread-level");

enum Level : std::uint32_t { Single, Funneled, Serialized, Multiple };

std::string_view nameOf(std::uint32_t level) {
  switch (static_cast<Level>(level)) {
    case Single:
      return "MPI_THREAD_SINGLE";
    case Funneled:
      return "MPI_THREAD_FUNNELED";
    case Serialized:
      return "MPI_THREAD_SERIALIZED";
    case Multiple:
      return "MPI_THREAD_MULTIPLE";
  }
  return "an unknown thread level";
}

/// Any thread may call these at any time.
bool isForEveryThread(Routine routine) {
  return mpi::isAllowedAnytime(routine) || routine == Routine::Query_thread || routine == Routine::Is_thread_main;
}

bool isSameCollective(const Call &a, const Call &b) {
  return mpi::isCollective(a.routine->cls) && mpi::isCollective(b.routine->cls) && a.comm && a.comm == b.comm;
}

class ThreadLevel final : public Rule {
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

  void onEnter(const Call &call, Context &context) override {
    if (call.rank() < 0) return;
    const bool isInitOrFinalize =
        call.routine->effect == mpi::Effect::Init || call.routine->effect == mpi::Effect::Finalize;
    const Process &process = context.process();
    if (!isInitOrFinalize && !process.hasThreads() && process.constructs.isOfInitializer(call.thread)) return;
    State &state = states_[process];
    if (call.routine->effect == mpi::Effect::Init) state.isInitialized = true;
    if (call.routine->effect == mpi::Effect::Finalize) warn(state, context);
    const bool isEnough = process.threadLevelAsked >= Multiple && process.threadLevelGranted >= Multiple;
    if (isEnough || isForEveryThread(call.routine->routine) || state.isReported) return;
    if (!process.hasThreads() && process.constructs.isOfInitializer(call.thread)) return;
    const Use use = useOf(call, state.earlier, context);
    state.earlier.add(call, false, context);
    if (use.level >= Serialized && process.threadLevelGranted < Serialized) return reportThread(state, call, context);
    if (use.level == Multiple && process.threadLevelGranted == Serialized && !isSameCollective(call, *use.other))
      return reportBoth(state, call, *use.other, context);
    const bool isBeyond =
        use.level > process.threadLevelAsked && (!state.beyondAsked || use.level > state.beyondAsked->level);
    if (isBeyond && state.isInitialized) state.beyondAsked = use;
  }

  void onLeave(const Call &call, const Result &, Context &context) override {
    if (call.rank() < 0) return;
    states_[*call.process].earlier.leave(call, context);
  }

  void onProcessEnd(const Process &process, Context &context) override {
    warn(states_[process], context);
    states_.forget(process);
  }

 private:
  /// The level that the call needs.
  static Use useOf(const Call &call, EarlierCalls &earlier, const Context &context) {
    Use use{Single, call.self(), {}};
    const ConstructOrder &order = context.process().constructs;
    if (order.at(call.thread).isParallel) use.level = Funneled;
    if (!order.isOfInitializer(call.thread)) use.level = Serialized;
    const auto take = [&](const Call &other) {
      if (isForEveryThread(other.routine->routine)) return;
      // Prefers a call that is not a collective on the same communicator, which is more informative.
      if (use.other && !isSameCollective(call, *use.other)) return;
      use.level = Multiple;
      use.other = other.self();
    };
    earlier.forEachApart(call, context, [&](const Call &other, Apart apart) {
      if (apart == Apart::ByNothing) take(other);
    });
    forEachOverlapOfUnknown(call, context, take);
    return use;
  }

  static void reportThread(State &state, const Call &call, Context &context) {
    if (std::exchange(state.isReported, true)) return;
    const bool isInBody = context.process().constructs.at(call.thread).body != 0;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("{} is called {}, but the thread level granted is {}", call.name(),
                                isInBody ? "in a construct that any thread may execute (single, section, task or loop)"
                                         : "by another thread than the one that initialized MPI",
                                nameOf(call.process->threadLevelGranted)),
                    call, isInBody ? "any thread may call this" : "called by another thread");
    finding.help = fmt::format("ask for {} with {} and check what is provided, or make all calls in the main thread",
                               nameOf(Serialized), mpi::info(Routine::Init_thread).name);
    context.report(std::move(finding));
  }

  static void reportBoth(State &state, const Call &call, const Call &other, Context &context) {
    if (std::exchange(state.isReported, true)) return;
    report::Finding finding = makeFinding(kRule, {});
    finding.ranks = {call.rank()};
    addInOrderOfPlace(finding, call.process->siteOf(other, "nothing orders this call"),
                      call.process->siteOf(call, "nothing orders this call"));
    finding.message =
        fmt::format("nothing orders {} and {} of two threads, but the thread level granted is {}",
                    finding.sites.front().call, finding.sites.back().call, nameOf(call.process->threadLevelGranted));
    finding.help = fmt::format("ask for {} with {} and check what is provided, or let one thread call at a time",
                               nameOf(Multiple), mpi::info(Routine::Init_thread).name);
    context.report(std::move(finding));
  }

  static std::string_view labelFor(const Use &use, const Process &process) {
    if (use.level == Multiple) return "nothing orders this call with one of another thread";
    if (use.level == Funneled) return "called inside a parallel region";
    return process.constructs.at(use.call->thread).body != 0 ? "any thread may call this" : "called by another thread";
  }

  static void warn(State &state, Context &context) {
    if (!state.beyondAsked || std::exchange(state.isReported, true)) return;
    const Use &use = *state.beyondAsked;
    const Process &process = context.process();
    const auto granted = process.threadLevelGranted;
    report::Finding finding = makeFinding(kRule,
                                          fmt::format("{} needs {}, but only {} was asked for", use.call->name(),
                                                      nameOf(use.level), nameOf(process.threadLevelAsked)),
                                          *use.call, std::string(labelFor(use, process)));
    if (granted >= use.level) finding.message += fmt::format("; this library granted {}", nameOf(granted));
    finding.severity = report::Severity::Warning;
    finding.help = fmt::format("ask for {} with {}", nameOf(use.level), mpi::info(Routine::Init_thread).name);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
};

const Registration<ThreadLevel> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
