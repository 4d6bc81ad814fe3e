// deadlock: a set of ranks, each inside a call that only ranks of the set, or ranks that are gone, could release.
//
// Judged when nothing more will come: the driver ends a job once its ranks are stuck. What another rule explains is not
// reported again: collectives out of step by the error on one of these ranks, waiting for a rank that has ended without
// finalizing by the lifecycle rule, waiting for a persistent operation that was never started by the rule for that.
#include <algorithm>
#include <iterator>
#include <ranges>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/Unstarted.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("deadlock");

bool isExplained(int rank, const Context &context) {
  const auto endedTooEarly = [&](int other) {
    const Process *process = context.process(other);
    return process != nullptr && process->end && !process->finalized;
  };
  return context.mayBeOutOfStep(rank) || unstartedFor(rank, context) ||
         std::ranges::any_of(context.waiting().waitsFor(*context.process(rank)), endedTooEarly);
}

/// Of the calls that the threads of a process are inside; each once.
std::string namesOf(const std::vector<const OpenCall *> &calls) {
  std::vector<std::string_view> names;
  for (const OpenCall *open : calls)
    if (std::ranges::find(names, open->call->name()) == names.end()) names.push_back(open->call->name());
  return fmt::format("{}", fmt::join(names, " and "));
}

/// "rank 0 in A for rank 1, rank 1 in B for rank 0"; the first few stand for many.
std::string describeWaiting(const std::vector<int> &stuck, const Context &context) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (const int rank : stuck | std::views::take(kShown)) {
    const Process &process = *context.process(rank);
    text += fmt::format("{}rank {} in {} for {}", text.empty() ? "" : ", ", rank, namesOf(process.openCalls()),
                        report::describeRanks(context.waiting().waitsFor(process)));
  }
  return stuck.size() > kShown ? text + ", ..." : text;
}

/// A message that lies ready for a rank which waits for another one from the same sender: a slip in tag or
/// communicator.
TransferPtr findMistaken(const Transfer &receive, const Context &context) {
  if (receive.side == Transfer::Side::Send || receive.partner) return nullptr;
  const Transfers left = context.messages().leftOver();
  const auto isMeant = [&](const TransferPtr &send) {
    return send->peer == receive.rank && (receive.peer < 0 || send->rank == receive.peer);
  };
  const auto found = std::ranges::find_if(left, isMeant);
  return found == left.end() ? nullptr : *found;
}

void addSites(const std::vector<int> &ranks, const std::string &label, const Context &context,
              report::Finding &finding) {
  for (const int rank : ranks) {
    const Process &process = *context.process(rank);
    for (const OpenCall *open : process.openCalls()) finding.sites.push_back(process.siteOf(*open->call, label));
  }
}

/// Says what message there is instead of the awaited one, if there is one.
bool explainMistake(const std::vector<int> &ranks, const Context &context, report::Finding &finding) {
  for (const int rank : ranks) {
    const Process &process = *context.process(rank);
    if (process.openCalls().size() != 1) continue;
    for (const TransferPtr &receive : process.openCall()->transfers) {
      const TransferPtr send = findMistaken(*receive, context);
      if (!send) continue;
      const Call &call = *send->own->by;
      finding.sites.push_back(call.process->siteOf(call, "sends a message that does not match"));
      const std::string what = send->communicator->id() != receive->communicator->id()
                                   ? fmt::format("on {}, the receive is on {}", send->communicator->describe(),
                                                 receive->communicator->describe())
                                   : fmt::format("with tag {}, the receive asks for tag {}", send->tag, receive->tag);
      finding.help = fmt::format("rank {} has sent a message to rank {} {}: let both agree", send->rank, rank, what);
      return true;
    }
  }
  return false;
}

class Deadlock final : public Rule {
  void onFinish(bool /*interrupted*/, Context &context) override {
    const std::vector<int> stuck = context.waiting().stuck();
    if (stuck.empty() || std::ranges::any_of(stuck, [&](int rank) { return isExplained(rank, context); })) return;
    const std::vector<int> core = context.waiting().core(stuck);
    std::vector<int> victims;
    std::ranges::set_difference(stuck, core, std::back_inserter(victims));

    report::Finding finding = makeFinding(
        kRule, fmt::format("{} for what will never come: {}", doing(core, "wait"), describeWaiting(core, context)));
    if (!victims.empty()) finding.message += fmt::format("; {} for them", doing(victims, "wait"));
    finding.ranks = core;
    addSites(core, "waits here", context, finding);
    addSites(victims, "waits for them here", context, finding);
    if (!explainMistake(core, context, finding))
      finding.help = "let one of these ranks make the call that the other waits for before it waits itself";
    context.report(std::move(finding));
  }
};

const Registration<Deadlock> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
