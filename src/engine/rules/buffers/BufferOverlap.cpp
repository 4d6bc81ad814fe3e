// buffer-overlap: memory that one call reads and writes through different arguments, or writes more than once.
//
// The library may write a result before it has read all input, so buffers must not overlap unless MPI_IN_PLACE is
// passed. Nor may a byte be written twice: the entries of a receive datatype must not overlap, even if the message is
// short, and neither may the parts received from different ranks. Overlapping parts sent by the root of a scatter are
// forbidden as well, but harmless. Adjacent or interleaved parts, as rows and columns of one matrix, are fine.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/Rule.h"
#include "engine/calls/Footprint.h"
#include "engine/calls/RmaOperation.h"
#include "engine/memory/PartIndex.h"
#include "mpi/Rma.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("buffer-overlap");

bool isBuffer(const mpi::RoutineInfo &routine, const MemoryPart &part) {
  const mpi::Role role = routine.storage[static_cast<std::size_t>(part.argument)].role;
  return role == mpi::Role::ReadBuffer || role == mpi::Role::WriteBuffer || role == mpi::Role::UpdateBuffer;
}

/// Arguments of a part that is read and a part that is written, if the two overlap.
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

/// Whether the memory of one of them ends before that of the other begins, and the call goes beyond it: that is the
/// error (BufferOverflow.cpp), and what lies there is irrelevant.
bool comesOfOverflow(const Call &call, const std::vector<MemoryPart> &parts, int argument, int other) {
  const auto known = std::ranges::find(call.memory, static_cast<std::size_t>(argument), &KnownMemory::argument);
  if (known == call.memory.end()) return false;
  const auto address = static_cast<std::uint64_t>(call.arguments[known->argument]);
  const std::uint64_t first = address - known->before;
  const std::uint64_t end = address + known->bytes;
  const auto otherAddress = static_cast<std::uint64_t>(call.arguments[static_cast<std::size_t>(other)]);
  const bool isElsewhere = otherAddress < first || otherAddress >= end;
  return isElsewhere && std::ranges::any_of(parts, [&](const MemoryPart &part) {
           return part.argument == argument && (part.first < first || part.end > end);
         });
}

constexpr std::uint64_t kMostSteps = 1U << 18;  // beyond that, nothing is reported

/// The columns of a matrix: runs of one stride that begin at different places of a row and stay within it.
bool areColumns(const std::vector<ByteRun> &runs) {
  const auto stride = static_cast<std::uint64_t>(runs.front().stride);
  if (stride == 0) return false;
  std::vector<Span> places;
  for (const ByteRun &run : runs) {
    const std::uint64_t first = static_cast<std::uint64_t>(run.offset - runs.front().offset) % stride;
    if (run.stride != runs.front().stride || first + run.length > stride) return false;
    places.push_back(Span::at(first, run.length));
  }
  std::ranges::sort(places, {}, &Span::first);
  return std::ranges::adjacent_find(places, [](const Span &a, const Span &b) { return a.meets(b); }) == places.end();
}

/// Whether the elements overlap each other or themselves.
bool overlapThemselves(Elements elements) {
  std::vector<ByteRun> runs;
  bool isFound = false;
  forEachByteRun(elements, [&](const ByteRun &run) {
    if (run.length == 0 || run.count == 0) return true;
    const std::uint64_t step =
        static_cast<std::uint64_t>(run.stride < 0 ? moved(0, UINT64_MAX, run.stride) : run.stride);
    isFound = run.count > 1 && step < run.length;
    runs.push_back(normalized(run));
    return !isFound && runs.size() < kMostSteps;
  });
  if (isFound || runs.size() < 2 || runs.size() >= kMostSteps) return isFound;
  std::ranges::sort(runs, {}, &ByteRun::offset);
  if (areColumns(runs)) return false;
  std::uint64_t steps = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto end = static_cast<std::int64_t>(endOf(runs[i]));
    for (std::size_t j = i + 1; j < runs.size() && runs[j].offset < end; ++j) {
      steps += runs[i].stride == runs[j].stride ? 1 : std::min(runs[i].count, runs[j].count);
      if (steps > kMostSteps) return false;
      if (overlap(runs[i], runs[j])) return true;
    }
  }
  return false;
}

/// Whether consecutive elements do not overlap, so that elements overlap only if one overlaps itself.
bool liesApart(const Datatype &type) {
  std::int64_t first = INT64_MAX;
  std::int64_t end = INT64_MIN;
  for (const ByteRun &layout : type.layout) {
    if (layout.length == 0 || layout.count == 0) continue;
    const ByteRun run = normalized(layout);
    first = std::min(first, run.offset);
    end = std::max(end, static_cast<std::int64_t>(endOf(run)));
  }
  return first > end || (first >= 0 && end - first <= type.extent);
}

/// Consecutive blocks without gaps.
bool areBlocks(const Elements &elements) {
  const Datatype &type = *elements.type;
  if (type.layout.size() != 1 || type.layout.front().count != 1) return false;
  const bool isLongEnough = type.extent >= 0 && static_cast<std::uint64_t>(type.extent) >= type.layout.front().length;
  return elements.count == 1 || isLongEnough;
}

