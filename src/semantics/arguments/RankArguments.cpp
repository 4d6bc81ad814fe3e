#include <algorithm>

#include <fmt/format.h>

#include "mpi/Special.h"
#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Role;

namespace {

/// Without a known number of ranks: no program names a larger one.
constexpr std::int64_t kMostRanks = 1 << 16;

constexpr const char *kLeavesOpen = "but only a receive or probe may leave it open";

/// Whether the rank, or that of the tag, may be left open. Partitioned receives know no wildcards.
bool mayBeAny(const mpi::RoutineInfo &routine, int peer) {
  return peer >= 0 && routine.storage[static_cast<std::size_t>(peer)].role == Role::Source &&
         routine.cls != mpi::Class::Partition;
}

/// As a peer it stands for nobody; of a shared window it means the first member with memory.
bool takesProcNull(const CallFacts &facts, Role role) {
  return mpi::isPeer(role) || facts.routine().cls == mpi::Class::Window;
}

/// How many ranks there are that a list may name.
struct Named {
  std::int64_t count = 0;
  std::string of;
  std::string_view noun = "ranks";
};

std::optional<Named> namedBy(const CallFacts &facts, Role role) {
  if (role == Role::EdgeEnds && facts.routine().indexOf(Role::CumulativeDegrees) >= 0)
    return Named{facts.number(Role::Length).value_or(0), "the graph", "nodes"};
  const bool isOfComm = role == Role::Neighbors || role == Role::EdgeEnds;
  if (isOfComm && facts.isInter() != false) return std::nullopt;
  const auto count = isOfComm ? facts.peerCount() : facts.groupSize();
  if (!count) return std::nullopt;
  return Named{*count, isOfComm ? facts.describePeers() : "the group"};
}

Judgment judgeRepeats(std::vector<std::int64_t> ranks) {
  std::ranges::sort(ranks);
  const auto twice = std::ranges::adjacent_find(ranks);
  if (twice == ranks.end()) return std::nullopt;
  return Complaint{fmt::format("holds {} more than once, but a group has each process once", *twice),
                   "name every rank once"};
}

/// One of the ranges that a group is made of: from the first rank by the stride to the last one.
struct RankRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t stride = 0;

  /// How many ranks follow the first.
  std::int64_t steps() const { return std::max<std::int64_t>((last - first) / stride, 0); }
  std::int64_t reached() const { return first + steps() * stride; }
};

Complaint wrongRange(std::size_t number, const std::string &what, std::string help, std::int64_t rank = -1) {
  return {.what = fmt::format("holds a range, number {}, {}", number, what), .help = std::move(help), .rank = rank};
}

std::string ranksThatExist(const CallFacts &facts, std::optional<std::int64_t> count, std::int64_t rank) {
  if (count) return fmt::format("{} has ranks 0 to {}", facts.describePeers(), *count - 1);
  return rank < 0 ? "no rank is negative" : fmt::format("only more than {} ranks have one of that number", rank);
}

}  // namespace

Judgment judgeTag(const CallFacts &facts, std::size_t argument) {
  const auto tag = facts.number(argument);
  const bool isAny = tag == mpi::kAnyTag;
  if (!tag || (isAny && mayBeAny(facts.routine(), facts.routine().peerOf(argument)))) return std::nullopt;
  const auto largest = facts.largestTag();
  if (*tag >= 0 && *tag <= largest.value_or(*tag)) return std::nullopt;
  const std::string why = isAny     ? kLeavesOpen
                          : largest ? fmt::format("but tags go from 0 to {} (MPI_TAG_UB)", *largest)
                                    : "but must not be negative";
  return Complaint{fmt::format("is {}, {}", nameValue(*tag), why), "pass a tag from 0 to the value of MPI_TAG_UB"};
}

