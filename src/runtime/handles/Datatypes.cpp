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

using MapPtr = std::shared_ptr<const TypeMap>;

struct KnownType {
  MapPtr map;
  bool isCommitted = false;
  std::int64_t behind = 0;  // an earlier id of the same handle, which is alive as well
};

/// In storage that is never torn down: a thread may still make types while the process exits.
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

/// The maps that the definition of one type needs: known ones, or worked out once where the library alone knows them.
class Maps {
 public:
  MapPtr of(MPI_Datatype type) {
    const std::int64_t bits = rawBits(type);
    const auto found = maps_.find(bits);
    if (found != maps_.end()) return found->second;
    MapPtr map = make(type, handleId(mpi::Element::Datatype, bits));
    maps_.emplace(bits, map);
    return map;
  }

  TypeContents contents(MPI_Datatype type, const TypeCall &call) {
    TypeContents contents = contentsOf(type, call, [this](MPI_Datatype part) { return of(part); });
    MPI_Count size = 0;
    LOCKSTEP_REAL(Type_size_x)(type, &size);
    if (contents.map.bytes() != static_cast<std::uint64_t>(size)) contents.map.giveUp();
    return contents;
  }

 private:
  MapPtr make(MPI_Datatype type, std::int64_t id) {
    if (isPredefined(id)) return std::make_shared<const TypeMap>(static_cast<std::uint64_t>(id));
    if (MapPtr known = find(id).map) return known;
    return std::make_shared<const TypeMap>(contents(type, {}).map);
  }

  std::unordered_map<std::int64_t, MapPtr> maps_;
};

struct Layout {
  MPI_Count lowerBound = 0;
  MPI_Count extent = 0;
  MPI_Count size = 0;
};

Layout layoutOf(MPI_Datatype type) {
  Layout layout;
  LOCKSTEP_REAL(Type_get_extent_x)(type, &layout.lowerBound, &layout.extent);
  LOCKSTEP_REAL(Type_size_x)(type, &layout.size);
  return layout;
}

void writeType(ThreadState &thread, std::int64_t id, const Layout &layout, const KnownType &type) {
  std::span<const trace::TypeBlock> left = type.map->blocks();
  do {
    const auto part = left.first(std::min(kBlocksPerRecord, left.size()));
    left = left.subspan(part.size());
    auto *record = thread.reserve<trace::Type>(part.size_bytes());
    record->id = static_cast<std::uint64_t>(id);
    record->lowerBound = layout.lowerBound;
    record->extent = layout.extent;
    record->size = static_cast<std::uint64_t>(layout.size);
    record->blockCount = static_cast<std::uint32_t>(part.size());
    record->more = left.empty() ? 0 : 1;
    record->isCommitted = type.isCommitted ? 1 : 0;
    memset(record->reserved, 0, sizeof record->reserved);
    std::copy(part.begin(), part.end(), reinterpret_cast<trace::TypeBlock *>(record + 1));
    thread.commit();
  } while (!left.empty());
}

}  // namespace

std::int64_t defineType(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Datatype type) {
  const bool isConstructor = mpi::info(routine).cls == mpi::Class::Datatype;
  const TypeContents contents = Maps().contents(type, isConstructor ? TypeCall{&callPlan(routine), raw} : TypeCall{});
  const std::int64_t original = contents.originalId;
  const bool isCommitted =
      !isConstructor || contents.isFortran90 || isPredefined(original) || find(original).isCommitted;
  const KnownType known{std::make_shared<const TypeMap>(contents.map), isCommitted, 0};
  const std::int64_t id = add(known);
  writeType(thread, id, layoutOf(type), known);
  return id;
}

void defineParts(ThreadState &thread, MPI_Datatype type, std::int64_t handles) {
  const std::size_t count = countParts(type);
  for (std::size_t i = 0; i < count; ++i, handles += static_cast<std::int64_t>(sizeof(MPI_Datatype))) {
    const auto part = handleBehind<MPI_Datatype>(handles);
    const std::int64_t earlier = handleId(mpi::Element::Datatype, rawBits(part));
    if (isPredefined(earlier)) continue;
    KnownType known = find(earlier);
    known.behind = known.map != nullptr ? earlier : 0;
    if (known.map == nullptr) known = {std::make_shared<const TypeMap>(Maps().contents(part, {}).map), true, 0};
    const std::int64_t id = add(known);
    writeType(thread, id, layoutOf(part), known);
    setHandleId(mpi::Element::Datatype, rawBits(part), id);
  }
}

MapPtr mapOfType(std::int64_t id) { return find(id).map; }

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
