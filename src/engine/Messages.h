// How many messages are under way: just enough of point-to-point matching to tell that a receive can get none.
//
// For every sender, receiver, communicator and tag the sends are counted against the receives. A rank inside a receive
// has posted its last one, so it waits exactly when there are more receives than sends. What would make counting
// wrong (wildcards, matched probes, cancelled receives, persistent and partitioned sends) makes the answer "not
// known" for that receiver or sender for good.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "engine/Call.h"
#include "engine/Communicators.h"

namespace lockstep::engine {

class Messages {
 public:
  explicit Messages(const Communicators &communicators) : communicators_(communicators) {}

  void enter(const Call &call);
  /// The world rank from which the receive that `call` is waits for a message that was not sent yet. None when it has
  /// been sent, or when that is not known.
  std::optional<int> missingSender(const Call &call) const;

 private:
  using Channel = std::tuple<std::uint64_t, int, int, std::int64_t>;  // communicator, sender, receiver, tag

  std::optional<int> worldRank(const Call &call, mpi::Role peer) const;
  void countSend(const Call &call);
  void countReceive(const Call &call);

  const Communicators &communicators_;
  std::map<Channel, std::int64_t> surplus_;  // sends minus receives where they differ
  std::set<int> unclearReceivers_;
  std::set<int> unclearSenders_;
};

}  // namespace lockstep::engine
