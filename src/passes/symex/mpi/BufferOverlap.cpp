// buffer-overlap: memory that one call reads and writes through different arguments.
#include <fmt/format.h>

#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

constexpr auto kRule = report::rule("buffer-overlap");

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
      const auto nameOf = [&](const Buffer &buffer) { return view.routine().args()[buffer.argument].name; };
      Note note = makeNote(
          view.state(), kRule,
          fmt::format("{} reads {} and writes {}, and the two overlap", view.name(), nameOf(read), nameOf(written)),
          view.at(), "");
      note.finding.help = mpi::hasInPlace(view.routine())
                              ? "pass MPI_IN_PLACE where the result replaces the data, or a buffer of its own"
                              : "use separate send and receive buffers";
      return addNote(view.state(), std::move(note));
    }
}

}  // namespace lockstep::passes::symex
