// Wait-for conditions of calls that create a communicator among some members of another one: the members of a group, or
// the two groups of an intercommunicator. These calls are not part of the communicator's sequence of collectives (see
// Collectives.h).
//
// The i-th call of a member for a given group and tag matches the i-th calls of the others. For an intercommunicator
// the leaders of the two groups match: a rank inside waits for its own group, for the other leader, and for at least
// one of the members for which that leader waits.
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

  /// In order of arrival, for processes with a rank.
  void enter(const Call &call);
  /// Met for other calls, and if the participants are unknown.
  WaitCondition needOf(const Call &call) const;

 private:
  using Key = std::tuple<std::int64_t, std::vector<int>, std::int64_t>;  // communicator, participants, tag
  using Counts = std::map<int, std::uint64_t>;                           // calls by rank

  static std::optional<Key> keyOf(const Call &call);
  std::optional<Key> meetingOf(const Call &leader) const;
  std::vector<int> missingIn(const Key &key, int rank) const;
  void addMissing(const Key &meeting, int leader, std::vector<int> &missing) const;

  const Communicators &communicators_;
  std::map<Key, Counts> groups_;           // groups whose members have made different numbers of calls
  std::map<Key, Counts> leaders_;          // likewise
  std::map<Key, Key> meetings_;            // by the key of a group: the last pair of leaders
  std::map<std::pair<Key, int>, Key> of_;  // the group of a leader
};

}  // namespace lockstep::engine
