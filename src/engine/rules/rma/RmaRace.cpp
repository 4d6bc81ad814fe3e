// rma-race-local and rma-race-remote: conflicting accesses of which nothing orders one before the other, to the local
// buffer of a one-sided operation or to window memory.
//
// What accesses memory: the program's own loads and stores, the buffers of other MPI calls where they lie in windows
// (CallBuffers.h), the local buffers of one-sided operations and their targets' memory (RmaOperations.h). Each is given
// to Races.h with the time when it begins; when it is complete is known later (RmaState.h).
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "engine/Rule.h"
#include "engine/calls/Footprint.h"
#include "engine/calls/Synchronization.h"
#include "engine/races/OwnAccesses.h"
#include "engine/races/Polls.h"
#include "engine/races/Races.h"
#include "engine/races/ReleaseLog.h"
#include "engine/races/RmaState.h"
#include "engine/rules/rma/CallBuffers.h"
#include "engine/rules/rma/ExcludedRaces.h"
#include "engine/rules/rma/RaceReport.h"
#include "engine/rules/rma/RmaOperations.h"
#include "engine/values/ValueEdges.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::EpochKind;
using mpi::Timing;

bool holdsExclusiveLock(const AccessGroup &accessGroup) {
  return std::ranges::any_of(accessGroup.locks, [](const HeldLock &lock) { return lock.isExclusive; });
}

/// The call lets others access the memory of its process, whatever a fence asserts.
bool exposes(const mpi::Synchronization &sync) {
  return sync.kind == EpochKind::Fence || (sync.kind == EpochKind::Exposure && sync.opens);
}

/// A release of memory is a store to all of it.
AccessGroupRef releaseGroup(const ProcessInfo &process, const Release &release, const Stamp &now) {
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = &process;
  accessGroup->thread = release.thread;
  accessGroup->strand = now.strand;
  accessGroup->site = release.site;
  accessGroup->accessClass = AccessClass::Store;
  accessGroup->part = BufferRole::Code;
  accessGroup->writes = true;
  accessGroup->release = release;
  accessGroup->start = now;
  accessGroup->done = now;
  return accessGroup;
}

/// How the accesses are judged, once MPI is initialized.
struct Judges {
  Judges(const Context &context, const SyncLog &syncs, Races::Sink found, Polls::Describe describe, Polls::Sink report)
      : races(context.order(), context.windows(), syncs, context.options().memoryModel, context.options().share,
              std::move(found)),
        polls(context.order(), std::move(describe), std::move(report)),
        state(context.order(), context.windows()) {}

  Races races;
  Polls polls;
  RmaState state;
  RmaOperations operations{races, state};
  CallBuffers buffers{races, state};
  ExcludedRaces excluded{[this](const Race &race) { polls.take(race); }};
};

class RmaRace final : public WorldRule {
 public:
  bool isShared() const override { return true; }
  HistorySize historySize() const override { return judges_ ? judges_->races.size() : HistorySize{}; }

  void onInitialized(const Process &, Context &context) override;
  void onEnter(const Call &call, Context &context) override;
  void onLeave(const Call &call, const Result &result, Context &context) override;
  void onStarted(const Operation &operation, const Call &start, Context &context) override;
  void onCompleted(const Operation &operation, const Call &completion, Context &context) override;
  void onRequest(const RequestNote &note, Context &context) override;
  void onAccess(const Process &process, unsigned thread, const trace::Access &access, Context &context) override;
  void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                  Context &context) override;
  void onReleased(const Process &process, Span memory, const Release &release, Context &context) override;

  void onFreed(const Process &process, Span memory, Context &) override {
    if (judges_) judges_->races.forget(process.rank, memory);
  }
  void onFinish(bool, Context &) override {
    if (judges_) judges_->polls.finish();
  }
  void onProcessEnd(const Process &process, Context &) override;

 private:
  bool isKept(const ProcessInfo &process, int owner, const ByteRun &run, const Context &context) const;
  void find(const Race &race);
  bool hasSeen(const Race &race) const;
  bool haveAtomics(const Race &race) const;
  void report(const Race &race, const report::Finding *finding);

  Context *context_ = nullptr;
  SyncLog syncs_;
  ReleaseLog passingOn_;
  std::optional<Judges> judges_;
  OwnAccesses own_;
  std::unordered_map<const ProcessInfo *, std::set<unsigned>> threads_;  // that access memory by themselves
  std::set<const ProcessInfo *> atomics_;                                // that access memory atomically
  using Side = std::tuple<int, std::uint32_t, bool>;                     // rank, site, writes
  std::set<std::tuple<int, Side, Side, Relation>> reported_;             // by owner
};

