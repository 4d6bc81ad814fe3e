// deadlock: a set of ranks, each inside a call that only ranks of the set, or ranks that are gone, could release.
//
// Judged when nothing more will come: the driver ends a job once its ranks are stuck. What another rule explains is not
// reported again: collectives out of step by the error on one of these ranks, waiting for a rank that has ended without
// finalizing by the lifecycle rule.
#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("deadlock");

bool isExplained(int rank, const Context &context) {
  const auto endedTooEarly = [&](int other) {
    const Process *process = context.process(other);
    return process != nullptr && process->end && !process->finalized;
  };
  return context.hasErrorOn(rank) ||
         std::ranges::any_of(context.waiting().waitsFor(*context.process(rank)), endedTooEarly);
}

/// "rank 0 in A for rank 1, rank 1 in B for rank 0"; the first few stand for many.
std::string describeWaiting(const std::vector<int> &stuck, const Context &context) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (const int rank : stuck | std::views::take(kShown)) {
    const Process &process = *context.process(rank);
    text += fmt::format("{}rank {} in {} for {}", text.empty() ? "" : ", ", rank, process.openCall()->call->name(),
                        report::describeRanks(context.waiting().waitsFor(process)));
  }
  return stuck.size() > kShown ? text + ", ..." : text;
}

class Deadlock final : public Rule {
  void onFinish(bool /*interrupted*/, Context &context) override {
    const std::vector<int> stuck = context.waiting().stuck();
    if (stuck.empty() || std::ranges::any_of(stuck, [&](int rank) { return isExplained(rank, context); })) return;

    report::Finding finding = makeFinding(
        kRule, fmt::format("{} for what will never come: {}", doing(stuck, "wait"), describeWaiting(stuck, context)));
    finding.ranks = stuck;
    for (const int rank : stuck) {
      const Process &process = *context.process(rank);
      finding.sites.push_back(process.siteOf(*process.openCall()->call, "waits here"));
    }
    finding.help = "let one of these ranks make the call that the other waits for before it waits itself";
    context.report(std::move(finding));
  }
};

const Registration<Deadlock> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
