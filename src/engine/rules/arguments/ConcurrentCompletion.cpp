// handle-race, for requests: two threads use the same request, or the variable that it stands in, and nothing orders
// the calls.
//
// A call that starts an operation stores its request in a variable, and one that completes, tests or frees it reads and
// replaces it; a persistent one is started there. So two such calls must not be made at once, whatever the thread level
// and whichever came first in this run (see ConstructOrder.h). A lock that both hold keeps them apart. Handles do not
// tell a request (see Requests.h): what both calls were given the address of is the same variable until its memory is
// used afresh. So it does not matter that the variable is null for the call that came second, but null requests alone
// are nobody's. Of threads that nobody has seen begin, only calls that overlap are told.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/EarlierCalls.h"
#include "mpi/Completion.h"
#include "semantics/ThreadOrder.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("handle-race");

/// Where a request stands.
struct Variable {
  std::int64_t address = 0;
  bool isNull = false;  // what the call is given
};

bool stores(const Call &call) { return call.routine->indexOf(Role::NewRequest) >= 0; }

std::vector<Variable> variablesOf(const Call &call) {
  std::vector<Variable> variables;
  if (stores(call)) {
    if (const std::int64_t address = call.argument(Role::NewRequest).value_or(0)) variables.push_back({address, false});
    return variables;
  }
  const std::vector<std::int64_t> handles = requestsOf(call);
  const bool isArray = call.routine->indexOf(Role::Requests) >= 0;
  const std::int64_t first = isArray                  ? call.argument(Role::Requests).value_or(0)
                             : call.addresses.empty() ? 0
                                                      : call.addresses.front();
  const std::int64_t step = call.process->requestBytes;
  if (first == 0 || (isArray && step == 0)) return {};
  for (std::size_t i = 0; i < handles.size(); ++i)
    variables.push_back({first + static_cast<std::int64_t>(i) * step, handles[i] == trace::kNullHandle});
  return variables;
}

class ConcurrentCompletion final : public ProcessRule {
 public:
  struct Used {
    EarlierCalls calls;
    bool isReported = false;
  };
  struct State {
    std::uint64_t age = 0;
    std::map<std::int64_t, Used> variables;  // by address
  };
  static constexpr std::size_t kMostVariables = 4096;

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return semantics::endsRequests(routine) || mpi::startsRequests(routine.effect) ||
           routine.indexOf(Role::NewRequest) >= 0;
  }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0) return;
    forEachOverlapOfUnknown(call, context, [&](const Call &other) { reportOverlap(call, other, context); });
    if (!call.process->hasOtherThreads) return;
    State &state = stateOf(context.process());
    for (const Variable &variable : variablesOf(call)) use(state, variable, call, context);
  }

  void onLeave(const Call &call, const Result &, ProcessContext &context) override {
    if (call.rank() < 0 || !call.process->hasOtherThreads) return;
    State &state = stateOf(context.process());
    if (state.variables.empty()) return;
    for (const Variable &variable : variablesOf(call))
      if (const auto used = state.variables.find(variable.address); used != state.variables.end())
        used->second.calls.leave(call, context);
  }

  void use(State &state, const Variable &variable, const Call &call, ProcessContext &context) {
    if (state.variables.size() >= kMostVariables && !state.variables.contains(variable.address))
      state.variables.erase(state.variables.begin());
    Used &used = state.variables[variable.address];
    used.calls.forEachApart(call, context, [&](const Call &other, Apart apart) {
      if (apart == Apart::ByNothing && (!variable.isNull || wasGiven(other, variable.address)))
        reportOnce(used, call, other, context);
    });
    used.calls.add(call, true, context);
  }

  static bool wasGiven(const Call &call, std::int64_t address) {
    return std::ranges::any_of(variablesOf(call),
                               [&](const Variable &one) { return one.address == address && !one.isNull; });
  }

  void reportOverlap(const Call &call, const Call &other, ProcessContext &context) {
    if (!isAbout(*other.routine)) return;
    const auto addresses = [](const Call &one) {
      std::vector<std::int64_t> all;
      for (const Variable &variable : variablesOf(one))
        if (!variable.isNull) all.push_back(variable.address);
      return all;
    };
    std::vector<std::int64_t> both;
    std::ranges::set_intersection(addresses(call), addresses(other), std::back_inserter(both));
    const auto [low, high] = std::minmax(placeOf(call), placeOf(other));
    if (!both.empty() && reported_.emplace(call.rank(), low, high).second) reportBoth(call, other, context);
  }

  /// All conflicts over a variable have one cause, and so have those between the same places over the elements of an
  /// array.
  void reportOnce(Used &used, const Call &call, const Call &other, ProcessContext &context) {
    std::set<Place> &known = known_[call.rank()];
    const std::size_t before = known.size();
    known.insert({placeOf(call), placeOf(other)});
    const bool isNew = known.size() > before;
    if (std::exchange(used.isReported, true) || !isNew) return;
    reportBoth(call, other, context);
  }

  void reportBoth(const Call &call, const Call &other, ProcessContext &context) {
    report::Finding finding = makeFinding(kRule, {});
    finding.ranks = {call.rank()};
    addInOrderOfPlace(finding, other.process->siteOf(other), call.process->siteOf(call));
    const bool isReversed = finding.sites.front().call != call.routine->name;
    const mpi::RoutineInfo &first = isReversed ? *other.routine : *call.routine;
    const mpi::RoutineInfo &second = isReversed ? *call.routine : *other.routine;
    semantics::Verdict verdict = semantics::requestOfTwoThreads(first, second);
    finding.sites.front().label =
        fmt::format("one thread is given the {} here", semantics::sharedRequest(first, second));
    finding.sites.back().label = "another one here";
    finding.message = std::move(verdict.message);
    finding.help = std::move(verdict.help);
    context.report(std::move(finding));
  }

  void onFreed(const Process &process, Span memory, ProcessContext &) override {
    if (!process.hasOtherThreads) return;
    State &state = stateOf(process);
    const auto first = state.variables.lower_bound(static_cast<std::int64_t>(memory.first));
    state.variables.erase(first, state.variables.lower_bound(static_cast<std::int64_t>(memory.end)));
  }

  void onProcessEnd(const Process &process, ProcessContext &) override { states_.forget(process); }

 private:
  /// What was done in an earlier age was done before all that comes now.
  State &stateOf(const Process &process) {
    State &state = states_[process];
    const std::uint64_t age = process.constructs.age();
    if (std::exchange(state.age, age) != age) state.variables.clear();
    return state;
  }

  using Place = std::pair<unsigned, std::uint32_t>;
  static Place placeOf(const Call &call) { return {call.thread, call.site}; }

  PerProcess<State> states_;
  std::map<int, std::set<Place>> known_;  // places of conflicts, by rank
  std::set<std::tuple<int, Place, Place>> reported_;
};

const Registration<ConcurrentCompletion> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
