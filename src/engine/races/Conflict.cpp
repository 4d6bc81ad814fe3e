#include "engine/races/Conflict.h"

#include <algorithm>
#include <bit>

namespace lockstep::engine {
namespace {

constexpr auto kNoOp = static_cast<std::int64_t>(mpi::PredefinedOp::NoOp);

/// Both modify whole elements of one type at the same alignment.
bool isSameGrid(const AccessGroup &a, const ByteRun &runOfA, const AccessGroup &b, const ByteRun &runOfB) {
  return a.window == b.window && a.basic == b.basic && (runOfA.offset - runOfB.offset) % a.basicBytes == 0;
}

/// Whether the window's info keeps accumulates of one origin ordered.
bool staysInOrder(const AccessGroup &a, const AccessGroup &b) {
  const auto reads = [](const AccessGroup &accessGroup) {
    return accessGroup.call->routine->cls == mpi::Class::RmaFetch;
  };
  unsigned needed = 0;
  if (reads(a) && reads(b)) needed |= trace::kReadAfterRead;
  if (a.writes && reads(b)) needed |= trace::kReadAfterWrite;
  if (reads(a) && b.writes) needed |= trace::kWriteAfterRead;
  if (a.writes && b.writes) needed |= trace::kWriteAfterWrite;
  return (a.window->accumulateOrder & needed) == needed;
}

bool areAtomic(const AccessGroup &a, const AccessGroup &b) {
  return a.op == b.op || a.op == kNoOp || b.op == kNoOp || a.op == kSwap || b.op == kSwap;
}

/// A poll of one aligned element, which is read atomically.
bool isPollOfElement(const AccessGroup &poll, const ByteRun &run, const AccessGroup &other) {
  return poll.isPoll && other.part != BufferRole::Local && run.count == 1 && run.length <= 8 &&
         std::has_single_bit(run.length) && static_cast<std::uint64_t>(run.offset) % run.length == 0;
}

}  // namespace

bool areExcluded(const AccessGroup &a, const AccessGroup &b) {
  if (a.process == b.process) return false;
  return std::ranges::any_of(a.locks, [&](const HeldLock &ours) {
    return std::ranges::any_of(b.locks, [&](const HeldLock &theirs) {
      return ours.window != nullptr && ours.window == theirs.window && ours.excludes && theirs.excludes &&
             (ours.isExclusive || theirs.isExclusive);
    });
  });
}

bool areInTurn(const AccessGroup &older, const AccessGroup &newer) {
  if (older.process == newer.process) return false;
  return std::ranges::any_of(older.locks, [&](const HeldLock &first) {
    return first.section && !first.section->isBroken && std::ranges::any_of(newer.locks, [&](const HeldLock &second) {
             return second.section && second.section->lock == first.section->lock;
           });
  });
}

Relation relate(const AccessGroup &a, const ByteRun &runOfA, const AccessGroup &b, const ByteRun &runOfB,
                bool isOlder) {
  if (!mayConflict(a, b) || (a.isAtomic && b.isAtomic)) return Relation::Harmless;
  const bool areAccumulates = a.accessClass == AccessClass::Accumulate && b.accessClass == AccessClass::Accumulate;
  if (areAccumulates && isSameGrid(a, runOfA, b, runOfB)) {
    if (areAtomic(a, b)) return Relation::Harmless;
    if (a.process == b.process && isOlder && staysInOrder(a, b)) return Relation::Harmless;
  }
  if (areExcluded(a, b)) return Relation::Excluded;
  if (areInTurn(a, b)) return Relation::MutuallyExcluded;
  if (isPollOfElement(a, runOfA, b) || isPollOfElement(b, runOfB, a)) return Relation::Polled;
  return Relation::Conflict;
}

}  // namespace lockstep::engine
