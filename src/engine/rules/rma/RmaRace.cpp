// rma-race-local and rma-race-remote: conflicting accesses of which nothing orders one before the other, to the local
// buffer of a one-sided operation or to window memory.
//
// What accesses memory: the program's own loads and stores, the buffers of other MPI calls where they lie in windows,
// the local buffers of one-sided operations and their targets' memory. Each is given to Races.h with the time when it
// begins; when it is complete is known later (RmaState.h).
//
// The effect of an operation under a fence or start begins after the target's fence or post. That may not have happened
// yet when the origin has gone on: the effect then waits for it, the origin never does.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/Rule.h"
#include "engine/calls/Footprint.h"
#include "engine/calls/Synchronization.h"
#include "engine/races/Polls.h"
#include "engine/races/Races.h"
#include "engine/races/ReleaseLog.h"
#include "engine/races/RmaState.h"
#include "engine/races/ValueEdges.h"
#include "engine/rules/rma/RaceReport.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::EpochKind;
using mpi::Timing;

/// An operation whose target has not begun its epoch, or has not told of its window.
struct Deferred {
  CallPtr call;
  BatchPtr batch;
  Stamp start;
  bool isPlaced = false;  // the target has told of its window
};

/// Where the target's memory is, if that is known.
const WindowPart *partOf(const Batch &batch) {
  const WindowPart *part = batch.window->part(batch.targetRank);
  return part != nullptr && part->isMapped ? part : nullptr;
}

/// The buffers of calls that are not one-sided, as long as these may use them.
class InFlight {
 public:
  void add(const Call &call, std::vector<AccessGroupRef> accessGroups) {
    uses_.emplace(&call, Use{std::move(accessGroups), trace::kNullHandle});
  }
  /// The call has returned and goes on behind the handle.
  void name(const Call &call, std::int64_t handle) {
    const auto [first, end] = uses_.equal_range(&call);
    for (auto use = first; use != end; ++use) use->second.handle = handle;
    if (first != end) handles_.emplace(handle, &call);
  }
  void finish(const Call &call, const Stamp &now) {
    const auto [first, end] = uses_.equal_range(&call);
    for (auto use = first; use != end; ++use) {
      for (const AccessGroupRef &accessGroup : use->second.accessGroups) accessGroup->done = now;
      const auto [named, last] = handles_.equal_range(use->second.handle);
      const auto own = std::find_if(named, last, [&](const auto &entry) { return entry.second == &call; });
      if (own != last) handles_.erase(own);
    }
    uses_.erase(first, end);
  }
  template <class Visit>
  void forEach(Visit visit) {
    for (auto &[call, use] : uses_)
      for (const AccessGroupRef &accessGroup : use.accessGroups) visit(*accessGroup);
  }
  /// Operations of one handle cannot be told apart: all of them count as complete.
  void finish(std::int64_t handle, const Stamp &now) {
    for (auto next = handles_.find(handle); next != handles_.end(); next = handles_.find(handle))
      finish(*next->second, now);
  }

 private:
  struct Use {
    std::vector<AccessGroupRef> accessGroups;
    std::int64_t handle = trace::kNullHandle;
  };
  std::unordered_multimap<const Call *, Use> uses_;
  std::unordered_multimap<std::int64_t, const Call *> handles_;
};

constexpr std::size_t kMostKept = 4096;

AccessGroupRef activityOf(const Call &call, AccessClass accessClass, BufferRole part, bool writes, const Stamp &now) {
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = call.process;
  accessGroup->thread = call.thread;
  accessGroup->strand = now.strand;
  accessGroup->site = call.site;
  accessGroup->call = call.self();
  accessGroup->accessClass = accessClass;
  accessGroup->part = part;
  accessGroup->writes = writes;
  accessGroup->start = now;
  return accessGroup;
}

/// With the locks of the program's own.
HeldLocks withSections(HeldLocks locks, std::span<const CriticalSectionPtr> sections) {
  for (const CriticalSectionPtr &section : sections) locks.push_back({.section = section});
  return locks;
}

