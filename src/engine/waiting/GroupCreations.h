// Who waits for whom where only some members of a communicator make a new one: those of a group, or the two groups of
// an intercommunicator. These calls have no place in the sequence of the communicator's collectives (see
// Collectives.h).
//
// The i-th call of a member for the same group and tag belongs to the i-th of the others. Between the groups of an
// intercommunicator the leaders meet: whoever is inside waits for the own group, for the other leader and for those
// that this one waits for. At least one of those that have not come has to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/objects/Communicators.h"
#include "engine/process/Process.h"
#include "engine/waiting/WaitCondition.h"

namespace lockstep::engine {

class GroupCreations {
 public:
  explicit GroupCreations(const Communicators &communicators) : communicators_(communicators) {}

  /// As records arrive, of processes with a rank.
  void enter(const Call &call);
  /// Met for other calls, and where it is not known who takes part.
  WaitCondition needOf(const Call &call) const;

 private:
  using Key = std::tuple<std::int64_t, std::vector<int>, std::int64_t>;  // communicator, who takes part, tag
  using Counts = std::map<int, std::uint64_t>;                           // of calls, by rank

  static std::optional<Key> keyOf(const Call &call);
  std::optional<Key> meetingOf(const Call &leader) const;
  std::vector<int> missingIn(const Key &key, int rank) const;
  void addMissing(const Key &meeting, int leader, std::vector<int> &missing) const;

  const Communicators &communicators_;
  std::map<Key, Counts> groups_;           // those that not all have come to equally often
  std::map<Key, Counts> leaders_;          // likewise
  std::map<Key, Key> meetings_;            // by the key of a group: the last one that its leader went to
  std::map<std::pair<Key, int>, Key> of_;  // the group for which a leader came to a meeting
};

}  // namespace lockstep::engine
