// arg-rank: a destination, source, target or other rank is one of the communicator or window, or a constant that the
// call takes in its place. The ranks of a list are those of the group or communicator, and a new group has each once.
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/Process.h"
#include "engine/rules/Arguments.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-rank");

bool isRank(Role role) { return mpi::isPeer(role) || role == Role::Rank; }

/// Partitioned receives know no wildcards.
bool takesAnySource(const Call &call, Role role) {
  return role == Role::Source && call.routine->cls != mpi::Class::Partition;
}

/// As a peer it stands for nobody; of a shared window it means the first member with memory.
bool takesProcNull(const Call &call, Role role) { return mpi::isPeer(role) || call.routine->cls == mpi::Class::Window; }

bool areRanks(Role role) {
  return role == Role::Ranks || role == Role::Neighbors || role == Role::EdgeEnds || role == Role::RankRanges;
}

/// How many ranks there are that the list may name.
struct Named {
  std::int64_t count = 0;
  std::string of;
  std::string_view noun = "ranks";
};

std::optional<Named> namedBy(const Call &call, Role role) {
  if (role == Role::EdgeEnds && call.routine->indexOf(Role::CumulativeDegrees) >= 0)
    return Named{call.argument(Role::Length).value_or(0), "the graph", "nodes"};
  if (role == Role::Neighbors || role == Role::EdgeEnds) {
    if (!call.comm || call.comm->isInter()) return std::nullopt;
    return Named{static_cast<std::int64_t>(call.comm->size()), call.comm->describe()};
  }
  const std::vector<int> *group = call.process->groups.find(call.argument(Role::Group).value_or(0));
  if (group == nullptr) return std::nullopt;
  return Named{static_cast<std::int64_t>(group->size()), "the group"};
}

/// The first rank that the list has twice.
std::optional<std::int64_t> repeatedIn(std::span<const std::int64_t> ranks) {
  std::vector<std::int64_t> sorted(ranks.begin(), ranks.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  return twice == sorted.end() ? std::nullopt : std::optional(*twice);
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

std::vector<RankRange> rangesOf(std::span<const std::int64_t> values) {
  std::vector<RankRange> ranges;
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3) ranges.push_back({values[i], values[i + 1], values[i + 2]});
  return ranges;
}

class ArgRank final : public ProcessRule {
 public:
  void onArguments(const Call &call, ProcessContext &context) override {
    const auto isWanted = [](Role role) { return isRank(role) || areRanks(role); };
    forEachSignificant(call, isWanted, [&](std::size_t argument, Role role) {
      if (role == Role::RankRanges) return judgeRanges(call, argument, context);
      if (areRanks(role)) return judgeList(call, argument, role, context);
      const std::int64_t rank = call.arguments[argument];
      if (rank == mpi::kProcNull && takesProcNull(call, role)) return;
      if (rank == mpi::kAnySource && takesAnySource(call, role)) return;
      if (rank == mpi::kAnySource)
        return context.report(makeFinding(kRule, call, argument,
                                          "is MPI_ANY_SOURCE, but only a receive or probe may leave it open",
                                          "name the rank that is meant"));
      const auto peers = peersOf(call, context);
      if (!peers || (rank >= 0 && rank < peers->count)) return;
      context.report(makeFinding(
          kRule, call, argument,
          fmt::format("is {}, but {} has ranks 0 to {}", semantics::nameValue(rank), peers->describe(),
                      peers->count - 1),
          mpi::isPeer(role) ? "name a rank that exists, or MPI_PROC_NULL for nobody" : "name a rank that exists"));
    });
  }

 private:
  static void judgeList(const Call &call, std::size_t argument, Role role, ProcessContext &context) {
    const auto ranks = call.array(static_cast<int>(argument));
    const auto named = namedBy(call, role);
    if (!named) return;
    const bool makesGroup = call.routine->indexOf(Role::NewGroup) >= 0;
    const auto isWrong = [&](std::int64_t rank) {
      return (rank < 0 || rank >= named->count) && (rank != mpi::kProcNull || makesGroup || role == Role::EdgeEnds);
    };
    if (const auto wrong = std::ranges::find_if(ranks, isWrong); wrong != ranks.end())
      return context.report(makeFinding(
          kRule, call, argument,
          named->count == 0 ? fmt::format("holds {} as element {}, but {} is empty", semantics::nameValue(*wrong),
                                          wrong - ranks.begin(), named->of)
                            : fmt::format("holds {} as element {}, but {} has {} 0 to {}", semantics::nameValue(*wrong),
                                          wrong - ranks.begin(), named->of, named->noun, named->count - 1),
          fmt::format("name {} that exist", named->noun)));
    if (makesGroup) judgeRepeats(call, argument, ranks, context);
  }

  static void judgeRepeats(const Call &call, std::size_t argument, std::span<const std::int64_t> ranks,
                           ProcessContext &context) {
    if (const auto twice = repeatedIn(ranks))
      context.report(makeFinding(kRule, call, argument,
                                 fmt::format("holds {} more than once, but a group has each process once", *twice),
                                 "name every rank once"));
  }

  static void judgeRanges(const Call &call, std::size_t argument, ProcessContext &context) {
    const auto named = namedBy(call, Role::RankRanges);
    if (!named) return;
    const auto complain = [&](std::size_t range, const std::string &what, std::string help) {
      context.report(makeFinding(kRule, call, argument, fmt::format("holds a range, number {}, {}", range, what),
                                 std::move(help)));
    };
    std::vector<std::int64_t> ranks;
    const std::vector<RankRange> ranges = rangesOf(call.array(static_cast<int>(argument)));
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const RankRange &range = ranges[i];
      if (range.stride == 0) return complain(i, "with stride 0", "pass a stride other than 0");
      for (const std::int64_t rank : {range.first, range.reached()})
        if (rank < 0 || rank >= named->count)
          return complain(i, fmt::format("with rank {}, but {} has {} ranks", rank, named->of, named->count),
                          "name ranks that exist");
      for (std::int64_t step = 0; step <= range.steps(); ++step) ranks.push_back(range.first + step * range.stride);
    }
    judgeRepeats(call, argument, ranks, context);
  }
};

const Registration<ArgRank> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
