// arg-rank: a destination, source, target or other rank is one of the communicator or window, or a constant that the
// call takes in its place.
#include <fmt/format.h>

#include "engine/Arguments.h"
#include "engine/Rule.h"
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

class ArgRank final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    forEachSignificant(call, isRank, [&](std::size_t argument, Role role) {
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
          fmt::format("is {}, but {} has ranks 0 to {}", nameValue(rank), peers->describe(), peers->count - 1),
          mpi::isPeer(role) ? "name a rank that exists, or MPI_PROC_NULL for nobody" : "name a rank that exists"));
    });
  }
};

const Registration<ArgRank> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
