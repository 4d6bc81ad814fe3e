#include "engine/objects/Groups.h"

#include "trace/Parts.h"
#include "trace/RankRanges.h"

namespace lockstep::engine {

void Groups::define(const trace::Group &record) {
  std::vector<int> &members = known_[record.id];
  if (incomplete_ != record.id) members.clear();
  trace::forEachRank(trace::ranges(record), [&](std::uint32_t rank) {
    members.push_back(rank == trace::kOutsideWorld ? -1 : static_cast<int>(rank));
  });
  incomplete_ = record.more != 0 ? record.id : 0;
}

const std::vector<int> *Groups::find(std::int64_t id) const {
  const auto known = known_.find(static_cast<std::uint64_t>(id));
  return known == known_.end() ? nullptr : &known->second;
}

}  // namespace lockstep::engine
