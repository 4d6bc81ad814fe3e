// lifecycle (semantics/Lifecycle.h): MPI is used between its initialization and its finalization, and a process that
// initialized it finalizes it.
//
// A process that ends too early often takes others with it: the launcher kills them, the library aborts inside their
// calls, or they wait forever. So only one end is reported, the cause: ends by the process itself (exit, a fault)
// precede those that may come from outside (kill, disappearance), among these the one noticed first, then one outside a
// call before one inside, then the earliest. Ranks that ended in the same way at the same place share the finding, and
// ranks that wait for them are named. Ending the job by an abort call is deliberate and no error. Nor is an end before
// initialization or after finalization of MPI (an exit with nonzero status, a crash), although the launcher then kills
// the others. A process with sessions only ends too early if it ends inside a call.
//
// If the library reported why it aborts inside a call, that is the cause, the earliest report first. It is reported
// with the library's message; if an error of the rank is known, it becomes a part of that. Otherwise, if the error
// class names an argument, the finding belongs to the rule about that argument. An end inside a call without such a
// report is not reported again if the error is already reported.
#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "semantics/Lifecycle.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using semantics::Lifecycle;

constexpr report::Rule kRule = report::rule("lifecycle");

/// Whether the signal may come from another process that ends this one, such as a launcher.
bool comesFromOutside(const Process &process) {
  const End &end = *process.end;
  if (process.givenUp) return false;
  if (end.how == End::How::Vanished) return true;
  return end.how == End::How::Signal &&
         (end.code == SIGTERM || end.code == SIGKILL || end.code == SIGINT || end.code == SIGHUP);
}

/// "ranks 0-1 end with status 3"
std::string describeEnd(const std::vector<int> &ranks, const End &end) {
  switch (end.how) {
    case End::How::Exit:
      return fmt::format("{} with status {}", doing(ranks, "end"), end.code);
    case End::How::Signal: {
      const char *meaning = sigdescr_np(end.code);
      return fmt::format("{} by signal {} ({})", doing(ranks, "end"), end.code,
                         meaning != nullptr ? meaning : "unknown");
    }
    case End::How::Vanished:
      return doing(ranks, "disappear");
  }
  return {};
}

std::string describe(const std::vector<int> &ranks, const Process &process, const Call *inside) {
  const std::string where = inside != nullptr ? fmt::format(" inside {}", inside->name()) : std::string();
  if (process.givenUp)
    return fmt::format("the MPI library ends {}{}: {}", ranks.empty() ? "a process" : report::describeRanks(ranks),
                       where, process.givenUp->saying());
  const std::string how = describeEnd(ranks, *process.end);
  return inside != nullptr ? how + where : semantics::endsUnfinalized(how).message;
}

/// Time of the end, or of the error that led to it.
std::uint64_t timeOfEnd(const Process &process) { return process.givenUp ? process.givenUp->time : process.end->time; }

/// When a process was noticed to be gone, 0: unknown. Launchers need a moment to kill the others.
std::uint64_t timeNoticed(const Process &process) {
  return process.end->time > process.lastTime ? process.end->time : 0;
}

const Call *innermostCall(const Process &process) {
  const ActiveCall *open = process.openCall();
  return open != nullptr ? open->call.get() : nullptr;
}

/// Whether two processes ended by the same fault of the program.
bool endAlike(const Process &a, const Process &b) {
  const auto kind = [](const Process &process) {
    const Call *last = process.lastCall.get();
    const Failure *why = process.givenUp.get();
    return std::tuple(why != nullptr ? std::string_view(why->errorClass) : std::string_view{},
                      why != nullptr ? End::How::Exit : process.end->how, why != nullptr ? 0 : process.end->code,
                      innermostCall(process) != nullptr, last != nullptr ? last->name() : std::string_view{});
  };
  return kind(a) == kind(b);
}

bool isSamePlace(const report::Site &a, const report::Site &b) {
  if (!a.address || !b.address) return a.file == b.file && a.line == b.line && a.column == b.column;
  return a.address->module == b.address->module && a.address->offset == b.address->offset;
}