bool isAtomic(const trace::Access &access) {
  return access.access != trace::AccessKind::Load && access.access != trace::AccessKind::Store;
}

/// What all accesses of the record have in common.
trace::Access rowOf(const trace::AccessBits &accesses) {
  trace::Access row{};
  row.header = accesses.header;
  row.access = accesses.access;
  row.isPoll = accesses.isPoll;
  return row;
}

bool areExclusive(const AccessGroup &accessGroup) {
  return std::ranges::any_of(accessGroup.locks, [](const HeldLock &lock) { return lock.isExclusive; });
}

/// The call lets others access the memory of its process, whatever a fence asserts.
bool exposes(const mpi::Synchronization &sync) {
  return sync.kind == EpochKind::Fence || (sync.kind == EpochKind::Exposure && sync.opens);
}

class RmaRace final : public WorldRule {
 public:
  bool isShared() const override { return true; }
  HistorySize historySize() const override { return races_ ? races_->size() : HistorySize{}; }

  void onInitialized(const Process &, Context &context) override {
    if (races_) return;
    context_ = &context;
    races_.emplace(context.order(), context.windows(), syncs_, context.options().memoryModel, context.options().share,
                   [this](const Race &race) { find(race); });
    polls_.emplace(
        context.order(), [this](const Race &race) { return describe(race, *context_, passingOn_); },
        [this](const Race &race, const report::Finding *finding) { report(race, finding); });
    state_.emplace(context.order(), context.windows());
  }

  void onEnter(const Call &call, Context &context) override {
    if (!races_ || call.rank() < 0 || !context.windows().hasAny(call.rank())) return;
    if (isRma(call.routine->cls)) return begin(call, context);
    state_->enter(call, context.now());
    syncs_.take(call, context.now());
    passingOn_.take(call, context.now());
    if (exposes(synchronization(call))) retry(call.rank(), context);
    if (hasFootprint(*call.routine) && call.routine->timing != Timing::Persistent) use(call, call, context);
  }

  void onLeave(const Call &call, const Result &result, Context &context) override {
    if (!races_ || call.rank() < 0) return;
    if (hasFootprint(*call.routine)) finishUse(call, result, context);
    if (result.code != 0) return;
    if (call.routine->effect == Effect::WinCreate) retry(call.rank(), context);
    state_->leave(call, result, context.now());
    if (const mpi::Synchronization sync = synchronization(call); sync.kind == EpochKind::Lock && sync.closes)
      unprotect(call);
    syncs_.take(call, context.now());
    polls_->advance(context.now());
  }

  void onFinish(bool, Context &) override {
    if (polls_) polls_->finish();
  }

  void onStarted(const Operation &operation, const Call &start, Context &context) override {
    if (!races_ || start.rank() < 0 || !context.windows().hasAny(start.rank())) return;
    if (hasFootprint(*operation.made->routine)) use(*operation.made, start, context);
  }

  void onCompleted(const Operation &operation, const Call &completion, Context &context) override {
    if (!races_) return;
    state_->completed(*operation.made, context.now());
    end(*completion.process, operation, context.now());
  }

  void onRequest(const RequestNote &note, Context &context) override {
    if (races_ && note.what == RequestNote::What::FreedActive) end(*note.call->process, *note.operation, context.now());
  }

