// The communicators of the job. All members record a communicator under the same id; the first record of an id defines
// it.
//
// A member is identified by its position: the rank in the local group, followed on an intercommunicator by the ranks of
// the remote group. The first record of an intercommunicator may come from either side, so the side with the lowest
// world rank is made the first.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/support/Ref.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

class Communicator : public Counted {
 public:
  /// The ranks are world ranks, -1 for a process outside the world. Empty `remote`: an intracommunicator.
  Communicator(std::uint64_t id, std::vector<int> local, std::vector<int> remote);

  std::uint64_t id() const { return id_; }
  bool isInter() const { return firstGroup_ < members_.size(); }
  /// World ranks by position.
  const std::vector<int> &members() const { return members_; }
  std::size_t size() const { return members_.size(); }
  /// Whether all members are in the world.
  bool isWithinWorld() const { return byWorldRank_.size() == members_.size(); }
  /// "the communicator of ranks 0-2", or its name
  std::string describe() const;
  std::optional<unsigned> positionOf(int worldRank) const;
  /// The positions that `rank` may refer to in a call by the member at `position`: its own group, or on an
  /// intercommunicator the other group.
  std::pair<unsigned, unsigned> peers(unsigned position) const;
  /// The positions of the member's own group.
  std::pair<unsigned, unsigned> ownGroup(unsigned position) const {
    const auto other = peers(position);
    return isInter() ? peers(other.first) : other;
  }
  /// The position of the member that the one at `position` calls `rank`.
  std::optional<unsigned> peer(unsigned position, std::int64_t rank) const;

 private:
  std::uint64_t id_;
  std::vector<int> members_;
  std::size_t firstGroup_;                             // size of the first group
  std::vector<std::pair<int, unsigned>> byWorldRank_;  // sorted
};

using CommunicatorPtr = Ref<const Communicator>;

class Communicators {
 public:
  /// The predefined communicators of every process.
  void defineWorld(int worldSize);
  /// A record with too many members is continued by the next one of the same process.
  void define(trace::ProcessKey process, const trace::Comm &record);
  CommunicatorPtr find(std::uint64_t id) const;
  void forget(std::uint64_t id) { known_.erase(id); }

 private:
  struct Parts {
    std::vector<int> local;
    std::vector<int> remote;
  };
  std::unordered_map<std::uint64_t, CommunicatorPtr> known_;
  std::map<std::pair<trace::ProcessKey, std::uint64_t>, Parts> incomplete_;
};

}  // namespace lockstep::engine
