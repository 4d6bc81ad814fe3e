#include "runtime/handles/Windows.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "runtime/calls/Real.h"
#include "runtime/handles/Define.h"
#include "runtime/handles/HandleChange.h"
#include "runtime/handles/Handles.h"
#include "runtime/recorder/ErrorHandlers.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

using mpi::Role;

/// An attribute of a window; nullptr if the library does not set it.
const void *attribute(MPI_Win window, int key) {
  void *value = nullptr;
  int isSet = 0;
  const int code = LOCKSTEP_REAL(Win_get_attr)(window, key, static_cast<void *>(&value), &isSet);
  return code == MPI_SUCCESS && isSet != 0 ? value : nullptr;
}

std::uint64_t sizeOf(MPI_Win window) {
  const auto *size = static_cast<const MPI_Aint *>(attribute(window, MPI_WIN_SIZE));
  return size != nullptr && *size > 0 ? static_cast<std::uint64_t>(*size) : 0;
}

trace::WindowFlavor flavorOf(MPI_Win window) {
  const auto *flavor = static_cast<const int *>(attribute(window, MPI_WIN_CREATE_FLAVOR));
  if (flavor == nullptr || *flavor == MPI_WIN_FLAVOR_CREATE) return trace::WindowFlavor::Create;
  if (*flavor == MPI_WIN_FLAVOR_ALLOCATE) return trace::WindowFlavor::Allocate;
  return *flavor == MPI_WIN_FLAVOR_SHARED ? trace::WindowFlavor::Shared : trace::WindowFlavor::Dynamic;
}

/// Start of this process's memory, according to the creating call. The attribute says where the library put it, see
/// comparePlaces().
std::uintptr_t baseOf(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  if (const int given = row.indexOf(Role::WindowBase); given >= 0) return static_cast<std::uintptr_t>(raw[given]);
  const int made = row.indexOf(Role::BaseOut);
  return made >= 0 ? *reinterpret_cast<const std::uintptr_t *>(raw[made]) : 0;
}

std::uint32_t displacementUnit(const mpi::RoutineInfo &row, const std::int64_t *raw) {
  const int unit = row.indexOf(Role::DispUnit);
  return unit >= 0 ? static_cast<std::uint32_t>(raw[unit]) : 1;
}

struct Ordering {
  std::string_view name;
  std::uint8_t bit;
};
constexpr Ordering kOrderings[] = {{"rar", trace::kReadAfterRead},
                                   {"raw", trace::kReadAfterWrite},
                                   {"war", trace::kWriteAfterRead},
                                   {"waw", trace::kWriteAfterWrite}};
constexpr std::uint8_t kAllOrders =
    trace::kReadAfterRead | trace::kReadAfterWrite | trace::kWriteAfterRead | trace::kWriteAfterWrite;

int memberCount(MPI_Win window) {
  MPI_Group group = MPI_GROUP_NULL;
  int members = 0;
  if (LOCKSTEP_REAL(Win_get_group)(window, &group) != MPI_SUCCESS) return 0;
  LOCKSTEP_REAL(Group_size)(group, &members);
  LOCKSTEP_REAL(Group_free)(&group);
  return members;
}

/// Calls `visit` with every member of a shared window and the local address of its memory.
template <class Visit>
void forEachPart(MPI_Win window, const Visit &visit) {
  const int members = memberCount(window);
  for (int member = 0; member < members; ++member) {
    MPI_Aint size = 0;
    int unit = 0;
    void *base = nullptr;
    if (LOCKSTEP_REAL(Win_shared_query)(window, member, &size, &unit, static_cast<void *>(&base)) != MPI_SUCCESS)
      continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(base);
    visit(member, Span{begin, begin + static_cast<std::uintptr_t>(size > 0 ? size : 0)});
  }
}

void writeSharedParts(ThreadState &thread, std::uint64_t id, MPI_Win window) {
  forEachPart(window, [&](int member, const Span &span) {
    auto *record = thread.reserve<trace::SharedPart>();
    record->window = id;
    record->base = span.begin;
    record->size = span.end - span.begin;
    record->member = static_cast<std::uint32_t>(member);
    record->reserved = 0;
    thread.commit();
  });
}

/// MPICH 4.0.2 with UCX 1.13 moves the base of a window down to a multiple of 16. Of memory that it allocates, parts of
/// ranks behind each other begin anywhere; those of a shared window stay where they are.
void comparePlaces(ThreadState &thread, std::uintptr_t given, MPI_Win window) {
  const auto placed = reinterpret_cast<std::uintptr_t>(attribute(window, MPI_WIN_BASE));
  if (placed == given || placed == 0) return;
  char version[MPI_MAX_LIBRARY_VERSION_STRING + 1] = {};
  int length = 0;
  LOCKSTEP_REAL(Get_library_version)(version, &length);
  const std::size_t bytes = std::min(strlen(version), std::size_t{200}) + 1;
  auto *record = thread.reserve<trace::Misplaced>(bytes);
  record->given = given;
  record->placed = placed;
  auto *text = reinterpret_cast<char *>(record + 1);
  memcpy(text, version, bytes - 1);
  text[bytes - 1] = 0;
  thread.commit();
}

}  // namespace

std::uint8_t accumulateOrder(MPI_Info info) {
  char value[256] = {};
  int isSet = 0;
  if (info == MPI_INFO_NULL) return kAllOrders;
  LOCKSTEP_REAL(Info_get)(info, "accumulate_ordering", sizeof value - 1, value, &isSet);
  if (isSet == 0) return kAllOrders;
  std::uint8_t order = 0;
  for (const Ordering &ordering : kOrderings)
    if (std::string_view(value).find(ordering.name) != std::string_view::npos) order |= ordering.bit;
  return order;
}

std::int64_t defineWindow(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, MPI_Win window,
                          const HandleChange &change) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  const std::int64_t id = idMadeOn(change.parent, mpi::Element::Window, change.index);
  auto *record = thread.reserve<trace::Window>();
  record->id = static_cast<std::uint64_t>(id);
  record->comm = static_cast<std::uint64_t>(change.parent);
  record->flavor = flavorOf(window);
  const bool isDynamic = record->flavor == trace::WindowFlavor::Dynamic;
  record->base = baseOf(row, raw);
  record->size = isDynamic ? 0 : sizeOf(window);
  record->displacementUnit = displacementUnit(row, raw);
  record->accumulateOrder = change.accumulateOrder;
  memset(record->reserved, 0, sizeof record->reserved);
  const bool isShared = record->flavor == trace::WindowFlavor::Shared;
  const bool hasMemory = record->size > 0 && !isDynamic && !isShared;
  const std::uintptr_t base = record->base;
  thread.commit();
  if (hasMemory) comparePlaces(thread, base, window);
  watchErrors(window);
  if (isShared) writeSharedParts(thread, static_cast<std::uint64_t>(id), window);
  return id;
}

SpanList windowMemory(const mpi::RoutineInfo &row, const std::int64_t *raw, MPI_Win window) {
  SpanList spans;
  const std::uintptr_t base = baseOf(row, raw);
  switch (flavorOf(window)) {
    case trace::WindowFlavor::Create:
    case trace::WindowFlavor::Allocate:
      spans.add({base, base + sizeOf(window)});
      break;
    case trace::WindowFlavor::Shared:
      forEachPart(window, [&](int, const Span &span) { spans.add(span); });
      break;
    case trace::WindowFlavor::Dynamic:
      break;
  }
  return spans;
}

}  // namespace lockstep::runtime