  void onAccess(const Process &process, unsigned thread, const trace::Access &access, Context &context) override;
  void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                  Context &context) override;

  void onFreed(const Process &process, Span memory, Context &) override {
    if (races_) races_->forget(process.rank, memory);
  }

  void onReleased(const Process &process, Span memory, const Release &release, Context &context) override;

  void onProcessEnd(const Process &process, Context &) override {
    if (state_) state_->forget(process);
    inFlight_.erase(&process);
    inTurn_.erase(&process);
    underLock_.erase(&process);
  }

 private:
  // One-sided operations.
  void begin(const Call &call, Context &context);
  void findBuffers(const Call &call, const Context &context);
  HeldLocks locksOn(const Call &call, const MemoryPart &part, const Context &context) const;
  void accessLocally(const Call &call, const RmaOperation &operation, Batch &batch, Context &context);
  bool accessTarget(const Call &call, const Batch &batch, const Stamp &start, Context &context);
  void retry(int target, Context &context);

  // Other calls.
  void use(const Call &call, const Call &since, Context &context);
  void finishUse(const Call &call, const Result &result, Context &context);
  void end(const ProcessInfo &process, const Operation &operation, const Stamp &now);
  bool concerns(const Call &call, const MemoryPart &part, const Context &context);
  void access(const Call &call, const MemoryPart &part, const AccessGroupRef &accessGroup, Context &context);

  AccessGroupRef ownAccess(const ProcessInfo &process, unsigned thread, const trace::Access &access,
                           const HeldLocks &locks, const Stamp &now);
  bool isKept(const ProcessInfo &process, int owner, const ByteRun &run, const Context &context) const;
  void find(const Race &race);
  bool hasSeen(const Race &race) const;
  void releaseLock(const ProcessInfo &process, std::span<const CriticalSectionPtr> held);
  void keepUnderLock(const Race &race);
  void unprotect(const Call &call);
  bool haveAtomics(const Race &race) const;
  void report(const Race &race, const report::Finding *finding);

  Context *context_ = nullptr;
  SyncLog syncs_;
  ReleaseLog passingOn_;
  std::optional<Races> races_;
  std::optional<Polls> polls_;
  /// By the process of the newer access, which is not complete yet: only locks of the program's own keep them apart.
  std::unordered_map<const ProcessInfo *, std::vector<KeptRace>> inTurn_;
  /// By the process of an access that is not complete yet: only a lock that it may give back before keeps them apart.
  std::unordered_map<const ProcessInfo *, std::vector<KeptRace>> underLock_;
  std::optional<RmaState> state_;
  std::vector<LocalBuffer> buffers_;                        // of the operation at hand
  std::unordered_map<int, std::deque<Deferred>> deferred_;  // by target
  std::unordered_map<const ProcessInfo *, InFlight> inFlight_;
  std::unordered_map<const ProcessInfo *, std::set<unsigned>> threads_;  // that access memory by themselves
  /// What strands have done since their last event.
  std::unordered_map<std::uint32_t, std::vector<AccessGroupRef>> segments_;
  std::set<const ProcessInfo *> atomics_;                     // that access memory atomically
  using Side = std::tuple<int, std::uint32_t, bool>;          // rank, site, writes
  std::set<std::tuple<int, Side, Side, Relation>> reported_;  // by owner
};

// One-sided operations.

void RmaRace::begin(const Call &call, Context &context) {
  const auto operation = rmaOperation(call, context.windows());
  if (!operation) return;
  AccessEpoch epoch = state_->epochOf(call, *operation);
  if (epoch.kind == EpochKind::None) return;  // an error by itself
  const std::span<const CriticalSectionPtr> sections = context.values().heldBy(*call.process);
  if (context.values().givesLock(call)) releaseLock(*call.process, sections);
  if (!sections.empty()) epoch.locks = withSections(std::move(epoch.locks), sections);
  const Stamp now = context.now();
  findBuffers(call, context);
  const BatchPtr batch = state_->batchOf(call, *operation, epoch, buffers_, now);
  if (!batch->target) {
    batch->target = activityOf(call, operation->accessClass, BufferRole::Target, operation->writesTarget, now);
    AccessGroup &target = *batch->target;
    target.window = operation->window;
    target.target = operation->target;
    target.epoch = epoch.kind;
    target.opened = epoch.opened;
    target.op = operation->op;
    target.basic = operation->basic;
    target.basicBytes = operation->basicBytes;
    target.locks = epoch.locks;
  }
  batch->target->start = now;
  accessLocally(call, *operation, *batch, context);
  // What waits for an epoch is tried again when its target begins one.
  const auto before = deferred_.find(operation->target);
  const bool isNewlyPlaced =
      before != deferred_.end() && !before->second.front().isPlaced && partOf(*before->second.front().batch) != nullptr;
  if (isNewlyPlaced) retry(operation->target, context);
  if (!accessTarget(call, *batch, now, context))
    deferred_[operation->target].push_back({call.self(), batch, now, partOf(*batch) != nullptr});
}

