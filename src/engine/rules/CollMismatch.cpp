// coll-mismatch: the members of a communicator must call the same collectives in the same order.
//
// The calls of a slot must be of one routine; a blocking and a nonblocking form are two routines, a routine and its
// large-count twin are one. A member that goes to finalize instead never comes, whether or not the others got out. One
// that died is left to the lifecycle rule.
#include <fmt/format.h>

#include "engine/Camps.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-mismatch");

using RoutineCamps = std::vector<Camp<mpi::Routine>>;

/// Members that have not come and called finalize instead.
std::vector<int> finalizedInstead(const Slot &slot, const Context &context) {
  std::vector<int> ranks;
  for (unsigned i = 0; i < slot.calls().size(); ++i) {
    if (slot.callOf(i) != nullptr) continue;
    const Process *process = context.process(slot.comm().members()[i]);
    if (process != nullptr && process->isFinalizing()) ranks.push_back(process->rank);
  }
  std::ranges::sort(ranks);
  return ranks;
}

bool mixesBlocking(const RoutineCamps &camps) {
  const auto timing = [](const Camp<mpi::Routine> &camp) { return mpi::info(camp.value).timing; };
  return std::ranges::any_of(camps, [&](const auto &camp) { return timing(camp) != timing(camps.front()); });
}

std::string helpFor(const RoutineCamps &camps, bool isMissed) {
  if (camps.size() == 1 && isMissed)
    return fmt::format("let every rank of the communicator call {} before {}", mpi::info(camps.front().value).name,
                       mpi::info(mpi::Routine::Finalize).name);
  if (mixesBlocking(camps))
    return "use the blocking form on every rank or the nonblocking form on every rank: they do not match each other";
  return "let every rank of the communicator call the same collectives in the same order";
}

class CollMismatch final : public Rule {
  void onCollective(const Slot &slot, Context &context) override {
    const auto camps = campsOf(slot, [](const Call &call) { return std::optional<mpi::Routine>(call.routine->base); });
    const std::vector<int> missing = finalizedInstead(slot, context);
    if (camps.size() < 2 && missing.empty()) return;

    const auto nameOf = [](mpi::Routine routine) { return mpi::info(routine).name; };
    std::string sayings = engine::sayings(camps, "call", nameOf);
    if (!missing.empty())
      sayings += fmt::format(", {} {} and never {}", doing(missing, "call"), nameOf(mpi::Routine::Finalize),
                             missing.size() == 1 ? "comes" : "come");
    report::Finding finding = makeFinding(
        kRule, fmt::format("ranks disagree on the collective on {}: {}", describeOwner(slot), sayings), slot);
    addMissing(finding, missing, context);
    finding.help = helpFor(camps, !missing.empty());
    context.report(std::move(finding));
  }

  static void addMissing(report::Finding &finding, const std::vector<int> &missing, const Context &context) {
    for (const int rank : missing) {
      const Process &process = *context.process(rank);
      finding.ranks.push_back(rank);
      finding.sites.push_back(process.siteOf(*process.finalizeCall, "never comes, but finalizes"));
    }
    std::ranges::sort(finding.ranks);
  }
};

const Registration<CollMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
