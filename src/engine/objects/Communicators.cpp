#include "engine/objects/Communicators.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "mpi/Predefined.h"
#include "report/Finding.h"
#include "trace/CommId.h"
#include "trace/Parts.h"
#include "trace/RankRanges.h"

namespace lockstep::engine {
namespace {

void appendRanks(std::vector<int> &ranks, std::span<const trace::RankRange> ranges) {
  trace::forEachRank(
      ranges, [&](std::uint32_t rank) { ranks.push_back(rank == trace::kOutsideWorld ? -1 : static_cast<int>(rank)); });
}

}  // namespace

Communicator::Communicator(std::uint64_t id, std::vector<int> local, std::vector<int> remote) : id_(id) {
  if (!remote.empty() && std::ranges::min(remote) < std::ranges::min(local)) std::swap(local, remote);
  members_ = std::move(local);
  firstGroup_ = members_.size();
  members_.insert(members_.end(), remote.begin(), remote.end());
  for (unsigned i = 0; i < members_.size(); ++i)
    if (members_[i] >= 0) byWorldRank_.emplace_back(members_[i], i);
  std::ranges::sort(byWorldRank_);
}

std::optional<unsigned> Communicator::positionOf(int worldRank) const {
  const auto index = static_cast<std::size_t>(worldRank);  // its index if all lower ranks are members
  if (index < byWorldRank_.size() && byWorldRank_[index].first == worldRank) return byWorldRank_[index].second;
  const auto found = std::ranges::lower_bound(byWorldRank_, worldRank, {}, &std::pair<int, unsigned>::first);
  if (found == byWorldRank_.end() || found->first != worldRank) return std::nullopt;
  return found->second;
}

std::pair<unsigned, unsigned> Communicator::peers(unsigned position) const {
  const auto middle = static_cast<unsigned>(firstGroup_);
  const auto end = static_cast<unsigned>(members_.size());
  if (!isInter() || position >= middle) return {0, middle};
  return {middle, end};
}

std::optional<unsigned> Communicator::peer(unsigned position, std::int64_t rank) const {
  const auto [first, end] = peers(position);
  if (rank < 0 || rank >= static_cast<std::int64_t>(end - first)) return std::nullopt;
  return first + static_cast<unsigned>(rank);
}

std::string Communicator::describe() const {
  if (id_ == trace::kWorldId)
    return std::string(mpi::predefinedCommName(static_cast<std::uint64_t>(mpi::PredefinedComm::World)));
  std::vector<int> ranks;
  for (const auto &[rank, position] : byWorldRank_) ranks.push_back(rank);
  return "the communicator of " + report::describeRanks(ranks);
}

void Communicators::defineWorld(int worldSize) {
  if (known_.contains(trace::kWorldId)) return;
  std::vector<int> everyone(static_cast<std::size_t>(worldSize));
  std::iota(everyone.begin(), everyone.end(), 0);
  known_[trace::kWorldId] = makeRef<Communicator>(trace::kWorldId, everyone, std::vector<int>{});
  for (const int rank : everyone) {
    const std::uint64_t self = trace::selfId(static_cast<std::uint32_t>(rank));
    known_[self] = makeRef<Communicator>(self, std::vector{rank}, std::vector<int>{});
  }
}

void Communicators::define(trace::ProcessKey process, const trace::Comm &record) {
  if (known_.contains(record.id)) return;
  Parts &parts = incomplete_[{process, record.id}];
  appendRanks(parts.local, trace::localRanges(record));
  appendRanks(parts.remote, trace::remoteRanges(record));
  if (record.more != 0) return;
  if (!parts.local.empty())
    known_[record.id] = makeRef<Communicator>(record.id, std::move(parts.local), std::move(parts.remote));
  incomplete_.erase({process, record.id});
}

CommunicatorPtr Communicators::find(std::uint64_t id) const {
  const auto found = known_.find(id);
  return found == known_.end() ? nullptr : found->second;
}

}  // namespace lockstep::engine
