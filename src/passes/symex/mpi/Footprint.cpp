// Which bytes a call means by a buffer, its counts and its datatypes (see semantics/Footprint.h), as far as they are
// known.
#include "passes/symex/mpi/Footprint.h"

#include <algorithm>

#include "semantics/Footprint.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::size_t kMostListed = 64;  // parts with a count each
constexpr std::size_t kMostRuns = 256;   // of a buffer

/// A call as semantics::Footprint asks about it.
class KnownFacts {
 public:
  using Type = semantics::LayoutPtr;
  using Number = std::optional<std::int64_t>;

  explicit KnownFacts(const CallView &view) : view_(view) {}

  const mpi::RoutineInfo &routine() const { return view_.routine(); }
  std::optional<bool> significance(int argument) const {
    return view_.significance(static_cast<std::size_t>(argument));
  }
  mpi::Standing standing() const { return view_.standing(); }
  Number number(int argument) const { return view_.number(static_cast<std::size_t>(argument)); }
  Number element(int argument, std::size_t index) const {
    if (index >= kMostListed) return std::nullopt;
    return view_.element(static_cast<std::size_t>(argument), static_cast<std::int64_t>(index));
  }
  Number lengthOf(int) const { return std::nullopt; }
  Type type(int argument) const {
    const auto passed = view_.value(static_cast<std::size_t>(argument));
    return passed ? layoutOf(view_, *passed) : nullptr;
  }
  Type type(int argument, std::size_t index) const {
    if (index >= kMostListed) return nullptr;
    return layoutOf(view_, static_cast<std::size_t>(argument), static_cast<std::int64_t>(index));
  }
  Number extentOf(const Type &type) const { return type->isExtentKnown() ? Number(type->extent()) : std::nullopt; }
  Number ownGroupSize() const { return view_.groupSize(); }
  Number peerCount() const { return view_.groupSize(); }
  Number neighborCount(bool isIncoming) const {
    const semantics::Neighbors *known = view_.neighbors();
    return known ? Number(known->of(isIncoming).size()) : std::nullopt;
  }
  bool hasNeighbor(bool isIncoming, std::size_t index) const {
    return view_.neighbors()->of(isIncoming)[index] != mpi::kProcNull;
  }

 private:
  const CallView &view_;
};

Footprint toFootprint(const semantics::Layout &layout, bool isWhole, bool isWritten) {
  Footprint print{layout.runs(kMostRuns), isWhole && layout.isWhole(), isWritten};
  for (semantics::StridedRun &run : print.runs) run = semantics::normalized(run);
  print.isWhole = print.isWhole && print.runs.size() < kMostRuns;
  return print;
}

}  // namespace

semantics::BufferUse useOf(const CallView &view, std::size_t buffer) {
  return semantics::useOf(KnownFacts(view), static_cast<int>(buffer));
}

std::vector<Footprint> footprintsOf(const CallView &view, std::size_t buffer) {
  semantics::Layout read;
  semantics::Layout written;
  const mpi::BufferPlan plan = view.routine().bufferAt(static_cast<int>(buffer));
  const bool isWhole = semantics::forEachPart(KnownFacts(view), plan, [&](const auto &part) {
    (part.isWritten ? written : read).addRow(*part.type, part.displacement, static_cast<std::int64_t>(part.count));
  });
  const bool isWritten = useOf(view, buffer) == semantics::BufferUse::Written;
  std::vector<Footprint> prints{toFootprint(isWritten ? written : read, isWhole, isWritten)};
  if (isWritten && !read.blocks().empty()) prints.push_back(toFootprint(read, isWhole, false));
  return prints;
}

std::vector<TypedPart> typedPartsOf(const CallView &view, std::size_t buffer) {
  std::vector<TypedPart> parts;
  const mpi::BufferPlan plan = view.routine().bufferAt(static_cast<int>(buffer));
  semantics::forEachPart(KnownFacts(view), plan, [&](const auto &part) {
    parts.push_back({part.type, part.displacement, static_cast<std::uint64_t>(part.count), part.isWritten});
  });
  return parts;
}

std::vector<Part> arraysOf(const CallView &view) {
  std::vector<Part> arrays;
  semantics::forEachArray(KnownFacts(view), [&](int argument, std::optional<std::int64_t> elements) {
    const auto index = static_cast<std::size_t>(argument);
    const auto address = view.value(index);
    const auto place = address ? view.interpreter().placeOf(view.state(), *address) : std::nullopt;
    if (!place || isSpecialBuffer(view.state(), *address)) return;
    const auto bytes = static_cast<std::uint64_t>(view.bytesOf(index) * elements.value_or(0));
    if (place->number == Value::kSomewhere || !elements)
      arrays.push_back({place->id, {}, false});
    else if (bytes > 0)
      arrays.push_back({place->id, semantics::StridedRun{.offset = place->number, .length = bytes}, false});
  });
  return arrays;
}

}  // namespace lockstep::passes::symex
