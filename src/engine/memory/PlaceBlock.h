// Irregular accesses: the places of a block whose bit is set, as recorded (trace::AccessBits).
//
// A block is a single entry of the history, with the run from its first to its last byte as bounds; thousands of random
// accesses would otherwise be as many entries. Comparisons are still exact to the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/objects/Types.h"
#include "engine/objects/Windows.h"
#include "trace/AccessRuns.h"

namespace lockstep::engine {

/// Addresses are those of the memory's owner (see Windows.h).
using PlaceBlock = trace::AccessBits;
using PlaceBlockPtr = std::shared_ptr<const PlaceBlock>;

/// From the first to the last byte whose bit is set.
ByteRun hullOf(const PlaceBlock &block);

/// Calls `visit(run)` for each row of adjacent places.
template <class Visit>
void forEachRow(const PlaceBlock &block, const Visit &visit) {
  trace::forEachAccess(block, [&](const trace::Access &row) {
    visit(normalized({static_cast<std::int64_t>(row.address), row.bytes, row.stride, row.count}));
  });
}

bool isSameFrame(const PlaceBlock &a, const PlaceBlock &b);
/// Whether every place of `inner` is in `outer`; both have the same frame.
bool covers(const PlaceBlock &outer, const PlaceBlock &inner);
/// Union of two blocks with the same frame.
PlaceBlockPtr united(const PlaceBlock &a, const PlaceBlock &b);

/// A normalized run, or the block whose hull it is.
struct Touched {
  const ByteRun &run;
  const PlaceBlock *block = nullptr;
};

/// The first common bytes; empty if there are none.
Span firstCommon(const Touched &a, const Touched &b);

}  // namespace lockstep::engine
