// Array assignments that flang leaves to its runtime library, as it does without optimization: code from flang calls
// lockstepAssign before them, with the same two descriptors.
//
// A descriptor is flang's own, which follows CFI_cdesc_t of the Fortran standard (18.5.3). What an assignment allocates
// anew is memory that nobody knows yet, so only targets of the source's shape count.
#include <cstddef>
#include <cstdint>

#include "runtime/hooks/Libc.h"

namespace lockstep::runtime {
namespace {

struct Dimension {
  std::int64_t lower, extent, stride;  // in bytes
};

struct Descriptor {
  char *base;
  std::size_t elementBytes;
  std::int32_t version;
  std::uint8_t rank;
  std::int8_t type;
  std::uint8_t attribute;
  std::uint8_t extra;
  Dimension dimensions[15];
};
static_assert(offsetof(Descriptor, rank) == 20 && offsetof(Descriptor, dimensions) == 24);

/// Whether an assignment of `from` leaves the memory of `to` where it is.
bool hasShapeOf(const Descriptor &to, const Descriptor &from) {
  if (from.rank == 0) return true;
  if (to.rank != from.rank) return false;
  for (unsigned i = 0; i < to.rank; ++i)
    if (to.dimensions[i].extent != from.dimensions[i].extent) return false;
  return true;
}

/// The elements of `rank` dimensions from an address, in pieces without gaps.
void tellElements(const void *site, const Descriptor &array, char *from, unsigned rank, bool isStore) {
  std::size_t bytes = array.elementBytes;
  unsigned dense = 0;  // dimensions without gaps
  while (dense < rank && array.dimensions[dense].stride == static_cast<std::int64_t>(bytes))
    bytes *= static_cast<std::size_t>(array.dimensions[dense++].extent);
  if (dense == rank) return tellAccess(site, from, bytes, isStore);
  const Dimension &outer = array.dimensions[rank - 1];
  for (std::int64_t i = 0; i < outer.extent; ++i)
    tellElements(site, array, from + i * outer.stride, rank - 1, isStore);
}

void tellArray(const void *site, const Descriptor &array, bool isStore) {
  if (array.base == nullptr || array.rank > 15) return;
  for (unsigned i = 0; i < array.rank; ++i)
    if (array.dimensions[i].extent <= 0) return;
  tellElements(site, array, array.base, array.rank, isStore);
}

}  // namespace
}  // namespace lockstep::runtime

using namespace lockstep::runtime;

extern "C" void lockstepAssign(const Descriptor *to, const Descriptor *from) {
  if (!hasHooks()) return;
  tellArray(LOCKSTEP_CALLER, *from, false);
  if (hasShapeOf(*to, *from)) tellArray(LOCKSTEP_CALLER, *to, true);
}
