// Accesses without a pattern: of the places of a block those whose bit is set, as they were recorded
// (trace::AccessBits).
//
// A block is one entry of the history, with the run from its first to its last byte in place of its bytes: thousands of
// random accesses would be as many entries otherwise. What it says is still exact to the byte, wherever it is asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/objects/Types.h"
#include "engine/objects/Windows.h"
#include "trace/AccessRuns.h"

namespace lockstep::engine {

/// Counted from the address that the memory's owner has for it (see Windows.h).
using PlaceBlock = trace::AccessBits;
using PlaceBlockPtr = std::shared_ptr<const PlaceBlock>;

/// From the first to the last byte of a block with a bit.
ByteRun hullOf(const PlaceBlock &block);

/// Calls `visit(run)` for each row of neighboring places.
template <class Visit>
void forEachRow(const PlaceBlock &block, const Visit &visit) {
  trace::forEachAccess(block, [&](const trace::Access &row) {
    visit(normalized({static_cast<std::int64_t>(row.address), row.bytes, row.stride, row.count}));
  });
}

bool isSameFrame(const PlaceBlock &a, const PlaceBlock &b);
/// Every place of `inner` is one of `outer`; both have the same frame.
bool covers(const PlaceBlock &outer, const PlaceBlock &inner);
/// Of two blocks with the same frame.
PlaceBlockPtr united(const PlaceBlock &a, const PlaceBlock &b);

/// A normalized run, or the block that it is the hull of.
struct Touched {
  const ByteRun &run;
  const PlaceBlock *block = nullptr;
};

/// The first bytes that both have in common; empty if there are none.
Span firstCommon(const Touched &a, const Touched &b);

}  // namespace lockstep::engine