Judgment judgeRank(const CallFacts &facts, std::size_t argument) {
  const Role role = facts.roleOf(argument);
  const auto rank = facts.number(argument);
  if (!rank || (*rank == mpi::kProcNull && takesProcNull(facts, role))) return std::nullopt;
  if (*rank == mpi::kAnySource) {
    if (mayBeAny(facts.routine(), static_cast<int>(argument))) return std::nullopt;
    return Complaint{fmt::format("is {}, {}", nameValue(*rank), kLeavesOpen), "pass the intended rank"};
  }
  const auto count = facts.peerCount();
  if (*rank >= 0 && *rank < count.value_or(kMostRanks)) return std::nullopt;
  return Complaint{.what = fmt::format("is {}, but {}", nameValue(*rank), ranksThatExist(facts, count, *rank)),
                   .help = mpi::isPeer(role) ? "pass a valid rank, or MPI_PROC_NULL" : "pass a valid rank",
                   .severity = count || *rank < 0 ? report::Severity::Error : report::Severity::Warning,
                   .rank = *rank};
}

/// On an intercommunicator the root's own group names it by constants, which mean nothing elsewhere, and the other
/// group by its rank there.
Judgment judgeRoot(const CallFacts &facts, std::size_t argument) {
  const auto root = facts.number(argument);
  const auto count = root ? facts.peerCount() : std::nullopt;
  if (!root || facts.routine().indexOf(Role::Comm) < 0) return std::nullopt;
  const bool isGroupConstant = *root == mpi::kRootHere || *root == mpi::kProcNull;
  if (*root >= 0 && *root < count.value_or(kMostRanks)) return std::nullopt;
  if (isGroupConstant && facts.isInter() != false) return std::nullopt;
  return Complaint{.what = fmt::format("is {}, {}{}", nameValue(*root),
                                       isGroupConstant ? "which is for intercommunicators only: " : "but ",
                                       ranksThatExist(facts, count, *root)),
                   .help = "name a rank of the communicator that is passed",
                   .severity = count || *root < 0 ? report::Severity::Error : report::Severity::Warning,
                   .rank = *root};
}

Judgment judgeRankList(const CallFacts &facts, std::size_t argument) {
  const Role role = facts.roleOf(argument);
  const auto named = namedBy(facts, role);
  if (!named) return std::nullopt;
  const bool makesGroup = facts.routine().indexOf(Role::NewGroup) >= 0;
  std::vector<std::int64_t> ranks;
  std::optional<Complaint> wrong;  // of the first that does not exist; the largest of all says how many must exist
  for (std::size_t i = 0; i < facts.length(argument); ++i) {
    const auto rank = facts.element(argument, i);
    if (!rank) continue;
    ranks.push_back(*rank);
    if (*rank >= 0 && *rank < named->count) continue;
    if (*rank == mpi::kProcNull && !makesGroup && role != Role::EdgeEnds) continue;
    if (wrong) {
      if (*rank >= 0 && wrong->rank >= 0) wrong->rank = std::max(wrong->rank, *rank);
      continue;
    }
    const std::string why = named->count == 0
                                ? fmt::format("{} is empty", named->of)
                                : fmt::format("{} has {} 0 to {}", named->of, named->noun, named->count - 1);
    wrong = Complaint{.what = fmt::format("holds {} as element {}, but {}", nameValue(*rank), i, why),
                      .help = fmt::format("name {} that exist", named->noun),
                      .rank = *rank};
  }
  if (wrong) return wrong;
  return makesGroup ? judgeRepeats(std::move(ranks)) : std::nullopt;
}

Judgment judgeRankRanges(const CallFacts &facts, std::size_t argument) {
  const auto named = namedBy(facts, Role::RankRanges);
  const auto values = named ? facts.numbers(static_cast<int>(argument)) : std::nullopt;
  if (!values) return std::nullopt;
  std::vector<std::int64_t> ranks;
  for (std::size_t i = 0; i < values->size() / 3; ++i) {
    const RankRange range{(*values)[3 * i], (*values)[3 * i + 1], (*values)[3 * i + 2]};
    if (range.stride == 0) return wrongRange(i, "with stride 0", "pass a stride other than 0");
    for (const std::int64_t rank : {range.first, range.reached()})
      if (rank < 0 || rank >= named->count)
        return wrongRange(i, fmt::format("with rank {}, but {} has {} ranks", rank, named->of, named->count),
                          "name ranks that exist", rank);
    for (std::int64_t step = 0; step <= range.steps(); ++step) ranks.push_back(range.first + step * range.stride);
  }
  return judgeRepeats(std::move(ranks));
}

}  // namespace lockstep::semantics