/// The locks of the process that protect the memory of the buffer, which may lie in a window.
HeldLocks RmaRace::locksOn(const Call &call, const MemoryPart &part, const Context &context) const {
  HeldLocks locks;
  if (!state_->holdsLocks(*call.process)) return locks;
  forEachRun(part, [&](const ByteRun &run) {
    context.windows().translate(call.rank(), run, [&](int owner, const ByteRun &piece) {
      const Span memory{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
      state_->addLocksOn(*call.process, owner, memory, locks);
    });
  });
  return locks;
}

/// The local buffers of the operation, and what protects them now.
void RmaRace::findBuffers(const Call &call, const Context &context) {
  buffers_.clear();
  forEachLocalBuffer(call, [&](int argument, bool writes, const MemoryPart &part) {
    buffers_.push_back(
        {argument, writes, part, withSections(locksOn(call, part, context), context.values().heldBy(*call.process))});
  });
}

void RmaRace::accessLocally(const Call &call, const RmaOperation &operation, Batch &batch, Context &context) {
  const Stamp &now = context.now();
  for (LocalBuffer &buffer : buffers_) {
    AccessGroupRef &accessGroup = batch.localAt(buffer.argument, buffer.isWritten);
    if (!accessGroup) {
      accessGroup = activityOf(call, buffer.isWritten ? AccessClass::Store : AccessClass::Load, BufferRole::Local,
                               buffer.isWritten, now);
      accessGroup->argument = buffer.argument;
      accessGroup->window = operation.window;
      accessGroup->target = operation.target;
      accessGroup->epoch = batch.epoch;
      accessGroup->opened = batch.target->opened;
      accessGroup->locks = std::move(buffer.locks);
    }
    accessGroup->start = now;
    forEachRun(buffer.part, [&](const ByteRun &run) {
      context.windows().translate(call.rank(), run, [&](int owner, const ByteRun &piece) {
        races_->access(owner, piece, accessGroup, {now}, true);
      });
    });
  }
}

/// False when it has to wait for the target.
bool RmaRace::accessTarget(const Call &call, const Batch &batch, const Stamp &start, Context &context) {
  const WindowPart *part = partOf(batch);
  if (part == nullptr) return false;
  const auto opening = state_->openingOf(batch);
  if (!opening) return false;
  const auto operation = rmaOperation(call, context.windows());
  if (overrunOf(*operation, *part)) return true;
  const auto memory = targetMemory(*operation, *part);
  if (!memory || part->isGone({memory->first, memory->end})) return true;
  forEachRun(*memory, [&](const ByteRun &run) {
    context.windows().translate(batch.targetRank, run, [&](int owner, const ByteRun &piece) {
      races_->access(owner, piece, batch.target, {start, *opening}, true);
    });
  });
  return true;
}

void RmaRace::retry(int target, Context &context) {
  const auto waiting = deferred_.find(target);
  if (waiting == deferred_.end()) return;
  std::deque<Deferred> still;
  for (Deferred &deferred : waiting->second) {
    if (accessTarget(*deferred.call, *deferred.batch, deferred.start, context)) continue;
    deferred.isPlaced = partOf(*deferred.batch) != nullptr;
    still.push_back(std::move(deferred));
  }
  waiting->second = std::move(still);
  if (waiting->second.empty()) deferred_.erase(waiting);
}

// Other calls.

/// Most buffers lie in no window, and no one-sided operation uses them.
bool RmaRace::concerns(const Call &call, const MemoryPart &part, const Context &context) {
  bool found = false;
  forEachRun(part, [&](const ByteRun &run) {
    context.windows().translate(call.rank(), run, [&](int owner, const ByteRun &piece) {
      const Span bytes{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
      found = found || context.windows().isExposed(owner, bytes) || races_->hasHistory(owner, piece);
    });
  });
  return found;
}

void RmaRace::access(const Call &call, const MemoryPart &part, const AccessGroupRef &accessGroup, Context &context) {
  forEachRun(part, [&](const ByteRun &run) {
    context.windows().translate(call.rank(), run, [&](int owner, const ByteRun &piece) {
      const bool isExposed =
          context.windows().isExposed(owner, {static_cast<std::uint64_t>(piece.offset), endOf(piece)});
      races_->access(owner, piece, accessGroup, {context.now()}, isExposed);
    });
  });
}

/// A blocking call has written its buffers when it returns: before, what it receives may not even have been sent.
void RmaRace::use(const Call &call, const Call &since, Context &context) {
  const bool isBlocking = call.routine->timing != Timing::Nonblocking && &call == &since;
  if (call.routine->cls == mpi::Class::Partition) return;
  std::vector<AccessGroupRef> accessGroups;
  for (const MemoryPart &part : footprintOf(call)) {
    if ((isBlocking && part.isWritten) || !concerns(call, part, context)) continue;
    const AccessGroupRef &accessGroup =
        accessGroups.emplace_back(activityOf(since, part.isWritten ? AccessClass::Store : AccessClass::Load,
                                             BufferRole::Call, part.isWritten, context.now()));
    accessGroup->argument = part.argument;
    accessGroup->locks = locksOn(call, part, context);
    access(call, part, accessGroup, context);
  }
  if (!accessGroups.empty()) inFlight_[call.process].add(call, std::move(accessGroups));
}

void RmaRace::finishUse(const Call &call, const Result &result, Context &context) {
  const bool isBlocking = call.routine->timing != Timing::Nonblocking && call.routine->timing != Timing::Persistent;
  const auto known = inFlight_.find(call.process);
  if (known != inFlight_.end()) {
    const std::int64_t handle = written(call, result, mpi::Role::NewRequest).value_or(trace::kNullHandle);
    if (!isBlocking && result.code == 0 && handle != trace::kNullHandle)
      known->second.name(call, handle);
    else
      known->second.finish(call, context.now());
  }
  if (!isBlocking || result.code != 0 || !context.windows().hasAny(call.rank())) return;
  for (const MemoryPart &part : footprintOf(call)) {
    if (!part.isWritten || !concerns(call, part, context)) continue;
    const AccessGroupRef accessGroup = activityOf(call, AccessClass::Store, BufferRole::Call, true, context.now());
    accessGroup->argument = part.argument;
    accessGroup->locks = locksOn(call, part, context);
    accessGroup->done = context.now();
    access(call, part, accessGroup, context);
  }
}

void RmaRace::end(const ProcessInfo &process, const Operation &operation, const Stamp &now) {
  const auto known = inFlight_.find(&process);
  if (known == inFlight_.end()) return;
  known->second.finish(*operation.made, now);
  known->second.finish(operation.handle, now);
}

// Loads and stores.

AccessGroupRef RmaRace::ownAccess(const ProcessInfo &process, unsigned thread, const trace::Access &access,
                                  const HeldLocks &locks, const Stamp &now) {
  using Kind = trace::AccessKind;
  const bool writes =
      access.access == Kind::Store || access.access == Kind::AtomicStore || access.access == Kind::AtomicUpdate;
  const bool atomic = isAtomic(access);
  std::vector<AccessGroupRef> &segment = segments_[static_cast<std::uint32_t>(now.strand)];
  if (!segment.empty() && segment.front()->start != Moment(now)) segment.clear();
  for (const AccessGroupRef &known : segment)
    if (access.isPoll == 0 && known->site == access.header.site && known->writes == writes &&
        known->isAtomic == atomic && !known->isPoll && known->locks == locks)
      return known;
  AccessGroupRef accessGroup = makeRef<AccessGroup>();
  accessGroup->process = &process;
  accessGroup->thread = thread;
  accessGroup->strand = now.strand;
  accessGroup->site = access.header.site;
  accessGroup->accessClass = writes ? AccessClass::Store : AccessClass::Load;
  accessGroup->part = BufferRole::Code;
  accessGroup->writes = writes;
  accessGroup->isAtomic = atomic;
  accessGroup->isPoll = access.isPoll != 0;
  accessGroup->locks = locks;
  accessGroup->start = now;
  accessGroup->done = now;
  segment.push_back(accessGroup);
  return accessGroup;
}

/// Memory that only one thread of its own process can access cannot race: the access need not be kept.
bool RmaRace::isKept(const ProcessInfo &process, int owner, const ByteRun &run, const Context &context) const {
  const auto threads = threads_.find(&process);
  if (process.hasManyThreads || (threads != threads_.end() && threads->second.size() > 1)) return true;
  return context.windows().isExposed(owner, {static_cast<std::uint64_t>(run.offset), endOf(run)});
}

void RmaRace::onAccess(const Process &process, unsigned thread, const trace::Access &access, Context &context) {
  if (!races_ || access.bytes == 0 || access.count == 0) return;
  threads_[&process].insert(thread);
  if (isAtomic(access)) atomics_.insert(&process);
  const Stamp &now = context.now();
  const ByteRun run =
      normalized({static_cast<std::int64_t>(access.address), access.bytes, access.stride, access.count});
  context.windows().translate(process.rank, run, [&](int owner, const ByteRun &piece) {
    if (!races_->judges(owner)) return;
    const HeldLocks &locks = state_->locksOn(process, owner, static_cast<std::uint64_t>(piece.offset));
    const std::span<const CriticalSectionPtr> sections = context.values().heldBy(process);
    const AccessGroupRef accessGroup = sections.empty()
                                           ? ownAccess(process, thread, access, locks, now)
                                           : ownAccess(process, thread, access, withSections(locks, sections), now);
    if (accessGroup->isPoll)
      polls_->poll(*accessGroup, owner, {static_cast<std::uint64_t>(piece.offset), endOf(piece)});
    races_->access(owner, piece, accessGroup, {now}, isKept(process, owner, piece, context));
  });
}

/// As one where all of the memory lies in one window: locks, and what else is asked of it, are the same for every byte.
void RmaRace::onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses, Context &context) {
  if (!races_) return;
  const ByteRun hull = hullOf(accesses);
  std::optional<std::pair<int, std::int64_t>> owner;  // and where it has the memory
  context.windows().translate(process.rank, hull, [&](int rank, const ByteRun &piece) {
    const Span span{static_cast<std::uint64_t>(piece.offset), endOf(piece)};
    if (piece.length == hull.length && context.windows().isUniform(rank, span)) owner = {rank, piece.offset};
  });
  const bool isSpecial = accesses.isPoll != 0 || !context.values().heldBy(process).empty();
  if (!owner || isSpecial) return WorldRule::onAccesses(process, thread, accesses, context);
  threads_[&process].insert(thread);
  if (!races_->judges(owner->first)) return;
  auto block = std::make_shared<PlaceBlock>(accesses);
  block->address += static_cast<std::uint64_t>(owner->second - hull.offset);
  const HeldLocks &locks = state_->locksOn(process, owner->first, static_cast<std::uint64_t>(owner->second));
  const AccessGroupRef accessGroup = ownAccess(process, thread, rowOf(accesses), locks, context.now());
  races_->access(owner->first, std::move(block), accessGroup, {context.now()}, true);
}

/// What a window exposes is WindowMemory's, and so is all that operations do there from now on. One operation is named:
/// that its memory is gone is one error for all.
void RmaRace::onReleased(const Process &process, Span memory, const Release &release, Context &context) {
  if (!races_) return;
  const bool isExposed = context.windows().isExposed(process.rank, memory);
  Ref<const AccessGroup> pending;
  Span bytes{};
  races_->release(process.rank, memory, [&](const AccessGroup &accessGroup, Span common) {
    if (isExposed || accessGroup.process != &process || (pending && accessGroup.start.tick <= pending->start.tick))
      return;
    pending = Ref<const AccessGroup>(&accessGroup);
    bytes = common;
  });
  if (!pending) return;
  AccessGroupRef gone = makeRef<AccessGroup>();
  gone->process = &process;
  gone->thread = release.thread;
  gone->strand = context.now().strand;
  gone->site = release.site;
  gone->accessClass = AccessClass::Store;
  gone->part = BufferRole::Code;
  gone->writes = true;
  gone->release = release;
  gone->start = context.now();
  gone->done = context.now();
  report({*pending, *gone, process.rank, bytes, Relation::Conflict, true}, nullptr);
}

void RmaRace::find(const Race &race) {
  if (race.relation == Relation::Conflict && !race.isApart && hasSeen(race)) return;
  if (race.relation == Relation::Excluded) keepUnderLock(race);
  if (race.relation != Relation::MutuallyExcluded) return polls_->take(race);
  if (race.newer.done.isSet()) return;
  std::vector<KeptRace> &kept = inTurn_[race.newer.process];
  const bool isKept = !kept.empty() && kept.back().older.get() == &race.older && kept.back().newer.get() == &race.newer;
  if (isKept) return;
  if (kept.size() >= kMostKept) std::erase_if(kept, [](const KeptRace &old) { return old.newer->done.isSet(); });
  if (kept.size() < kMostKept) kept.emplace_back(race);
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

/// What goes on when a critical section ends was not kept apart by it.
void RmaRace::releaseLock(const ProcessInfo &process, std::span<const CriticalSectionPtr> held) {
  state_->keepOnly(process, held);
  const auto kept = inTurn_.find(&process);
  if (kept == inTurn_.end()) return;
  std::erase_if(kept->second, [&](const KeptRace &race) {
    if (race.newer->done.isSet()) return true;
    if (areInTurn(*race.older, *race.newer)) return false;
    polls_->take(race.as(race.older->isPoll ? Relation::Polled : Relation::Conflict));
    return true;
  });
}

/// The buffer of an operation or of a call may outlive the lock that protects it. The effect of an operation at its
/// target is complete before its lock is given back.
void RmaRace::keepUnderLock(const Race &race) {
  const auto mayOutlive = [](const AccessGroup &accessGroup) {
    return !accessGroup.done.isSet() && (accessGroup.part == BufferRole::Local || accessGroup.part == BufferRole::Call);
  };
  for (const AccessGroup *accessGroup : {&race.older, &race.newer}) {
    if (!mayOutlive(*accessGroup)) continue;
    std::vector<KeptRace> &kept = underLock_[accessGroup->process];
    const bool isKept =
        !kept.empty() && kept.back().older.get() == &race.older && kept.back().newer.get() == &race.newer;
    if (!isKept && kept.size() < kMostKept) kept.emplace_back(race);
  }
}

void RmaRace::unprotect(const Call &call) {
  if (const auto known = inFlight_.find(call.process); known != inFlight_.end())
    known->second.forEach([&](AccessGroup &accessGroup) { state_->unprotect(call, accessGroup); });
  const auto kept = underLock_.find(call.process);
  if (kept == underLock_.end()) return;
  std::erase_if(kept->second, [&](const KeptRace &race) {
    const AccessGroup &own = race.older->process == call.process ? *race.older : *race.newer;
    if (own.done.isSet()) return true;
    if (areExcluded(*race.older, *race.newer)) return false;
    polls_->take(race.as(Relation::Conflict));
    return true;
  });
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
  if (race.relation == Relation::Excluded && !(areExclusive(race.older) && areExclusive(race.newer))) return;
  context_->report(finding != nullptr ? *finding : describe(race, *context_, passingOn_));
}

const Registration<RmaRace> kRegistration(report::rule("rma-race-remote"));

}  // namespace
}  // namespace lockstep::engine