/// Adds the place where a process ended and its last call; a single place if it died inside that call.
void addPlaces(const Process &process, std::vector<report::Site> &sites) {
  const Call *inside = innermostCall(process);
  const Call *last = inside != nullptr ? inside : process.lastCall.get();
  const std::optional<report::Site> death = process.siteOfSignal();
  std::optional<report::Site> call;
  const std::string inCall = process.givenUp ? fmt::format("the library aborts here ({})", process.givenUp->saying())
                                             : "ends inside this call";
  if (last != nullptr) call = process.siteOf(*last, inside == nullptr ? "last call before the end" : inCall);
  if (death && !(inside != nullptr && isSamePlace(*death, *call))) sites.push_back(*death);
  if (call) sites.push_back(std::move(*call));
}

/// The rule for the library's error class. An error code passed by the program is not about the call.
report::Rule ruleOf(const Process &process, const Call *inside) {
  if (!process.givenUp || (inside != nullptr && inside->argument(mpi::Role::ErrorCode))) return kRule;
  return process.givenUp->rule().value_or(kRule);
}

class ProcessLifecycle final : public WorldRule {
 public:
  void onInitialized(const Process &process, Context &) override;
  void onEnter(const Call &call, Context &context) override;
  void onLeave(const Call &call, const Result &result, Context &context) override;
  void onProcessEnd(const Process &process, Context &) override;
  void onFinish(bool interrupted, Context &context) override;

 private:
  struct State : Lifecycle {
    ConstructOrder::Point finalizedAt;  // to find unordered calls of other threads: see FinalizeThread.cpp
    bool isInSessionInit = false;
  };

  State &stateOf(const ProcessInfo &process) { return states_[process]; }
  void noteAbort(const Call &call);
  bool isBeforeAborts(const Process &process) const;
  bool hasEndedByError(const Context &context) const;
  const Process *findCause(bool interrupted) const;
  void reportEnd(const Process &cause, bool isConsequence, Context &context) const;
  std::vector<const Process *> endedLike(const Process &cause) const;

  PerProcess<State> states_;
  std::vector<const Process *> tooEarly_;               // ended without finalizing
  std::map<std::uint64_t, std::uint64_t> firstAborts_;  // by node: clocks of different nodes are not comparable
  bool hasFailedOutside_ = false;  // some rank failed before MPI was initialized or after it was finalized
};

void ProcessLifecycle::noteAbort(const Call &call) {
  const auto [abort, isFirst] = firstAborts_.try_emplace(call.process->key.node, call.time);
  if (!isFirst) abort->second = std::min(abort->second, call.time);
}

void ProcessLifecycle::onEnter(const Call &call, Context &context) {
  State &state = stateOf(*call.process);
  const Effect effect = call.routine->effect;
  if (effect == Effect::SessionInit) state.isInSessionInit = true;
  if (mpi::isAllowedAnytime(call.routine->routine) || state.hasSession()) return;
  const bool isOver = state.finalized == Lifecycle::Done::Yes;
  if (isOver && !context.process().constructs.isBefore(state.finalizedAt, call.thread)) return;
  if (const auto verdict = state.judge(*call.routine)) {
    state.isReported = true;
    context.report(makeFinding(*verdict, call));
  }
  if (isOver) return;
  if (effect == Effect::Init) state.apply(*call.routine);
  if (state.initialized == Lifecycle::Done::No) return;
  if (effect == Effect::Abort) noteAbort(call);
  if (effect == Effect::Finalize) state.finalizedAt = context.process().constructs.at(call.thread);
}

/// The rank also becomes known by the first session, which needs no finalization.
void ProcessLifecycle::onInitialized(const Process &process, Context &) {
  State &state = stateOf(process);
  if (!state.isInSessionInit) state.initialized = Lifecycle::Done::Yes;
}

void ProcessLifecycle::onLeave(const Call &call, const Result &, Context &) {
  if (call.routine->effect == Effect::None) return;
  State &state = stateOf(*call.process);
  state.apply(*call.routine);
  if (call.routine->effect == Effect::SessionInit) state.isInSessionInit = false;
}

void ProcessLifecycle::onProcessEnd(const Process &process, Context &) {
  const State &state = stateOf(process);
  const bool isInSession = state.hasSession() && innermostCall(process) != nullptr;
  if (state.isOpen() || process.givenUp || isInSession) return tooEarly_.push_back(&process);
  if (process.end->code != 0 || process.end->how == End::How::Vanished) hasFailedOutside_ = true;
}

