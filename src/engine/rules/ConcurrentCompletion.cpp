// arg-request: two threads are inside completion calls that were given the same request.
//
// A request can be completed once, so it must not stand in two completion calls at once, whatever the thread level. It
// is the same one when both calls read it from the same variable: handles alone do not tell (see Requests.h).
#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-request");

/// Where the requests stand that are not null, in ascending order.
std::vector<std::int64_t> variablesOf(const Call &call) {
  std::vector<std::int64_t> variables;
  const std::vector<std::int64_t> handles = requestsOf(call);
  const bool isArray = call.routine->indexOf(Role::Requests) >= 0;
  const std::int64_t first = isArray                  ? call.argument(Role::Requests).value_or(0)
                             : call.addresses.empty() ? 0
                                                      : call.addresses.front();
  const std::int64_t step = call.process->requestBytes;
  if (first == 0 || (isArray && step == 0)) return {};
  for (std::size_t i = 0; i < handles.size(); ++i)
    if (handles[i] != trace::kNullHandle) variables.push_back(first + static_cast<std::int64_t>(i) * step);
  return variables;
}

class ConcurrentCompletion final : public Rule {
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.cls == mpi::Class::Completion; }

  void onEnter(const Call &call, Context &context) override {
    if (call.rank() < 0) return;
    call.process->inside.forEachOther(call.thread, [&](const Call &other) {
      if (other.routine->cls != mpi::Class::Completion) return;
      std::vector<std::int64_t> both;
      std::ranges::set_intersection(variablesOf(call), variablesOf(other), std::back_inserter(both));
      if (!both.empty()) reportBoth(call, other, context);
    });
  }

  void reportBoth(const Call &call, const Call &other, Context &context) {
    const auto [low, high] = std::minmax(call.site, other.site);
    if (!reported_.emplace(call.rank(), low, high).second) return;
    report::Finding finding = makeFinding(
        kRule, fmt::format("two threads complete the same request at once, in {} and {}", other.name(), call.name()),
        other, "one thread is inside");
    finding.sites.push_back(call.process->siteOf(call, "while another one calls"));
    finding.help = "let one thread complete the request and tell the others";
    context.report(std::move(finding));
  }

  std::set<std::tuple<int, std::uint32_t, std::uint32_t>> reported_;
};

const Registration<ConcurrentCompletion> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
