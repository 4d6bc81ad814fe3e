// buffer-overlap: memory that one call reads and writes through different arguments.
#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Role;

struct Buffer {
  std::size_t argument = 0;
  Value place;
  std::vector<semantics::StridedRun> runs;
  bool isWritten = false;
};

std::vector<Buffer> buffersOf(const CallView &view) {
  std::vector<Buffer> buffers;
  const mpi::RoutineInfo &routine = view.routine();
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.args()[i].role;
    const bool isWritten = role == Role::WriteBuffer || role == Role::UpdateBuffer;
    if ((!isWritten && role != Role::ReadBuffer) || !view.isSignificant(i)) continue;
    const auto address = view.value(i);
    if (!address || !address->isPointer() || address->number == Value::kSomewhere) continue;
    if (isSpecialBuffer(view.state(), *address)) continue;
    Buffer buffer{i, *address, footprintOf(view, i).runs, isWritten};
    for (semantics::StridedRun &run : buffer.runs) run.offset += address->number;
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

bool overlap(const Buffer &a, const Buffer &b) {
  if (a.place.id != b.place.id) return false;
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
