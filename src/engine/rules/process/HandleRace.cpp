// handle-race: a handle is freed by a call that is not ordered after the calls that use it.
//
// Which of them came first in this run does not matter (see ConstructOrder.h). Pending operations may outlive their
// handles, so only calls count. A common lock excludes the race. Groups and error handlers are reference-counted and
// freed once per creation: a group is judged if it was created once, error handlers never. Requests are replaced by
// every completion; two completions of one request are left to ConcurrentCompletion.cpp.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/Rule.h"
#include "engine/calls/Objects.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/EarlierCalls.h"
#include "semantics/ThreadOrder.h"

namespace lockstep::engine {
namespace {

using mpi::Element;

constexpr report::Rule kRule = report::rule("handle-race");

using HandleArgument = semantics::HandleUse;

const std::vector<HandleArgument> &handlesOf(mpi::Routine routine) {
  static const auto kHandles = [] {
    std::array<std::vector<HandleArgument>, mpi::kRoutineCount> handles;
    for (const mpi::RoutineInfo &row : mpi::routines())
      handles[static_cast<std::size_t>(row.routine)] = semantics::handleUsesOf(row);
    return handles;
  }();
  return kHandles[static_cast<std::size_t>(routine)];
}

bool isJudged(const ProcessInfo &process, Element kind, std::int64_t id) {
  return id != trace::kNullHandle && id != trace::kUnknownHandle && !isPredefined(process, kind, id);
}

bool frees(const Call &call, Element kind) {
  for (const HandleArgument &handle : handlesOf(call.routine->routine))
    if (handle.isFreed && handle.kind == kind) return true;
  return false;
}

bool isGroupMade(mpi::Role role) {
  return handleKind(role) == Element::Group && mpi::info(role).name.starts_with("New");
}

bool isGroupFreed(mpi::Role role) {
  return handleKind(role) == Element::Group && mpi::info(role).name.starts_with("Freed");
}

bool countsGroups(const mpi::RoutineInfo &routine) {
  return std::ranges::any_of(routine.args(), [](const mpi::Argument &argument) {
    return isGroupMade(argument.role) || isGroupFreed(argument.role);
  });
}

/// How often groups that are not freed yet were created. If a program keeps too many, none is judged from then on.
class MadeGroups {
 public:
  void make(std::int64_t group) {
    if (known_.size() >= kMost && !known_.contains(group)) {
      isLost_ = true;
      known_.clear();
    }
    if (isLost_) return;
    Made &made = known_[group];
    if (++made.references > 1) made.isAgain = true;
  }
  void free(std::int64_t group) {
    const auto known = known_.find(group);
    if (known != known_.end() && --known->second.references == 0) known_.erase(known);
  }
  bool isJudged(std::int64_t group) const {
    const auto known = known_.find(group);
    return !isLost_ && (known == known_.end() || !known->second.isAgain);
  }

 private:
  static constexpr std::size_t kMost = 4096;
  struct Made {
    unsigned references = 0;
    bool isAgain = false;  // created again; stays set until the last one is freed
  };
  std::map<std::int64_t, Made> known_;
  bool isLost_ = false;
};

class HandleRace final : public ProcessRule {
 public:
  using Handle = std::pair<Element, std::int64_t>;
  struct State {
    std::uint64_t age = 0;
    EarlierCallsOf<Handle> calls;
    MadeGroups groups;
  };

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return !handlesOf(routine.routine).empty() || routine.cls == mpi::Class::Group;
  }

  /// Groups created before there were several threads count, too.
  bool isAboutThreads(Handler handler, const mpi::RoutineInfo &routine) const override {
    return handler != Handler::Leave || !countsGroups(routine);
  }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0 || !call.process->hasOtherThreads) return;
    for (const HandleArgument &handle : handlesOf(call.routine->routine)) {
      const std::int64_t id = call.arguments[handle.argument];
      if (isJudged(*call.process, handle.kind, id)) use(call, handle, id, context);
    }
  }

  void use(const Call &call, const HandleArgument &handle, std::int64_t id, ProcessContext &context) {
    State &state = stateOf(context.process());
    if (handle.kind == Element::Group && !state.groups.isJudged(id)) return;
    EarlierCalls &earlier = state.calls[{handle.kind, id}];
    earlier.forEachApart(call, context, [&](const Call &other, Apart apart) {
      if (apart >= Apart::ByNothingSeen && (handle.isFreed || frees(other, handle.kind)))
        reportBoth(handle.isFreed ? call : other, handle.isFreed ? other : call, handle.kind, apart, context);
    });
    earlier.add(call, handle.isFreed, context);
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    if (call.rank() < 0) return;
    State &state = stateOf(context.process());
    if (result.code == 0) noteGroups(call, result, state.groups);
    if (!call.process->hasOtherThreads) return;
    for (const HandleArgument &handle : handlesOf(call.routine->routine))
      if (EarlierCalls *known = state.calls.find({handle.kind, call.arguments[handle.argument]}))
        known->leave(call, context);
  }

  static void noteGroups(const Call &call, const Result &result, MadeGroups &groups) {
    for (std::size_t i = 0; i < call.routine->args().size() && i < result.written.size(); ++i) {
      const mpi::Role role = call.routine->args()[i].role;
      if (isGroupMade(role)) groups.make(result.written[i]);
      if (isGroupFreed(role)) groups.free(call.arguments[i]);
    }
  }

  void onProcessEnd(const Process &process, ProcessContext &) override { states_.forget(process); }

 private:
  State &stateOf(const Process &process) {
    State &state = states_[process];
    const std::uint64_t age = process.constructs.age();
    if (std::exchange(state.age, age) != age) state.calls.clear();
    return state;
  }

  void reportBoth(const Call &freeing, const Call &use, Element kind, Apart apart, ProcessContext &context) {
    if (!reported_
             .emplace(freeing.rank(), std::pair(freeing.thread, freeing.site), std::pair(use.thread, use.site), kind)
             .second)
      return;
    semantics::Verdict verdict = semantics::freedWhileUsed(*freeing.routine, *use.routine, kind);
    report::Finding finding = makeFinding(kRule, std::move(verdict.message), freeing, "freed here");
    if (apart == Apart::ByNothingSeen) finding.severity = report::Severity::Warning;
    finding.sites.push_back(use.process->siteOf(use, "used here"));
    finding.help = std::move(verdict.help);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
  using Place = std::pair<unsigned, std::uint32_t>;
  std::set<std::tuple<int, Place, Place, Element>> reported_;
};

const Registration<HandleRace> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