void ProcessLifecycle::onFinish(bool interrupted, Context &context) {
  const Process *cause = findCause(interrupted);
  if (cause == nullptr) return;
  const bool wasKilled = comesFromOutside(*cause);
  const bool wasAborted = !firstAborts_.empty() && (wasKilled || !isBeforeAborts(*cause));
  const bool isExplained =
      stateOf(*cause).isReported || (innermostCall(*cause) != nullptr && context.hasErrorOn(cause->rank));
  const bool isVictim = wasAborted || (wasKilled && (hasFailedOutside_ || hasEndedByError(context)));
  if (!isVictim && (!isExplained || cause->givenUp)) reportEnd(*cause, isExplained, context);
}

/// Whether it certainly ended before any call of MPI_Abort.
bool ProcessLifecycle::isBeforeAborts(const Process &process) const {
  const auto abort = firstAborts_.find(process.key.node);
  return abort != firstAborts_.end() && timeOfEnd(process) < abort->second;
}

/// Whether some process ended inside a call in which it had an error: the library aborted there.
bool ProcessLifecycle::hasEndedByError(const Context &context) const {
  return std::ranges::any_of(tooEarly_, [&](const Process *process) {
    return innermostCall(*process) != nullptr && context.hasErrorOn(process->rank);
  });
}

/// An interruption may have made the library end processes inside calls: nothing is certain about these.
const Process *ProcessLifecycle::findCause(bool interrupted) const {
  const auto isInside = [](const Process &process) { return innermostCall(process) != nullptr; };
  const auto weight = [&](const Process *process) {
    const bool isKilled = comesFromOutside(*process);
    return std::tuple(!process->givenUp, isKilled, isKilled ? timeNoticed(*process) : 0, isInside(*process),
                      isKilled ? process->lastTime : timeOfEnd(*process), process->rank);
  };
  const Process *cause = nullptr;
  for (const Process *process : tooEarly_) {
    const bool isOwnFault = process->givenUp || (process->end->how == End::How::Signal && !comesFromOutside(*process));
    if (interrupted && isInside(*process) && !isOwnFault) continue;
    if (interrupted && process->end->how == End::How::Signal && !isOwnFault) continue;
    if (cause == nullptr || weight(process) < weight(cause)) cause = process;
  }
  return cause;
}

std::vector<const Process *> ProcessLifecycle::endedLike(const Process &cause) const {
  std::vector<const Process *> alike;
  for (const Process *process : tooEarly_)
    if (process == &cause || (!comesFromOutside(cause) && endAlike(*process, cause))) alike.push_back(process);
  std::ranges::sort(alike, {}, &Process::rank);
  return alike;
}

void ProcessLifecycle::reportEnd(const Process &cause, bool isConsequence, Context &context) const {
  const Call *inside = innermostCall(cause);
  report::Finding finding = makeFinding(isConsequence ? kRule : ruleOf(cause, inside), {});
  finding.isConsequence = isConsequence;
  finding.isEndInCollective = cause.givenUp && inside != nullptr && mpi::isCollective(inside->routine->cls);
  for (const Process *process : endedLike(cause)) {
    if (process->rank >= 0) finding.ranks.push_back(process->rank);
    addPlaces(*process, finding.sites);
  }
  finding.message = describe(finding.ranks, cause, inside);

  std::vector<std::string> calls;
  // Ranks that the launcher ends after the library has aborted are not mentioned.
  const std::vector<int> waiting = cause.givenUp ? std::vector<int>() : context.waiting().waitingFor(finding.ranks);
  for (const int rank : waiting) {
    const Process &process = *context.process(rank);
    const Call &call = *innermostCall(process);
    finding.sites.push_back(process.siteOf(call, "waits here"));
    if (std::ranges::find(calls, call.name()) == calls.end()) calls.emplace_back(call.name());
  }
  if (!waiting.empty())
    finding.message += fmt::format("; {} for it in {}", doing(waiting, "wait"), fmt::join(calls, ", "));
  if (!cause.givenUp && cause.end->how == End::How::Signal)
    finding.cause = {.kind = report::Cause::Kind::Signal, .remark = "; " + finding.message};
  finding.help = cause.givenUp ? "correct the call: errors are fatal unless the program sets another error handler"
                 : cause.end->how == End::How::Exit
                     ? semantics::endsUnfinalized({}).help
                     : "find out why the process died: the others depend on it";
  context.report(std::move(finding));
}

const Registration<ProcessLifecycle> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
