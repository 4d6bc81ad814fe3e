// coll-root-mismatch: the members of a rooted collective must pass the same root.
//
// Only valid ranks are compared; an invalid root is a separate error (arg-root). On an intercommunicator the root
// passes MPI_ROOT, the other members of its group pass MPI_PROC_NULL, and the other group passes the root's rank.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/matching/ValueGroups.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-root-mismatch");
constexpr std::string_view kHelpBetweenGroups =
    "let one process of the root's group pass MPI_ROOT and its others MPI_PROC_NULL, and the other group its rank";

std::optional<std::int64_t> rootOf(const Slot &slot, unsigned position) {
  return slot.callOf(position) != nullptr ? slot.callOf(position)->argument(mpi::Role::Root) : std::nullopt;
}

/// The members that pass MPI_ROOT.
std::vector<unsigned> claimants(const Slot &slot) {
  std::vector<unsigned> found;
  for (unsigned i = 0; i < slot.calls().size(); ++i)
    if (rootOf(slot, i) == mpi::kRootHere) found.push_back(i);
  return found;
}

std::vector<int> ranksOf(const Slot &slot, const std::vector<unsigned> &positions) {
  std::vector<int> ranks;
  for (const unsigned position : positions) ranks.push_back(slot.comm().members()[position]);
  std::ranges::sort(ranks);
  return ranks;
}

/// What is wrong with the roots that the groups of an intercommunicator pass; empty: nothing.
std::string roleProblem(const Slot &slot) {
  const std::vector<unsigned> claiming = claimants(slot);
  constexpr std::string_view kRootName = "MPI_ROOT";
  if (claiming.size() > 1) return fmt::format("{} {}", doing(ranksOf(slot, claiming), "pass"), kRootName);
  for (unsigned i = 0; i < slot.calls().size(); ++i) {
    const auto named = slot.comm().peer(i, rootOf(slot, i).value_or(-1));
    const Call *call = named ? slot.callOf(*named) : nullptr;
    if (call == nullptr || rootOf(slot, *named) == mpi::kRootHere) continue;
    const int namer = slot.comm().members()[i];
    if (claiming.empty())
      return fmt::format("rank {} names rank {} as the root, which does not pass {}", namer, call->rank(), kRootName);
    return fmt::format("rank {} names rank {} as the root, but rank {} passes {}", namer, call->rank(),
                       slot.comm().members()[claiming.front()], kRootName);
  }
  return {};
}

class CollRootMismatch final : public WorldRule {
 public:
  void onCollective(const Slot &slot, Context &context) override {
    if (slot.firstCall().routine->indexOf(mpi::Role::Root) < 0) return;
    const auto valueGroups = groupByValue(slot, [&](const Call &call) {
      const auto root = call.argument(mpi::Role::Root);
      const bool isRank = root && *root >= 0 && *root < static_cast<std::int64_t>(slot.comm().size());
      return isRank ? root : std::nullopt;
    });
    if (valueGroups.size() > 1) {
      const auto nameOf = [](std::int64_t root) { return fmt::format("root {}", root); };
      return report(slot, describeGroups(valueGroups, "name", nameOf),
                    "pass the same root on every rank of the communicator", context);
    }
    const std::string problem = slot.comm().isInter() ? roleProblem(slot) : std::string();
    if (!problem.empty()) report(slot, problem, kHelpBetweenGroups, context);
  }

 private:
  static void report(const Slot &slot, const std::string &description, std::string_view help, Context &context) {
    report::Finding finding = makeFinding(kRule,
                                          fmt::format("ranks disagree on the root of {} on {}: {}",
                                                      slot.firstCall().name(), describeOwner(slot), description),
                                          slot);
    finding.help = help;
    context.report(std::move(finding));
  }
};

const Registration<CollRootMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
