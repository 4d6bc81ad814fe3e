// coll-multithreaded, coll-concurrent: a process makes unordered calls of collectives on one communicator, window or
// file, so that their order is undefined for the other ranks.
//
// At the same place in the code it is one collective executed by several threads, at two places two unordered ones.
// Neither overlap in time nor which thread executed what matters (see ConstructOrder.h). If only a lock separates the
// calls it is no error: equal calls are a note, different ones in a nondeterministic order are a warning.
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/PerProcess.h"
#include "engine/rules/EarlierCalls.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kConcurrent = report::rule("coll-concurrent");
constexpr report::Rule kMultithreaded = report::rule("coll-multithreaded");

using Owner = std::pair<mpi::Element, std::int64_t>;

/// The communicator, window or file on which the other ranks match the call. None for calls distinguished by a tag, and
/// for those that free it (see HandleRace.cpp).
std::optional<Owner> ownerOf(const Call &call) {
  const bool hasOwnTag = call.routine->effect == mpi::Effect::CommCreatePartial;
  if (!mpi::isCollective(call.routine->cls) || hasOwnTag) return std::nullopt;
  for (const Role role : {Role::Window, Role::File, Role::Comm})
    if (const auto id = call.argument(role); id && *id != trace::kNullHandle && *id != trace::kUnknownHandle)
      return std::pair(mpi::elementOf(*call.routine, role), *id);
  return std::nullopt;
}

report::Severity severityOf(Apart apart, bool isSameCall) {
  if (apart == Apart::ByNothing) return report::Severity::Error;
  if (apart == Apart::ByNothingSeen) return report::Severity::Warning;
  return isSameCall ? report::Severity::Note : report::Severity::Warning;
}

class CollConcurrent final : public ProcessRule {
 public:
  struct State {
    std::uint64_t age = 0;
    EarlierCallsOf<Owner> calls;
  };

  bool isAbout(const mpi::RoutineInfo &routine) const override { return mpi::isCollective(routine.cls); }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0 || !call.process->hasThreads()) return;
    const auto owner = ownerOf(call);
    if (!owner) return;
    EarlierCalls &earlier = callsOf(context.process(), *owner);
    earlier.forEachApart(call, context,
                         [&](const Call &other, Apart apart) { reportBoth(call, other, apart, *owner, context); });
    forEachOverlapOfUnknown(call, context, [&](const Call &other) {
      if (ownerOf(other) == owner) reportBoth(call, other, Apart::ByNothing, *owner, context);
    });
    earlier.add(call, true, context);
  }

  void onLeave(const Call &call, const Result &, ProcessContext &context) override {
    if (call.rank() < 0 || !call.process->hasThreads()) return;
    if (const auto owner = ownerOf(call)) callsOf(context.process(), *owner).leave(call, context);
  }

  void onProcessEnd(const Process &process, ProcessContext &) override { states_.forget(process); }

 private:
  EarlierCalls &callsOf(const Process &process, const Owner &owner) {
    State &state = states_[process];
    const std::uint64_t age = process.constructs.age();
    if (std::exchange(state.age, age) != age) state.calls.clear();
    return state.calls[owner];
  }

  void reportBoth(const Call &call, const Call &other, Apart apart, const Owner &owner, ProcessContext &context) {
    const auto [low, high] = std::minmax(std::pair(call.thread, call.site), std::pair(other.thread, other.site));
    if (!reported_.emplace(call.rank(), low, high, apart).second) return;
    report::Site one = other.process->siteOf(other);
    report::Site two = call.process->siteOf(call);
    const bool isSame = isSamePlace(one, two);
    const std::string_view word = mpi::info(owner.first).noun;
    report::Finding finding = makeFinding(isSame ? kMultithreaded : kConcurrent, {});
    finding.ranks = {call.rank()};
    finding.severity = severityOf(apart, isSame || call.routine == other.routine);
    addInOrderOfPlace(finding, std::move(one), std::move(two));
    finding.sites.front().label = isSame ? "one thread calls" : "nothing orders this call";
    finding.sites.back().label = isSame ? "as another one does" : "and this one";
    const std::string names = isSame ? std::string(call.name())
                                     : fmt::format("{} and {}", finding.sites.front().call, finding.sites.back().call);
    finding.message = isSame ? fmt::format("several threads of a process call {} on the same {}", names, word)
                             : fmt::format("a process calls {} on the same {}", names, word);
    finding.message += apart == Apart::ByLock ? "; a lock keeps the calls apart, but their order is nondeterministic"
                                              : ", and nothing orders the calls";
    finding.help = apart == Apart::ByLock
                       ? fmt::format("order the calls, or give every thread a {} of its own", word)
                       : fmt::format("let one thread make the call, or give every thread a {} of its own", word);
    context.report(std::move(finding));
  }

  PerProcess<State> states_;
  std::set<std::tuple<int, std::pair<unsigned, std::uint32_t>, std::pair<unsigned, std::uint32_t>, Apart>> reported_;
};

const Registration<CollConcurrent> kRegistration(kConcurrent);

}  // namespace
}  // namespace lockstep::engine
