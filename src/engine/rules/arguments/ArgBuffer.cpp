// arg-buffer: where data moves there is memory, and MPI_IN_PLACE stands only where the call takes it.
//
// The null address is also MPI_BOTTOM, from which a datatype may lead to absolute addresses: it is wrong only if the
// data would lie in the first page. How much moves is told by the count and datatype behind the buffer; where they are
// not known, nothing is said.
#include <algorithm>
#include <optional>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "mpi/Significance.h"
#include "mpi/Special.h"
#include "semantics/arguments/BufferArguments.h"

namespace lockstep::engine {
namespace {

using mpi::Role;
using mpi::When;

constexpr report::Rule kRule = report::rule("arg-buffer");
constexpr std::int64_t kNoAddress = 0;
constexpr std::int64_t kFirstPage = 4096;

bool isBuffer(Role role) { return mpi::isDataBuffer(role) || role == Role::WindowBase; }

/// Whether a buffer at the null address of this type would lie where no memory is. False where it is not known.
bool liesNowhere(const Call &call, std::int64_t handle) {
  const Datatype *type = call.process->types.find(handle);
  if (type == nullptr || type->size == 0) return false;
  return std::ranges::any_of(type->layout, [](const ByteRun &run) {
    return run.length > 0 && run.offset > -kFirstPage && run.offset < kFirstPage;
  });
}

/// The elements of a reduce_scatter's counts describe the buffer that is read; the one that is written gets this
/// member's share.
bool getsOwnShare(const Call &call, std::size_t buffer) {
  return call.routine->storage[buffer].role == Role::WriteBuffer && call.routine->cls == mpi::Class::CollectiveAll &&
         call.routine->indexOf(Role::Op) >= 0;
}

/// Surely some elements: a count above 0, or a buffer of one element.
bool hasElements(const Call &call, std::size_t buffer) {
  const mpi::BufferPlan plan = call.routine->bufferAt(static_cast<int>(buffer));
  const int index = plan.partitions >= 0 ? plan.partitions : plan.count;
  if (index < 0) return call.routine->cls == mpi::Class::RmaFetch;
  const auto counts = valuesOf(call, static_cast<std::size_t>(index));
  const bool isEach = call.routine->storage[static_cast<std::size_t>(index)].role == Role::CountsPerRank;
  if (isEach && getsOwnShare(call, buffer)) {
    const auto own = call.comm ? call.comm->positionOf(call.rank()) : std::nullopt;
    return own && !call.comm->isInter() && *own < counts.size() && counts[*own] > 0;
  }
  if (call.routine->storage[static_cast<std::size_t>(index)].role == Role::Partitions)
    return counts.front() > 0 && call.argument(Role::PartitionCount).value_or(0) > 0;
  return std::ranges::any_of(counts, [](std::int64_t count) { return count > 0; });
}

class ArgBuffer final : public ProcessRule {
 public:
  void onArguments(const Call &call, ProcessContext &context) override {
    judgeInPlaceOnIntercommunicator(call, context);
    forEachSignificant(call, isBuffer, [&](std::size_t argument, Role role) {
      if (role == Role::WindowBase) return judgeWindow(call, argument, context);
      if (call.arguments[argument] == mpi::kInPlace)
        return context.report(
            makeFinding(kRule, call, argument, semantics::misplacedInPlace(call.routine->storage[argument])));
      if (call.arguments[argument] == kNoAddress) judgeNull(call, argument, context);
    });
  }

 private:
  static void judgeInPlaceOnIntercommunicator(const Call &call, ProcessContext &context) {
    if (!call.comm || !call.comm->isInter()) return;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const mpi::Argument &argument = call.routine->storage[i];
      if (!mpi::isDataBuffer(argument.role) || argument.when != When::NotInPlace) continue;
      if (call.arguments[i] != mpi::kInPlace) continue;
      context.report(makeFinding(kRule, call, i, "is MPI_IN_PLACE, which is for intracommunicators only",
                                 "pass the address of the data"));
    }
  }

  /// Members without neighbors pass no memory.
  static void judgeNull(const Call &call, std::size_t argument, ProcessContext &context) {
    const bool isUnused =
        call.argument(Role::Message) == mpi::kMessageNoProc || call.routine->cls == mpi::Class::CollectiveNeighbor;
    if (isUnused || !hasElements(call, argument)) return;
    const int index = call.routine->bufferAt(static_cast<int>(argument)).datatype;
    if (index < 0 || call.routine->storage[static_cast<std::size_t>(index)].role == Role::DatatypesPerRank) return;
    if (!liesNowhere(call, call.arguments[static_cast<std::size_t>(index)])) return;
    context.report(makeFinding(kRule, call, argument, semantics::nullBuffer()));
  }

  static void judgeWindow(const Call &call, std::size_t argument, ProcessContext &context) {
    if (call.arguments[argument] != kNoAddress || call.argument(Role::WindowSize).value_or(0) <= 0) return;
    context.report(makeFinding(kRule, call, argument, semantics::nullWindow()));
  }
};

const Registration<ArgBuffer> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
