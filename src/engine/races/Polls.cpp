#include "engine/races/Polls.h"

#include <algorithm>
#include <bit>

namespace lockstep::engine {

namespace {

/// Both are stores of the program to one element.
bool areStores(const Race &race) {
  const std::uint64_t bytes = race.bytes.end - race.bytes.first;
  return race.older.part == BufferRole::Code && race.newer.part == BufferRole::Code && race.older.writes &&
         race.newer.writes && bytes <= 8 && std::has_single_bit(bytes) && race.bytes.first % bytes == 0;
}

}  // namespace

void Polls::poll(const AccessGroup &load, int owner, Span bytes) {
  first_.try_emplace(static_cast<std::uint32_t>(load.strand), load.start.tick);
  if (polled_.size() < kMostPolled) polled_.emplace(owner, bytes.first, bytes.end);
}

bool Polls::isPolled(const KeptRace &race) const {
  return areStores(race.as(Relation::Conflict)) && polled_.contains({race.owner, race.bytes.first, race.bytes.end});
}

bool Polls::hasPolledBefore(const AccessGroup &accessGroup) const {
  const auto first = first_.find(static_cast<std::uint32_t>(accessGroup.strand));
  return first != first_.end() && first->second < accessGroup.start.tick;
}

void Polls::take(const Race &race) {
  const bool isExcluded = race.relation == Relation::Excluded;
  if (race.relation == Relation::Polled || isExcluded) {
    if (race.newer.isPoll && race.older.writes) note(race.newer, race.older, isExcluded);
    if (race.older.isPoll && race.newer.writes) note(race.older, race.newer, isExcluded);
  }
  const bool mayBeAwaited = race.relation == Relation::Conflict && race.older.process != race.newer.process &&
                            (areStores(race) || hasPolledBefore(race.older) || hasPolledBefore(race.newer));
  if (!mayBeAwaited) return judged_(race, nullptr);
  const KeptRace kept(race);
  const Race awaited = kept.as(Relation::Awaited);
  if (isAwaited(race.older, race.newer) || isAwaited(race.newer, race.older)) return judged_(awaited, nullptr);
  const auto isAlike = [&](const Postponed &other) {
    return other.race.older->isLike(race.older) && other.race.newer->isLike(race.newer);
  };
  if (std::ranges::count_if(postponed_, isAlike) >= static_cast<std::ptrdiff_t>(kMostAlike)) return;
  Postponed postponed{kept, describe_(race), describe_(awaited)};
  postponed_.push_back(std::move(postponed));
  if (postponed_.size() <= kMostPostponed) return;
  settle(postponed_.front());
  postponed_.pop_front();
}

void Polls::note(const AccessGroup &load, const AccessGroup &write, bool isExcluded) {
  std::vector<Wait> &waits = waits_[{load.strand, write.strand}];
  const Wait wait{load.since != 0 ? load.since : load.start.tick, write.start.tick,
                  isExcluded ? write.opened : nullptr};
  const auto isAsGood = [&](const Wait &other) {
    return other.load <= wait.load && other.write >= wait.write && other.epoch == wait.epoch;
  };
  if (std::ranges::any_of(waits, isAsGood)) return;
  std::erase_if(waits, [&](const Wait &other) {
    return wait.load <= other.load && wait.write >= other.write && other.epoch == wait.epoch;
  });
  waits.push_back(wait);
  if (waits.size() > kMostWaits) waits.erase(waits.begin());
}

/// Whether `behind` follows a load that may have waited for a write after `before`.
bool Polls::isAwaited(const AccessGroup &before, const AccessGroup &behind) const {
  const auto waits = waits_.find({behind.strand, before.strand});
  if (waits == waits_.end() || !before.done.isSet()) return false;
  return std::ranges::any_of(waits->second, [&](const Wait &wait) {
    const bool isComplete = before.done.strand == before.strand && before.done.tick < wait.write;
    return wait.load < behind.start.tick && (isComplete || (wait.epoch && wait.epoch == before.opened));
  });
}

void Polls::advance(const Stamp &now) {
  if (postponed_.empty()) return;
  std::erase_if(postponed_, [&](Postponed &postponed) {
    const AccessGroup &older = *postponed.race.older;
    const AccessGroup &newer = *postponed.race.newer;
    if (older.strand == now.strand && order_.before(newer.start, now)) postponed.isNewerKnown = true;
    if (newer.strand == now.strand && order_.before(older.start, now)) postponed.isOlderKnown = true;
    if (!postponed.isNewerKnown || !postponed.isOlderKnown) return false;
    settle(postponed);
    return true;
  });
}

void Polls::finish() {
  for (const Postponed &race : postponed_) settle(race);
  postponed_.clear();
}

void Polls::settle(const Postponed &postponed) const {
  const KeptRace &race = postponed.race;
  const bool isSofter = isPolled(race) || isAwaited(*race.older, *race.newer) || isAwaited(*race.newer, *race.older);
  judged_(race.as(isSofter ? Relation::Awaited : Relation::Conflict),
          isSofter ? &postponed.awaited : &postponed.conflict);
}

}  // namespace lockstep::engine
