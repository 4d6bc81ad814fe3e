// The groups of a process, by id: world ranks, -1 for processes outside the world.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trace/Record.h"

namespace lockstep::engine {

class Groups {
 public:
  void define(const trace::Group &record);
  /// Null if no record defines it.
  const std::vector<int> *find(std::int64_t id) const;

 private:
  std::unordered_map<std::uint64_t, std::vector<int>> known_;
  std::uint64_t incomplete_ = 0;  // the group that the next record continues
};

}  // namespace lockstep::engine
