#include "engine/rules/rma/CallBuffers.h"

#include "engine/calls/Footprint.h"

namespace lockstep::engine {

using mpi::Timing;

/// Most buffers lie in no window, and no one-sided operation uses them.
bool CallBuffers::concerns(const Call &call, const MemoryPart &part, const Context &context) {
  bool found = false;
  forEachPiece(context.windows(), call.rank(), part, [&](int owner, const ByteRun &piece) {
    const Span bytes{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
    found = found || context.windows().isExposed(owner, bytes) || races_.hasHistory(owner, piece);
  });
  return found;
}

AccessGroupRef CallBuffers::access(const Call &call, const Call &since, const MemoryPart &part, Context &context,
                                   const Moment &done) {
  AccessGroupRef accessGroup = accessGroupOf(since, part, context.now());
  accessGroup->done = done;
  accessGroup->locks = state_.locks().around(call, part);
  forEachPiece(context.windows(), call.rank(), part, [&](int owner, const ByteRun &piece) {
    const Span bytes{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
    races_.access(owner, piece, accessGroup, {context.now()}, context.windows().isExposed(owner, bytes));
  });
  return accessGroup;
}

void CallBuffers::begin(const Call &call, const Call &since, Context &context) {
  const bool isBlocking = call.routine->timing != Timing::Nonblocking && &call == &since;
  if (call.routine->cls == mpi::Class::Partition) return;
  PendingOperations &pending = pending_[*call.process];
  PendingOperations::Pending *operation = nullptr;
  for (const MemoryPart &part : footprintOf(call)) {
    if ((isBlocking && part.isWritten) || !concerns(call, part, context)) continue;
    if (operation == nullptr) operation = &pending.begin(call.self(), since.self());
    pending.use(*operation, part, since.self(), context.now()).accessGroup = access(call, since, part, context);
  }
}

void CallBuffers::leave(const Call &call, const Result &result, Context &context) {
  const Timing timing = call.routine->timing;
  if (timing == Timing::Persistent) return;
  PendingOperations &pending = pending_[*call.process];
  if (timing == Timing::Nonblocking) return pending.leave(call, result, context.now());
  if (!pending.isEmpty()) pending.complete(call, context.now());
  if (result.code != 0 || !context.windows().hasAny(call.rank())) return;
  for (const MemoryPart &part : footprintOf(call))
    if (part.isWritten && concerns(call, part, context)) access(call, call, part, context, context.now());
}

void CallBuffers::unprotect(const Call &call) {
  pending_[*call.process].forEach([&](const MemoryPart &, PendingOperations::Use &use) {
    if (use.accessGroup) state_.locks().unprotect(call, *use.accessGroup);
  });
}

}  // namespace lockstep::engine
