#include "engine/Races.h"

#include <algorithm>

#include "engine/MemoryPart.h"

namespace lockstep::engine {
namespace {

bool haveCommonBytes(const AccessHistory::Entry &old, const ByteRun &run) {
  if (endOf(run) <= static_cast<std::uint64_t>(old.run.offset)) return false;
  if (old.end <= static_cast<std::uint64_t>(run.offset)) return false;
  return (old.isSolid() && run.count == 1) || overlap(old.run, run);
}

bool isOwn(const Activity &activity) { return activity.part == Part::Code || activity.part == Part::Call; }

}  // namespace

bool Races::isBefore(const Moment &moment, const Beginning &beginning) const {
  if (!moment.isSet()) return false;
  if (order_.before(moment, beginning.own)) return true;
  return beginning.ofTarget != nullptr &&
         (moment == Moment(*beginning.ofTarget) || order_.before(moment, *beginning.ofTarget));
}

void Races::judge(int owner, const AccessHistory::Entry &old, const ByteRun &run, const Activity &activity,
                  const Beginning &beginning) const {
  const Activity &older = *old.activity;
  if (!mayConflict(older, activity)) return;
  if (isBefore(older.done, beginning)) return judgeOrdered(owner, old, run, activity, beginning);
  if (!haveCommonBytes(old, run)) return;
  const bool isOlderBegun = &older == &activity || isBefore(older.start, beginning);
  const Relation relation = relate(older, old.run, activity, run, isOlderBegun);
  if (relation == Relation::Harmless) return;
  found_({older, activity, owner, firstCommon(old.run, run), relation, isOlderBegun});
}

/// See SyncLog.h.
bool Races::isSynchronised(const Activity &older, const Activity &newer, const Beginning &beginning) const {
  const Moment written = isOwn(older) ? syncs_.after(older.done) : older.done;
  if (!written.isSet()) return false;
  if (!isOwn(newer)) return isBefore(written, beginning);
  const Stamp *read = syncs_.last(newer.strand);
  return read != nullptr && (written == Moment(*read) || order_.before(written, *read));
}

void Races::judgeOrdered(int owner, const AccessHistory::Entry &old, const ByteRun &run, const Activity &activity,
                         const Beginning &beginning) const {
  const Activity &older = *old.activity;
  const bool concerns = older.writes && (!activity.writes || model_ == MemoryModel::Separate) &&
                        older.part != Part::Local && activity.part != Part::Local && (isOwn(older) || isOwn(activity));
  if (!concerns || older.isAtomic || activity.isAtomic || older.process == activity.process) return;
  if (isSynchronised(older, activity, beginning) || !haveCommonBytes(old, run)) return;
  found_({older, activity, owner, firstCommon(old.run, run), Relation::Unsynchronised, true});
}

/// Where a store conflicts with every put and accumulate to its window, they need not have bytes in common.
void Races::judgeWholeWindow(int owner, const ByteRun &run, const Activity &activity,
                             const Beginning &beginning) const {
  const auto history = histories_.find(owner);
  if (!activity.writes || activity.part == Part::Local || history == histories_.end()) return;
  const auto judgeAll = [&](const Window &window) {
    history->second.forEachIn(windows_.memoryOf(window, owner), [&](const AccessHistory::Entry &old) {
      const Activity &older = *old.activity;
      const bool isPair =
          (isOwn(older) && activity.part == Part::Target) || (older.part == Part::Target && isOwn(activity));
      const bool isOfWindow = older.part != Part::Target || older.window == &window;
      if (!isPair || !isOfWindow || !older.writes || isBefore(older.done, beginning) || haveCommonBytes(old, run))
        return;
      const Relation relation = relate(older, old.run, activity, run, isBefore(older.start, beginning));
      if (relation == Relation::Harmless) return;
      const Span bytes{static_cast<std::uint64_t>(run.offset), static_cast<std::uint64_t>(run.offset) + run.length};
      found_({older, activity, owner, bytes, relation, isBefore(older.start, beginning)});
    });
  };
  if (activity.part == Part::Target) return judgeAll(*activity.window);
  windows_.forEachExposing(owner, {static_cast<std::uint64_t>(run.offset), endOf(run)}, judgeAll);
}

void Races::access(int owner, const ByteRun &run, const ActivityRef &activity, const Beginning &beginning,
                   bool isKept) {
  AccessHistory &history = histories_[owner];
  const AccessHistory::Places &around = history.around(run);
  for (const AccessHistory::Place &place : around) judge(owner, place.second->second, run, *activity, beginning);
  if (model_ != MemoryModel::Unified) judgeWholeWindow(owner, run, *activity, beginning);
  if (!isKept) return;
  size_ -= history.size();
  history.add(run, activity, around, [&](const Activity &old) {
    const bool isSame = old.isLike(*activity) && isBefore(old.done, beginning);
    if (isSame && old.isPoll && activity->since == 0) activity->since = old.since != 0 ? old.since : old.start.tick;
    return isSame;
  });
  size_ += history.size();
  looks_ += around.size();
  if (size_ >= nextSweep_ || looks_ >= kLooksPerSweep * nextSweep_) sweep();
}

void Races::sweep() {
  const std::vector<Tick> horizon = order_.horizon();
  size_ = 0;
  for (auto &[owner, history] : histories_) {
    history.sweep([&](const Activity &activity) {
      const auto strand = static_cast<std::size_t>(activity.done.strand);
      return activity.done.isSet() && strand < horizon.size() && activity.done.tick <= horizon[strand];
    });
    size_ += history.size();
  }
  nextSweep_ = std::max(kLeastSweep, 2 * size_);
  looks_ = 0;
}

}  // namespace lockstep::engine