void RmaRace::onInitialized(const Process &, Context &context) {
  if (judges_) return;
  context_ = &context;
  judges_.emplace(
      context, syncs_, [this](const Race &race) { find(race); },
      [this](const Race &race) { return describe(race, *context_, passingOn_); },
      [this](const Race &race, const report::Finding *finding) { report(race, finding); });
}

// Calls.

void RmaRace::onEnter(const Call &call, Context &context) {
  if (!judges_ || call.rank() < 0 || !context.windows().hasAny(call.rank())) return;
  if (isRma(call.routine->cls)) {
    if (context.values().givesLock(call)) {
      judges_->state.keepOnly(*call.process, context.values().heldBy(*call.process));
      judges_->excluded.releaseUserLock(*call.process);
    }
    return judges_->operations.begin(call, context);
  }
  judges_->state.enter(call, context.now());
  syncs_.take(call, context.now());
  passingOn_.take(call, context.now());
  if (exposes(synchronization(call))) judges_->operations.retry(call.rank(), context);
  if (hasFootprint(*call.routine) && call.routine->timing != Timing::Persistent)
    judges_->buffers.begin(call, call, context);
}

void RmaRace::onLeave(const Call &call, const Result &result, Context &context) {
  if (!judges_ || call.rank() < 0) return;
  if (hasFootprint(*call.routine)) judges_->buffers.leave(call, result, context);
  if (result.code != 0) return;
  if (call.routine->effect == Effect::WinCreate) judges_->operations.retry(call.rank(), context);
  judges_->state.leave(call, result, context.now());
  if (const mpi::Synchronization sync = synchronization(call); sync.kind == EpochKind::Lock && sync.closes) {
    judges_->buffers.unprotect(call);
    judges_->excluded.releaseLock(*call.process);
  }
  syncs_.take(call, context.now());
  judges_->polls.advance(context.now());
}

void RmaRace::onStarted(const Operation &operation, const Call &start, Context &context) {
  if (!judges_ || start.rank() < 0 || !context.windows().hasAny(start.rank())) return;
  if (hasFootprint(*operation.made->routine)) judges_->buffers.begin(*operation.made, start, context);
}

void RmaRace::onCompleted(const Operation &operation, const Call &completion, Context &context) {
  if (!judges_) return;
  judges_->state.completed(*operation.made, context.now());
  judges_->buffers.complete(operation, completion, context.now());
}

void RmaRace::onRequest(const RequestNote &note, Context &context) {
  if (judges_ && note.what == RequestNote::What::FreedActive)
    judges_->buffers.giveUp(*note.operation, *note.call, context.now());
}

void RmaRace::onProcessEnd(const Process &process, Context &) {
  if (!judges_) return;
  judges_->state.forget(process);
  judges_->buffers.forget(process);
  judges_->excluded.forget(process);
}

// Loads and stores.

/// Memory that only one thread of its own process can access cannot race: the access need not be kept.
bool RmaRace::isKept(const ProcessInfo &process, int owner, const ByteRun &run, const Context &context) const {
  const auto threads = threads_.find(&process);
  if (process.hasManyThreads || (threads != threads_.end() && threads->second.size() > 1)) return true;
  return context.windows().isExposed(owner, {static_cast<std::uint64_t>(run.offset), endOf(run)});
}

