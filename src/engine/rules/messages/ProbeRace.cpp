// message-race: a thread probes for a message, and another thread may receive that message first.
//
// This is so if the probe is unordered with another thread's receive on the same communicator whose source and tag may
// match the same message (see ConstructOrder.h). A matched probe reserves its message, but may take one that a plain
// probe has seen. A lock held during probe and receive excludes the other threads.
#include <set>
#include <tuple>
#include <utility>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/EarlierCalls.h"
#include "mpi/Special.h"
#include "semantics/ThreadOrder.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("message-race");

using semantics::isPlainProbe;
using semantics::takesMessage;

/// In a call that sends and receives, the receive tag is last.
std::int64_t tagOf(const Call &call) {
  std::int64_t tag = mpi::kAnyTag;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    if (call.routine->args()[i].role == Role::Tag) tag = call.arguments[i];
  return tag;
}

bool meansTheSame(std::int64_t one, std::int64_t other, std::int64_t any) {
  return one == other || one == any || other == any;
}

bool mayMeanTheSame(const Call &one, const Call &other) {
  return meansTheSame(one.argument(Role::Source).value_or(mpi::kAnySource),
                      other.argument(Role::Source).value_or(mpi::kAnySource), mpi::kAnySource) &&
         meansTheSame(tagOf(one), tagOf(other), mpi::kAnyTag);
}

class ProbeRace final : public ProcessRule {
 public:
  struct State {
    std::uint64_t age = 0;
    EarlierCallsOf<std::int64_t> probes;  // by communicator
    EarlierCallsOf<std::int64_t> receives;
  };

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return isPlainProbe(routine) || takesMessage(routine);
  }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (!concerns(call) || !takesMessage(*call.routine)) return;
    State &state = stateOf(context.process());
    const std::int64_t comm = call.argument(Role::Comm).value_or(trace::kNullHandle);
    if (EarlierCalls *probes = state.probes.find(comm))
      probes->forEachApart(call, context, [&](const Call &probe, Apart apart) {
        if (apart >= Apart::ByNothingSeen) judge(probe, call, context);
      });
    state.receives[comm].add(call, true, context);
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    if (!concerns(call)) return;
    State &state = stateOf(context.process());
    const std::int64_t comm = call.argument(Role::Comm).value_or(trace::kNullHandle);
    if (takesMessage(*call.routine)) return state.receives[comm].leave(call, context);
    if (written(call, result, Role::Flag).value_or(1) == 0 || result.code != 0) return;
    state.receives[comm].forEachApart(call, context, [&](const Call &receive, Apart apart) {
      if (apart >= Apart::ByNothingSeen) judge(call, receive, context);
    });
    state.probes[comm].add(call, true, context);
    state.probes[comm].leave(call, context);
  }

  void onProcessEnd(const Process &process, ProcessContext &) override { states_.forget(process); }

 private:
  static bool concerns(const Call &call) { return call.rank() >= 0 && call.process->hasOtherThreads; }

  State &stateOf(const Process &process) {
    State &state = states_[process];
    const std::uint64_t age = process.constructs.age();
    if (std::exchange(state.age, age) != age) {
      state.probes.clear();
      state.receives.clear();
    }
    return state;
  }

  void judge(const Call &probe, const Call &receive, ProcessContext &context) {
    if (!mayMeanTheSame(probe, receive)) return;
    if (!reported_.emplace(probe.rank(), probe.thread, probe.site, receive.thread, receive.site).second) return;
    semantics::Verdict verdict = semantics::probedMessageTaken(*probe.routine, *receive.routine);
    report::Finding finding = makeFinding(kRule, std::move(verdict.message), probe, "one thread probes");
    finding.sites.push_back(receive.process->siteOf(receive, "another one may take the message"));
    finding.severity = verdict.severity;
    finding.help = std::move(verdict.help);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
  std::set<std::tuple<int, unsigned, std::uint32_t, unsigned, std::uint32_t>> reported_;
};

const Registration<ProbeRace> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
