// buffer-overlap: memory that one call reads and writes through different arguments.
#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::passes::symex {

namespace {

struct Buffer {
  std::size_t argument = 0;
  Value place;
  std::vector<semantics::StridedRun> runs;
  bool isWritten = false;
};

std::vector<Buffer> buffersOf(const CallView &view) {
  std::vector<Buffer> buffers;
  for (const mpi::BufferPlan &plan : view.routine().buffers()) {
    const auto i = static_cast<std::size_t>(plan.buffer);
    if (!view.isSignificant(i)) continue;
    const auto address = view.value(i);
    if (!address || !address->isPointer() || address->number == Value::kSomewhere) continue;
    if (isSpecialBuffer(view.state(), *address)) continue;
    for (Footprint &print : footprintsOf(view, i)) {
      for (semantics::StridedRun &run : print.runs) run.offset += address->number;
      buffers.push_back({i, *address, std::move(print.runs), print.isWritten});
    }
  }
  return buffers;
}

bool overlap(const Buffer &a, const Buffer &b) {
  if (a.argument == b.argument || a.place.id != b.place.id) return false;
  return std::ranges::any_of(a.runs, [&](const auto &one) {
    return std::ranges::any_of(b.runs, [&](const auto &other) { return semantics::overlap(one, other); });
  });
}

}  // namespace

void judgeOverlap(const CallView &view) {
  const std::vector<Buffer> buffers = buffersOf(view);
  for (const Buffer &read : buffers)
    for (const Buffer &written : buffers) {
      if (read.isWritten || !written.isWritten || !overlap(read, written)) continue;
      return addNote(view.state(),
                     makeNote(view.state(), semantics::overlapping(view.routine(), read.argument, written.argument),
                              view.at(), ""));
    }
}

}  // namespace lockstep::passes::symex
