#include "runtime/handles/Datatypes.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "mpi/Routine.h"
#include "runtime/calls/Real.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/TypeContents.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

constexpr std::int64_t kFirstDerived = std::int64_t{1} << 32;  // above all predefined numbers
constexpr std::size_t kBlocksPerRecord = 4096;

using semantics::LayoutPtr;

struct KnownType {
  LayoutPtr layout;  // with the bounds that the library gives it
  bool isCommitted = false;
  std::int64_t behind = 0;  // an earlier id of the same handle, which is alive as well
};

/// In storage that is never destroyed: a thread may still create types while the process exits.
struct Registry {
  std::mutex mutex;
  std::int64_t last = kFirstDerived - 1;
  std::unordered_map<std::int64_t, KnownType> types;
};

Registry &registry() {
  static Registry *const known = new Registry;
  return *known;
}

KnownType find(std::int64_t id) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().types.find(id);
  return found != registry().types.end() ? found->second : KnownType{};
}

std::int64_t add(const KnownType &type) {
  const std::lock_guard lock(registry().mutex);
  registry().types.emplace(++registry().last, type);
  return registry().last;
}

struct Bounds {
  MPI_Count lower = 0;
  MPI_Count extent = 0;
  MPI_Count size = 0;
};

Bounds boundsOf(MPI_Datatype type) {
  Bounds bounds;
  LOCKSTEP_REAL(Type_get_extent_x)(type, &bounds.lower, &bounds.extent);
  LOCKSTEP_REAL(Type_size_x)(type, &bounds.size);
  return bounds;
}

LayoutPtr withBounds(semantics::Layout layout, const Bounds &bounds) {
  if (!layout.isWhole() || layout.size() != static_cast<std::uint64_t>(bounds.size)) layout.forgetBlocks();
  layout.resize(bounds.lower, bounds.extent);
  return std::make_shared<const semantics::Layout>(std::move(layout));
}

/// The layouts needed to define one type: known ones, or computed once if only the library knows them.
class Layouts {
 public:
  LayoutPtr of(MPI_Datatype type) {
    const std::int64_t bits = rawBits(type);
    const auto found = layouts_.find(bits);
    if (found != layouts_.end()) return found->second;
    LayoutPtr layout = make(type, handleId(mpi::Element::Datatype, bits));
    layouts_.emplace(bits, layout);
    return layout;
  }

  TypeContents contents(MPI_Datatype type, const TypeCall &call) {
    return contentsOf(type, call, [this](MPI_Datatype part) { return of(part); });
  }

 private:
  LayoutPtr make(MPI_Datatype type, std::int64_t id) {
    if (isPredefined(id)) return withBounds(semantics::Layout(static_cast<mpi::PredefinedType>(id)), boundsOf(type));
    if (LayoutPtr known = find(id).layout) return known;
    return withBounds(contents(type, {}).layout, boundsOf(type));
  }

  std::unordered_map<std::int64_t, LayoutPtr> layouts_;
};

void writeType(ThreadState &thread, std::int64_t id, const Bounds &bounds, const KnownType &type) {
  std::span<const semantics::TypeBlock> left = type.layout->blocks();
  do {
    const auto part = left.first(std::min(kBlocksPerRecord, left.size()));
    left = left.subspan(part.size());
    auto *record = thread.reserve<trace::Type>(part.size() * sizeof(trace::TypeBlock));
    record->id = static_cast<std::uint64_t>(id);
    record->lowerBound = bounds.lower;
    record->extent = bounds.extent;
    record->size = static_cast<std::uint64_t>(bounds.size);
    record->blockCount = static_cast<std::uint32_t>(part.size());
    record->more = left.empty() ? 0 : 1;
    record->isCommitted = type.isCommitted ? 1 : 0;
    memset(record->reserved, 0, sizeof record->reserved);
    auto *written = reinterpret_cast<trace::TypeBlock *>(record + 1);
    for (const semantics::TypeBlock &block : part)
      *written++ = {
          block.displacement, block.stride, block.count, block.elements, static_cast<std::uint32_t>(block.basic), 0};
    thread.commit();
  } while (!left.empty());
}

}  // namespace

std::int64_t defineType(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Datatype type) {
  const bool isConstructor = mpi::info(routine).cls == mpi::Class::Datatype;
  TypeContents contents = Layouts().contents(type, isConstructor ? TypeCall{&callPlan(routine), raw} : TypeCall{});
  const std::int64_t original = contents.originalId;
  const bool isCommitted =
      !isConstructor || contents.isFortran90 || isPredefined(original) || find(original).isCommitted;
  const Bounds bounds = boundsOf(type);
  const KnownType known{withBounds(std::move(contents.layout), bounds), isCommitted, 0};
  const std::int64_t id = add(known);
  writeType(thread, id, bounds, known);
  return id;
}

void defineParts(ThreadState &thread, MPI_Datatype type, std::int64_t handles) {
  const std::size_t count = countParts(type);
  for (std::size_t i = 0; i < count; ++i, handles += static_cast<std::int64_t>(sizeof(MPI_Datatype))) {
    const auto part = handleBehind<MPI_Datatype>(handles);
    const std::int64_t earlier = handleId(mpi::Element::Datatype, rawBits(part));
    if (isPredefined(earlier)) continue;
    KnownType known = find(earlier);
    const Bounds bounds = boundsOf(part);
    known.behind = known.layout != nullptr ? earlier : 0;
    if (known.layout == nullptr) known = {withBounds(Layouts().contents(part, {}).layout, bounds), true, 0};
    const std::int64_t id = add(known);
    writeType(thread, id, bounds, known);
    setHandleId(mpi::Element::Datatype, rawBits(part), id);
  }
}

LayoutPtr layoutOfType(std::int64_t id) { return find(id).layout; }

std::int64_t idBehind(std::int64_t id) { return find(id).behind; }

void commitType(std::int64_t id) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().types.find(id);
  if (found != registry().types.end()) found->second.isCommitted = true;
}

void forgetType(std::int64_t id) {
  const std::lock_guard lock(registry().mutex);
  registry().types.erase(id);
}

}  // namespace lockstep::runtime
