// thread-level: calls from threads beyond the level of thread support that was granted, or that was asked for.
//
// Calls from the thread that initialised MPI need no more than funneled, calls from another thread serialized, calls
// that two threads are inside at once multiple. What was granted bounds what is allowed. Using more than was asked for
// is a warning where it happens to be granted: another library, or another version, may grant just what was asked.
//
// Only what really overlapped is told, one place per process: the first one shows it. Collectives of two threads on one
// communicator are told as such (see CollConcurrent.cpp).
#include <utility>

#include <fmt/format.h>

#include "engine/PerProcess.h"
#include "engine/Rule.h"

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

/// Any thread may ask these at any time.
bool isForEveryThread(Routine routine) {
  return mpi::isAllowedAnytime(routine) || routine == Routine::Query_thread || routine == Routine::Is_thread_main;
}

bool isSameCollective(const Call &a, const Call &b) {
  return mpi::isCollective(a.routine->cls) && mpi::isCollective(b.routine->cls) && a.comm && a.comm == b.comm;
}

class ThreadLevel final : public Rule {
  struct State {
    unsigned mainThread = 0;
    bool isInitialised = false;  // by a call that says which level it asks for, or asks for single
    bool isReported = false;
    bool isWarned = false;
  };

  void onEnter(const Call &call, Context &context) override {
    if (call.rank() < 0) return;
    State &state = states_[*call.process];
    if (call.routine->effect == mpi::Effect::Init) {
      state.mainThread = call.thread;
      state.isInitialised = true;
    }
    if (isForEveryThread(call.routine->routine)) return;
    const Call *other = nullptr;
    call.process->inside.forEachOther(call.thread, [&](const Call &inside) {
      if (!isForEveryThread(inside.routine->routine)) other = &inside;
    });

    const bool isMain = call.thread == state.mainThread;
    const Level needed = other != nullptr ? Multiple : isMain ? Funneled : Serialized;
    const std::uint32_t granted = call.process->threadLevelGranted;
    if (!isMain && granted < Serialized)
      reportThread(state, call, context);
    else if (other != nullptr && granted == Serialized && !isSameCollective(call, *other))
      reportBoth(state, call, *other, context);
    else if (needed >= Serialized && needed <= granted && needed > call.process->threadLevelAsked)
      warn(state, call, needed, context);
  }

  void onProcessEnd(const Process &process, Context &) override { states_.forget(process); }

  static void reportThread(State &state, const Call &call, Context &context) {
    if (std::exchange(state.isReported, true)) return;
    const auto granted = nameOf(call.process->threadLevelGranted);
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("{} is called by another thread than the one that initialised MPI, but the thread "
                                "level granted is {}",
                                call.name(), granted),
                    call, "called by another thread");
    finding.help = fmt::format("ask for {} with {} and check what is provided, or make all calls in the main thread",
                               nameOf(Serialized), mpi::info(Routine::Init_thread).name);
    context.report(std::move(finding));
  }

  static void reportBoth(State &state, const Call &call, const Call &other, Context &context) {
    if (std::exchange(state.isReported, true)) return;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("two threads are inside {} and {} at once, but the thread level granted is {}",
                                other.name(), call.name(), nameOf(call.process->threadLevelGranted)),
                    other, "one thread is inside");
    finding.sites.push_back(call.process->siteOf(call, "while another one calls"));
    finding.help = fmt::format("ask for {} with {} and check what is provided, or let one thread call at a time",
                               nameOf(Multiple), mpi::info(Routine::Init_thread).name);
    context.report(std::move(finding));
  }

  static void warn(State &state, const Call &call, Level needed, Context &context) {
    if (!state.isInitialised || std::exchange(state.isWarned, true)) return;
    report::Finding finding = makeFinding(
        kRule,
        fmt::format("{} needs {}, but only {} was asked for; that {} was granted is a gift of this library",
                    call.name(), nameOf(needed), nameOf(call.process->threadLevelAsked),
                    nameOf(call.process->threadLevelGranted)),
        call, needed == Multiple ? "called while another thread is inside MPI" : "called by another thread");
    finding.severity = report::Severity::Warning;
    finding.help = fmt::format("ask for {} with {}", nameOf(needed), mpi::info(Routine::Init_thread).name);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
};

const Registration<ThreadLevel> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