void RmaRace::onAccess(const Process &process, unsigned thread, const trace::Access &access, Context &context) {
  if (!judges_ || access.bytes == 0 || access.count == 0) return;
  threads_[&process].insert(thread);
  if (isAtomic(access.access)) atomics_.insert(&process);
  const Stamp &now = context.now();
  const ByteRun run =
      normalized({static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count});
  context.windows().translate(process.rank, run, [&](int owner, const ByteRun &piece) {
    if (!judges_->races.judges(owner)) return;
    const Span bytes{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
    const HeldLocks &locks = judges_->state.locks().at(process, owner, bytes.first);
    const std::span<const CriticalSectionPtr> sections = context.values().heldBy(process);
    const AccessGroupRef accessGroup = sections.empty()
                                           ? own_.groupOf(process, thread, access, locks, now)
                                           : own_.groupOf(process, thread, access, withSections(locks, sections), now);
    if (accessGroup->isPoll) judges_->polls.poll(*accessGroup, owner, bytes);
    judges_->races.access(owner, piece, accessGroup, {now}, isKept(process, owner, piece, context));
  });
}

/// As one where all of the memory lies in one window: locks, and what else is asked of it, are the same for every byte.
void RmaRace::onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses, Context &context) {
  if (!judges_) return;
  const ByteRun hull = hullOf(accesses);
  std::optional<std::pair<int, std::int64_t>> owner;  // and where it has the memory
  context.windows().translate(process.rank, hull, [&](int rank, const ByteRun &piece) {
    const Span span{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
    if (piece.length == hull.length && context.windows().isUniform(rank, span)) owner = {rank, piece.offset};
  });
  const bool isSpecial = accesses.isPoll != 0 || !context.values().heldBy(process).empty();
  if (!owner || isSpecial) return WorldRule::onAccesses(process, thread, accesses, context);
  threads_[&process].insert(thread);
  if (!judges_->races.judges(owner->first)) return;
  auto block = std::make_shared<PlaceBlock>(accesses);
  block->address += static_cast<std::uint64_t>(owner->second - hull.offset);
  const HeldLocks &locks = judges_->state.locks().at(process, owner->first, static_cast<std::uint64_t>(owner->second));
  const AccessGroupRef accessGroup = own_.groupOf(process, thread, commonOf(accesses), locks, context.now());
  judges_->races.access(owner->first, std::move(block), accessGroup, {context.now()}, true);
}

/// What a window exposes is WindowMemory's, and so is all that operations do there from now on. One operation is named:
/// that its memory is gone is one error for all.
void RmaRace::onReleased(const Process &process, Span memory, const Release &release, Context &context) {
  if (!judges_) return;
  const bool isExposed = context.windows().isExposed(process.rank, memory);
  Ref<const AccessGroup> pending;
  Span bytes{};
  judges_->races.release(process.rank, memory, [&](const AccessGroup &accessGroup, Span common) {
    if (isExposed || accessGroup.process != &process || (pending && accessGroup.start.tick <= pending->start.tick))
      return;
    pending = Ref<const AccessGroup>(&accessGroup);
    bytes = common;
  });
  if (!pending) return;
  const AccessGroupRef gone = releaseGroup(process, release, context.now());
  report({*pending, *gone, process.rank, bytes, Relation::Conflict, true}, nullptr);
}

// Races.

void RmaRace::find(const Race &race) {
  if (race.relation == Relation::Conflict && !race.isApart && hasSeen(race)) return;
  judges_->excluded.add(race);
  if (race.relation != Relation::MutuallyExcluded) judges_->polls.take(race);
}

/// An atomic operation, or a load or store, that comes after a look at what the other left in the word.
bool RmaRace::hasSeen(const Race &race) const {
  const bool areAtomic = race.newer.accessClass == AccessClass::Accumulate &&
                         race.older.accessClass == AccessClass::Accumulate &&
                         race.older.basicBytes == race.newer.basicBytes;
  const bool isWritten = race.older.part == BufferRole::Target && race.older.writes;
  if (!isWritten || (!areAtomic && race.newer.part != BufferRole::Code)) return false;
  const Span bytes = areAtomic ? Span::at(race.bytes.first, race.older.basicBytes) : race.bytes;
  return context_->values().hasSeen(race.owner, bytes, race.older.start, race.newer.strand);
}

/// Who synchronizes shared memory by atomics of the program's own needs no call for it.
bool RmaRace::haveAtomics(const Race &race) const {
  return race.older.part == BufferRole::Code && race.newer.part == BufferRole::Code &&
         atomics_.contains(race.older.process) && atomics_.contains(race.newer.process);
}

void RmaRace::report(const Race &race, const report::Finding *finding) {
  if (race.relation == Relation::Unsynchronized && haveAtomics(race)) return;
  const auto side = [](const AccessGroup &accessGroup) {
    return Side{accessGroup.process->rank, accessGroup.site, accessGroup.writes};
  };
  Side first = side(race.older);
  Side second = side(race.newer);
  if (second < first) std::swap(first, second);
  if (!reported_.emplace(race.owner, first, second, race.relation).second) return;
  if (race.relation == Relation::Excluded && !(holdsExclusiveLock(race.older) && holdsExclusiveLock(race.newer)))
    return;
  context_->report(finding != nullptr ? *finding : describe(race, *context_, passingOn_));
}

const Registration<RmaRace> kRegistration(report::rule("rma-race-remote"));

}  // namespace
}  // namespace lockstep::engine
