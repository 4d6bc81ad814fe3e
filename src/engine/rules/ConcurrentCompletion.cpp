// handle-race, for requests: two threads complete, test or free the same request, and nothing orders the calls.
//
// A request can be completed once, so it must not stand in two such calls that may be made at once, whatever the thread
// level and whichever came first in this run (see ConstructOrder.h). A lock that both hold keeps them apart. Handles do
// not tell a request (see Requests.h): it is the same one when both calls read it from the variable that it was stored
// in, and both come behind the call that stored it there. So it does not matter that the variable is null for the call
// that came second. Of threads that nobody has seen begin, only calls that overlap are told.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/EarlierCalls.h"
#include "engine/PerProcess.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("handle-race");

/// Where a request stands.
struct Variable {
  std::int64_t address = 0;
  bool isNull = false;
};

std::vector<Variable> variablesOf(const Call &call) {
  std::vector<Variable> variables;
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

bool ends(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::Completion || routine.effect == mpi::Effect::RequestFree;
}

class ConcurrentCompletion final : public Rule {
  /// The last request that was stored in a variable, and the calls that were given it.
  struct Stored {
    ConstructOrder::Point at;
    EarlierCalls calls;
  };
  struct State {
    bool isBegun = false;
    std::uint64_t age = 0;
    std::map<std::int64_t, Stored> requests;  // by variable
  };
  static constexpr std::size_t kMostRequests = 4096;

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return ends(routine) || routine.indexOf(Role::NewRequest) >= 0;
  }

  void onEnter(const Call &call, Context &context) override {
    if (call.rank() < 0 || !ends(*call.routine)) return;
    forEachOverlapOfUnknown(call, [&](const Call &other) { reportOverlap(call, other, context); });
    if (!call.process->hasOtherThreads) return;
    State &state = stateOf(*call.process);
    if (state.requests.empty()) return;
    for (const Variable &variable : variablesOf(call))
      if (const auto stored = state.requests.find(variable.address); stored != state.requests.end())
        give(stored->second, variable, call, context);
  }

  void onLeave(const Call &call, const Result &result, Context &context) override {
    if (call.rank() < 0 || !call.process->hasOtherThreads) return;
    State &state = stateOf(*call.process);
    if (ends(*call.routine)) {
      if (state.requests.empty()) return;
      for (const Variable &variable : variablesOf(call))
        if (const auto stored = state.requests.find(variable.address); stored != state.requests.end())
          stored->second.calls.leave(call, context);
    } else if (result.code == 0) {
      store(state, call);
    }
  }

  void store(State &state, const Call &call) {
    const std::int64_t variable = call.argument(Role::NewRequest).value_or(0);
    if (variable == 0) return;
    if (state.requests.size() >= kMostRequests) state.requests.erase(state.requests.begin());
    state.requests[variable] = {call.process->constructs.at(call.thread), {}};
  }

  void give(Stored &stored, const Variable &variable, const Call &call, Context &context) {
    if (!call.process->constructs.isBefore(stored.at, call.thread)) return;  // perhaps another variable at its place
    stored.calls.forEachApart(call, context, [&](const Call &other, Apart apart) {
      if (apart == Apart::ByNothing && (!variable.isNull || wasGiven(other, variable.address)))
        reportBoth(call, other, context);
    });
    stored.calls.add(call, true);
  }

  static bool wasGiven(const Call &call, std::int64_t address) {
    return std::ranges::any_of(variablesOf(call),
                               [&](const Variable &one) { return one.address == address && !one.isNull; });
  }

  void reportOverlap(const Call &call, const Call &other, Context &context) {
    if (!ends(*other.routine)) return;
    const auto addresses = [](const Call &one) {
      std::vector<std::int64_t> all;
      for (const Variable &variable : variablesOf(one))
        if (!variable.isNull) all.push_back(variable.address);
      return all;
    };
    std::vector<std::int64_t> both;
    std::ranges::set_intersection(addresses(call), addresses(other), std::back_inserter(both));
    if (!both.empty()) reportBoth(call, other, context);
  }

  void reportBoth(const Call &call, const Call &other, Context &context) {
    const auto [low, high] = std::minmax(std::pair(call.thread, call.site), std::pair(other.thread, other.site));
    if (!reported_.emplace(call.rank(), low, high).second) return;
    report::Finding finding = makeFinding(kRule, {});
    finding.ranks = {call.rank()};
    addInOrderOfPlace(finding, other.process->siteOf(other), call.process->siteOf(call));
    finding.sites.front().label = "one thread is given the request here";
    finding.sites.back().label = "another one here";
    finding.message = fmt::format("two threads are given the same request, in {} and {}, and nothing orders the calls",
                                  finding.sites.front().call, finding.sites.back().call);
    finding.help = "let one thread complete the request and tell the others";
    context.report(std::move(finding));
  }

  void onFreed(const Process &process, Span memory, Context &) override {
    if (!process.hasOtherThreads) return;
    State &state = stateOf(process);
    const auto first = state.requests.lower_bound(static_cast<std::int64_t>(memory.first));
    state.requests.erase(first, state.requests.lower_bound(static_cast<std::int64_t>(memory.end)));
  }

  void onProcessEnd(const Process &process, Context &) override { states_.forget(process); }

  /// What was stored while there was one thread, or in an earlier age, was stored before all that comes now.
  State &stateOf(const Process &process) {
    State &state = states_[process];
    const std::uint64_t age = process.constructs.age();
    if (std::exchange(state.isBegun, true) && std::exchange(state.age, age) == age) return state;
    state.age = age;
    state.requests.clear();
    for (const OperationPtr &operation : process.requests.all())
      if (operation->variable != 0) state.requests[operation->variable] = {};
    return state;
  }

  PerProcess<State> states_;
  using Place = std::pair<unsigned, std::uint32_t>;
  std::set<std::tuple<int, Place, Place>> reported_;
};

const Registration<ConcurrentCompletion> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
