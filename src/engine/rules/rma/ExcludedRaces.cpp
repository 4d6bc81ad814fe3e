#include "engine/rules/rma/ExcludedRaces.h"

namespace lockstep::engine {
namespace {

bool isLast(const std::vector<KeptRace> &kept, const Race &race) {
  return !kept.empty() && kept.back().older.get() == &race.older && kept.back().newer.get() == &race.newer;
}

bool mayOutliveLock(const AccessGroup &accessGroup) {
  return !accessGroup.done.isSet() && (accessGroup.part == BufferRole::Local || accessGroup.part == BufferRole::Call);
}

}  // namespace

void ExcludedRaces::add(const Race &race) {
  if (race.relation == Relation::Excluded) addByWindowLock(race);
  if (race.relation == Relation::MutuallyExcluded) addByUserLock(race);
}

void ExcludedRaces::addByWindowLock(const Race &race) {
  for (const AccessGroup *accessGroup : {&race.older, &race.newer}) {
    if (!mayOutliveLock(*accessGroup)) continue;
    Kept &kept = byWindowLock_[accessGroup->process];
    if (!isLast(kept, race) && kept.size() < kMostKept) kept.emplace_back(race);
  }
}

void ExcludedRaces::addByUserLock(const Race &race) {
  if (race.newer.done.isSet()) return;
  Kept &kept = byUserLock_[race.newer.process];
  if (isLast(kept, race)) return;
  if (kept.size() >= kMostKept) std::erase_if(kept, [](const KeptRace &old) { return old.newer->done.isSet(); });
  if (kept.size() < kMostKept) kept.emplace_back(race);
}

void ExcludedRaces::releaseLock(const ProcessInfo &process) {
  const auto kept = byWindowLock_.find(&process);
  if (kept == byWindowLock_.end()) return;
  std::erase_if(kept->second, [&](const KeptRace &race) {
    const AccessGroup &own = race.older->process == &process ? *race.older : *race.newer;
    if (own.done.isSet()) return true;
    if (areExcluded(*race.older, *race.newer)) return false;
    found_(race.as(Relation::Conflict));
    return true;
  });
}

void ExcludedRaces::releaseUserLock(const ProcessInfo &process) {
  const auto kept = byUserLock_.find(&process);
  if (kept == byUserLock_.end()) return;
  std::erase_if(kept->second, [&](const KeptRace &race) {
    if (race.newer->done.isSet()) return true;
    if (areInTurn(*race.older, *race.newer)) return false;
    found_(race.as(race.older->isPoll ? Relation::Polled : Relation::Conflict));
    return true;
  });
}

void ExcludedRaces::forget(const ProcessInfo &process) {
  byUserLock_.erase(&process);
  byWindowLock_.erase(&process);
}

}  // namespace lockstep::engine
