#include "engine/races/Races.h"

#include <algorithm>
#include <utility>

#include "engine/memory/MemoryPart.h"

namespace lockstep::engine {
namespace {

bool haveCommonBytes(const AccessHistory::Entry &old, const Touched &touched) {
  if (endOf(touched.run) <= static_cast<std::uint64_t>(old.run.offset)) return false;
  if (old.end <= static_cast<std::uint64_t>(touched.run.offset)) return false;
  if (old.block || touched.block != nullptr) {
    const Span common = firstCommon(old.touched(), touched);
    return common.first != common.end;
  }
  return (old.isSolid() && touched.run.count == 1) || overlap(old.run, touched.run);
}

bool isOwn(const AccessGroup &accessGroup) {
  return accessGroup.part == BufferRole::Code || accessGroup.part == BufferRole::Call;
}

}  // namespace

bool Races::isBefore(const Moment &moment, const StartTime &beginning) const {
  if (!moment.isSet()) return false;
  if (order_.before(moment, beginning.own)) return true;
  return beginning.ofTarget != nullptr &&
         (moment == Moment(*beginning.ofTarget) || order_.before(moment, *beginning.ofTarget));
}

/// Several threads may have completed it, each for what follows its own call.
bool Races::isDone(const AccessGroup &accessGroup, const StartTime &beginning) const {
  return isBefore(accessGroup.done, beginning) ||
         std::ranges::any_of(accessGroup.alsoDone, [&](const Moment &moment) { return isBefore(moment, beginning); });
}

void Races::judge(int owner, const AccessHistory::Entry &old, const Touched &touched, const AccessGroup &accessGroup,
                  const StartTime &beginning) const {
  const AccessGroup &older = *old.accessGroup;
  if (!mayConflict(older, accessGroup)) return;
  if (isDone(older, beginning)) return judgeOrdered(owner, old, touched, accessGroup, beginning);
  if (!haveCommonBytes(old, touched)) return;
  const bool isOlderBegun = &older == &accessGroup || isBefore(older.start, beginning);
  const Relation relation = relate(older, old.run, accessGroup, touched.run, isOlderBegun);
  if (relation == Relation::Harmless) return;
  found_(
      {older, accessGroup, owner, firstCommon(old.touched(), touched), relation, isOlderBegun, false, &beginning.own});
}

/// See SyncLog.h.
bool Races::isSynchronized(const AccessGroup &older, const AccessGroup &newer, const StartTime &beginning) const {
  const Moment written = isOwn(older) ? syncs_.after(older.done) : older.done;
  if (!written.isSet()) return false;
  if (!isOwn(newer)) return isBefore(written, beginning);
  const Stamp *read = syncs_.last(newer.strand);
  return read != nullptr && (written == Moment(*read) || order_.before(written, *read));
}

void Races::judgeOrdered(int owner, const AccessHistory::Entry &old, const Touched &touched,
                         const AccessGroup &accessGroup, const StartTime &beginning) const {
  const AccessGroup &older = *old.accessGroup;
  const bool concerns = older.writes && (!accessGroup.writes || model_ == MemoryModel::Separate) &&
                        older.part != BufferRole::Local && accessGroup.part != BufferRole::Local &&
                        (isOwn(older) || isOwn(accessGroup));
  if (!concerns || older.isAtomic || accessGroup.isAtomic || older.process == accessGroup.process) return;
  if (isSynchronized(older, accessGroup, beginning) || !haveCommonBytes(old, touched)) return;
  found_({older, accessGroup, owner, firstCommon(old.touched(), touched), Relation::Unsynchronized, true});
}

/// In the Mpi2 model a store conflicts with every put and accumulate to its window, even without common bytes.
void Races::judgeWholeWindow(int owner, const Touched &touched, const AccessGroup &accessGroup,
                             const StartTime &beginning) const {
  const auto history = histories_.find(owner);
  if (!accessGroup.writes || accessGroup.part == BufferRole::Local || history == histories_.end()) return;
  const auto judgeSpan = [&](const Window &window, const Span &span) {
    history->second.forEachIn(span, [&](const AccessHistory::Entry &old) {
      const AccessGroup &older = *old.accessGroup;
      const bool isPair = (isOwn(older) && accessGroup.part == BufferRole::Target) ||
                          (older.part == BufferRole::Target && isOwn(accessGroup));
      const bool isOfWindow = older.part != BufferRole::Target || older.window == &window;
      if (!isPair || !isOfWindow || !older.writes || isDone(older, beginning) || haveCommonBytes(old, touched)) return;
      const Relation relation = relate(older, old.run, accessGroup, touched.run, isBefore(older.start, beginning));
      if (relation == Relation::Harmless) return;
      const ByteRun &stored = isOwn(older) ? old.run : touched.run;
      const auto first = static_cast<std::uint64_t>(stored.offset);
      const bool isOlderBegun = isBefore(older.start, beginning);
      found_({older, accessGroup, owner, {first, first + stored.length}, relation, isOlderBegun, true, &beginning.own});
    });
  };
  const auto judgeAll = [&](const Window &window) {
    windows_.forEachSpan(window, owner, [&](const Span &span) { judgeSpan(window, span); });
  };
  if (accessGroup.part == BufferRole::Target) return judgeAll(*accessGroup.window);
  windows_.forEachExposing(owner, {static_cast<std::uint64_t>(touched.run.offset), endOf(touched.run)}, judgeAll);
}

void Races::access(int owner, const ByteRun &run, PlaceBlockPtr block, const AccessGroupRef &accessGroup,
                   const StartTime &beginning, bool isKept) {
  if (!judges(owner)) return;
  AccessHistory &history = histories_[owner];
  const AccessHistory::Places &around = history.around(run);
  for (const AccessHistory::Place &place : around)
    judge(owner, place.second->second, {run, block.get()}, *accessGroup, beginning);
  if (model_ != MemoryModel::Unified) judgeWholeWindow(owner, {run, block.get()}, *accessGroup, beginning);
  if (!isKept) return;
  size_ -= history.size();
  bytes_ -= history.bytes();
  const auto replaces = [&](const AccessGroup &old) {
    const bool isSame = old.isLike(*accessGroup) && isDone(old, beginning);
    if (isSame && old.isPoll && accessGroup->since == 0)
      accessGroup->since = old.since != 0 ? old.since : old.start.tick;
    return isSame;
  };
  history.add(run, accessGroup, around, replaces, std::move(block));
  size_ += history.size();
  bytes_ += history.bytes();
  most_ = std::max(most_, size_);
  mostBytes_ = std::max(mostBytes_, bytes_);
  looks_ += around.size();
  if (size_ >= nextSweep_ || looks_ >= kLooksPerSweep * nextSweep_) sweep();
}

bool Races::hasHistory(int owner, const ByteRun &run) {
  const auto history = histories_.find(owner);
  return history != histories_.end() && !history->second.around(run).empty();
}

void Races::forget(int owner, Span memory) {
  const auto history = histories_.find(owner);
  if (history == histories_.end()) return;
  size_ -= history->second.size();
  bytes_ -= history->second.bytes();
  history->second.forget(memory, [](const AccessGroup &accessGroup) { return accessGroup.done.isSet(); });
  size_ += history->second.size();
  bytes_ += history->second.bytes();
}

void Races::forgetAll(int owner) {
  const auto history = histories_.find(owner);
  if (history == histories_.end()) return;
  size_ -= history->second.size();
  bytes_ -= history->second.bytes();
  histories_.erase(history);
}

void Races::sweep() {
  const std::vector<Tick> horizon = order_.horizon();
  size_ = 0;
  bytes_ = 0;
  for (auto &[owner, history] : histories_) {
    history.sweep([&](const AccessGroup &accessGroup) {
      const auto strand = static_cast<std::size_t>(accessGroup.done.strand);
      return accessGroup.done.isSet() && strand < horizon.size() && accessGroup.done.tick <= horizon[strand];
    });
    size_ += history.size();
    bytes_ += history.bytes();
  }
  nextSweep_ = std::max(kLeastSweep, 2 * size_);
  looks_ = 0;
}

}  // namespace lockstep::engine
