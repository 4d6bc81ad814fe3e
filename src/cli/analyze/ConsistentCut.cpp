#include "cli/analyze/ConsistentCut.h"

#include <algorithm>
#include <utility>

#include "cli/analyze/ProcessScan.h"
#include "trace/CommId.h"
#include "trace/Parts.h"
#include "trace/RankRanges.h"

namespace lockstep::cli {

namespace {

/// All processes of the job.
class Scan {
 public:
  void take(const trace::RecordView &record);
  std::optional<ConsistentCut> consistentCut();

 private:
  using Point = std::vector<const SyncPoint *>;  // by rank

  bool sortByRank();
  bool isOfAll(std::uint64_t owner) const;
  std::optional<Point> pointAt(const SyncPoint &candidate) const;
  bool isInStep(const Point &point) const;
  ConsistentCut describe(const Point &point) const;

  std::map<trace::ProcessKey, ProcessScan> processes_;
  std::map<std::uint64_t, std::size_t> members_;        // of communicators within the world, by id
  std::map<std::uint64_t, std::uint64_t> windowComms_;  // by window
  std::vector<std::pair<trace::ProcessKey, const ProcessScan *>> ranks_;
};

void Scan::take(const trace::RecordView &record) {
  if (record.header->kind == trace::Kind::Comm) {
    const auto &comm = record.as<trace::Comm>();
    std::size_t members = 0;
    trace::forEachRank(trace::localRanges(comm), [&](std::uint32_t) { ++members; });
    members_[comm.id] = comm.more != 0 || comm.remoteRanges != 0 ? 0 : members;
  }
  if (record.header->kind == trace::Kind::Window)
    windowComms_[record.as<trace::Window>().id] = record.as<trace::Window>().comm;
  processes_[record.process].take(record);
}

/// False unless every rank of one world exists, and no other process.
bool Scan::sortByRank() {
  for (const auto &[key, scan] : processes_) {
    const trace::Process *process = scan.process();
    if (process == nullptr || process->isSpawned != 0 || process->worldSize != processes_.size()) return false;
    ranks_.resize(process->worldSize);
    if (ranks_[process->worldRank].second != nullptr) return false;
    ranks_[process->worldRank] = {key, &scan};
  }
  return !ranks_.empty();
}

bool Scan::isOfAll(std::uint64_t owner) const {
  const auto window = windowComms_.find(owner);
  const std::uint64_t comm = window == windowComms_.end() ? owner : window->second;
  const auto members = members_.find(comm);
  return comm == trace::kWorldId || (members != members_.end() && members->second == ranks_.size());
}

/// The same meeting on every rank, if all can be judged from there on.
std::optional<Scan::Point> Scan::pointAt(const SyncPoint &candidate) const {
  if (candidate.isCrossed || !isOfAll(candidate.owner)) return std::nullopt;
  Point point;
  for (const auto &[key, scan] : ranks_) {
    const SyncPoint *own = scan->meeting(candidate.owner, candidate.number);
    if (own == nullptr || own->isCrossed || own->routine != candidate.routine) return std::nullopt;
    point.push_back(own);
  }
  return isInStep(point) ? std::optional(std::move(point)) : std::nullopt;
}

/// In no other sequence of collectives one member is ahead of another.
bool Scan::isInStep(const Point &point) const {
  std::map<std::uint64_t, std::uint64_t> next;  // by owner
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    for (const auto &[owner, rounds] : ranks_[rank].second->rounds()) {
      const std::uint64_t own = rounds.nextFrom(point[rank]->sequence);
      if (next.try_emplace(owner, own).first->second != own) return false;
    }
  return true;
}

ConsistentCut Scan::describe(const Point &point) const {
  ConsistentCut common{.site = ranks_.front().second->siteOf(*point.front()), .beginnings = {}};
  std::uint64_t before = 0;
  std::uint64_t calls = 0;
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    const auto &[key, scan] = ranks_[rank];
    common.beginnings[key] = scan->beginningAt(*point[rank]);
    before += point[rank]->callsBefore;
    calls += scan->calls();
  }
  common.before = static_cast<double>(before) / static_cast<double>(std::max<std::uint64_t>(calls, 1));
  return common;
}

std::optional<ConsistentCut> Scan::consistentCut() {
  for (auto &[key, scan] : processes_) scan.finish();
  if (!sortByRank()) return std::nullopt;
  for (const SyncPoint &one : ranks_.front().second->syncPoints())
    if (const auto point = pointAt(one)) return describe(*point);
  return std::nullopt;
}

}  // namespace

std::optional<ConsistentCut> findConsistentCut(trace::Reader &reader) {
  Scan scan;
  reader.finish([&](const trace::RecordView &record) { scan.take(record); });
  if (!reader.damage().empty()) return std::nullopt;
  return scan.consistentCut();
}

}  // namespace lockstep::cli