/// Cached results for the derived datatypes in use.
class Overlaps {
 public:
  bool ofElements(Elements elements, const Call &call) {
    if (elements.type == nullptr || elements.count == 0 || areBlocks(elements)) return false;
    const Datatype &type = *elements.type;
    Known *known = find(type, call);
    if (known != nullptr ? known->liesApart : liesApart(type)) elements.count = 1;
    if (known == nullptr) return overlapThemselves(elements);
    if (known->byCount.size() >= kMostCounts && !known->byCount.contains(elements.count)) known->byCount.clear();
    const auto [found, isNew] = known->byCount.try_emplace(elements.count);
    if (isNew) found->second = overlapThemselves(elements);
    return found->second;
  }

 private:
  struct Known {
    std::weak_ptr<const Datatype> type;  // keeps the address from being reused
    bool liesApart = false;
    std::map<std::uint64_t, bool> byCount;
  };
  static constexpr std::size_t kMostTypes = 1024;
  static constexpr std::size_t kMostCounts = 64;

  /// Null for a predefined type.
  Known *find(const Datatype &type, const Call &call) {
    if (const auto known = known_.find(&type); known != known_.end()) return &known->second;
    const auto named = std::ranges::find(call.datatypes, &type,
                                         [](const NamedType &one) -> const Datatype * { return one.type.get(); });
    if (named == call.datatypes.end()) return nullptr;
    if (known_.size() >= kMostTypes) known_.clear();
    return &known_.try_emplace(&type, Known{named->type, liesApart(type), {}}).first->second;
  }

  std::unordered_map<const Datatype *, Known> known_;
};

/// A buffer with a byte that is written more than once, or read more than once by the root of a scatter.
struct Twice {
  int argument = -1;
  bool isWritten = false;
  std::optional<Elements> elements{};  // elements that overlap themselves; none: parts for different ranks overlap
};

std::optional<Twice> twiceIn(const std::vector<MemoryPart> &parts, const Call &call, Overlaps &overlaps) {
  const mpi::RoutineInfo &routine = *call.routine;
  const bool isRooted = routine.indexOf(mpi::Role::Root) >= 0;
  PartIndex<int> before;
  for (const MemoryPart &part : parts) {
    const mpi::Role role = routine.storage[static_cast<std::size_t>(part.argument)].role;
    if (!mpi::isDataBuffer(role) || (!part.isWritten && !isRooted)) continue;
    if (part.isWritten && overlaps.ofElements(part.elements, call)) return Twice{part.argument, true, part.elements};
    bool isFound = false;
    before.forEachOverlap(part, [&](const PartIndex<int>::Entry &entry) {
      isFound |= entry.value == part.argument && entry.part.isWritten == part.isWritten;
    });
    if (isFound) return Twice{part.argument, part.isWritten};
    before.add(part, part.argument);
  }
  return std::nullopt;
}

/// Of a one-sided operation: its local buffer, or the target's memory.
std::optional<Twice> twiceInRma(const Call &call, Overlaps &overlaps) {
  std::optional<Twice> found;
  if (call.datatypes.empty()) return found;  // the entries of predefined types do not overlap
  forEachLocalBuffer(call, [&](int argument, bool writes, const MemoryPart &part) {
    if (!found && writes && overlaps.ofElements(part.elements, call)) found = Twice{argument, true, part.elements};
  });
  if (found) return found;
  const auto operation = rmaOperation(call);
  const int type = call.routine->indexOf(mpi::Role::TargetDatatype);
  const bool hasTarget = call.argument(mpi::Role::Target).value_or(mpi::kProcNull) >= 0;
  if (!operation || type < 0 || !hasTarget || !operation->writesTarget ||
      !overlaps.ofElements(operation->elements, call))
    return found;
  return Twice{type, true, operation->elements};
}

class BufferOverlap final : public ProcessRule {
 public:
  void onArguments(const Call &call, ProcessContext &context) override {
    if (call.rank() < 0) return;
    if (isRma(call.routine->cls)) {
      if (const auto twice = twiceInRma(call, overlaps_)) report(call, *twice, context);
      return;
    }
    if (!hasFootprint(*call.routine)) return;
    const std::vector<MemoryPart> &parts = footprintOf(call);
    const auto overlap = overlapIn(parts, *call.routine);
    const auto [read, written] = overlap.value_or(std::pair(-1, -1));
    if (overlap && !comesOfOverflow(call, parts, read, written) && !comesOfOverflow(call, parts, written, read))
      return report(call, *overlap, context);
    if (overlap) return;
    if (const auto twice = twiceIn(parts, call, overlaps_)) report(call, *twice, context);
  }

 private:
  void report(const Call &call, const std::pair<int, int> &overlap, ProcessContext &context) {
    report(call,
           semantics::overlapping(*call.routine, static_cast<std::size_t>(overlap.first),
                                  static_cast<std::size_t>(overlap.second)),
           context);
  }

  void report(const Call &call, const Twice &twice, ProcessContext &context) {
    const auto argument = static_cast<std::size_t>(twice.argument);
    report(call,
           twice.elements ? semantics::entriesOverlap(*call.routine, argument, describe(*twice.elements))
                          : semantics::piecesOverlap(*call.routine, argument, twice.isWritten),
           context);
  }

  void report(const Call &call, semantics::Verdict verdict, ProcessContext &context) {
    if (reported_.emplace(call.rank(), call.site).second) context.report(makeFinding(std::move(verdict), call));
  }

  Overlaps overlaps_;
  std::set<std::tuple<int, std::uint32_t>> reported_;
};

const Registration<BufferOverlap> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
