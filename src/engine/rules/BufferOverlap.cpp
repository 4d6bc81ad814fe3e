// buffer-overlap: memory that one call reads and writes through different arguments.
//
// The library may write a result before it has read all that it sends, so a call must not be given the same memory
// twice unless it says so with MPI_IN_PLACE. Parts that lie side by side or interleave, as rows and columns of one
// matrix may, are fine.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/Footprint.h"
#include "engine/PartIndex.h"
#include "engine/Rule.h"
#include "mpi/Significance.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("buffer-overlap");

bool isBuffer(const mpi::RoutineInfo &routine, const MemoryPart &part) {
  const mpi::Role role = routine.storage[static_cast<std::size_t>(part.argument)].role;
  return role == mpi::Role::ReadBuffer || role == mpi::Role::WriteBuffer || role == mpi::Role::UpdateBuffer;
}

/// The arguments of a part that is read and one that is written, which share memory.
std::optional<std::pair<int, int>> overlapIn(const std::vector<MemoryPart> &parts, const mpi::RoutineInfo &routine) {
  PartIndex<int> written;
  for (const MemoryPart &part : parts)
    if (part.isWritten && isBuffer(routine, part)) written.add(part, part.argument);
  std::optional<std::pair<int, int>> found;
  for (const MemoryPart &part : parts) {
    if (found || part.isWritten || !isBuffer(routine, part)) continue;
    written.forEachOverlap(part, [&](const PartIndex<int>::Entry &entry) {
      if (entry.value != part.argument) found = {part.argument, entry.value};
    });
  }
  return found;
}

class BufferOverlap final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    const auto buffers = std::ranges::count_if(
        call.routine->args(), [](const mpi::Argument &argument) { return mpi::isDataBuffer(argument.role); });
    if (buffers < 2 || call.rank() < 0) return;
    const auto overlap = overlapIn(footprintOf(call), *call.routine);
    if (!overlap || !reported_.emplace(call.rank(), call.site).second) return;
    const auto nameOf = [&](int argument) { return call.routine->storage[static_cast<std::size_t>(argument)].name; };
    report::Finding finding = makeFinding(kRule,
                                          fmt::format("{} reads {} and writes {}, and the two overlap", call.name(),
                                                      nameOf(overlap->first), nameOf(overlap->second)),
                                          call);
    finding.help = mpi::hasInPlace(*call.routine)
                       ? "pass MPI_IN_PLACE where the result replaces the data, or a buffer of its own"
                       : "give what is sent and what is received memory of their own";
    context.report(std::move(finding));
  }

  std::set<std::tuple<int, std::uint32_t>> reported_;
};

const Registration<BufferOverlap> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
