// One execution of a collective: who has started it, and which members each completion depends on.
//
// Data flow from one member to another implies two things: the start of the one happens before the completion of the
// other, and the other cannot complete before the one has started. So the same relation gives both the order of events
// and the wait-for edges. It depends only on the receiving member's own arguments, since the others may not have
// arrived yet:
//   barrier, making a communicator or window     from every member
//   allreduce, allgather, alltoall               from every member, where data flows
//   bcast, scatter                               from the root, away from it
//   reduce, gather                               from every member, at the root
//   scan, exscan                                 from the lower ranks
//   neighborhood collectives                    from the neighbors that send data
// On an intercommunicator data flows only between the groups. Calls that need not synchronize (free, files, processes)
// create no dependences.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/objects/Communicators.h"
#include "engine/order/Order.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

/// The members that a member depends on, by position.
struct Sources {
  bool everyone = false;
  std::vector<unsigned> some;  // unless everyone
  bool isCertain = true;       // false: the counts were not recorded, so some may send no data
};

Sources sourcesOf(const Call &call, const Communicator &comm, unsigned position);

class Exchange : public Counted {
 public:
  explicit Exchange(std::size_t members) : started_(members), reached_(members), starts_(members) {}

  /// The member has called it, though the event may not be ordered yet. Once per member.
  void setStarted(unsigned position);
  bool hasStarted(unsigned position) const { return started_[position]; }
  bool allStarted() const { return startedCount_ == started_.size(); }

  /// The member has reached it in the zero-buffer replay, see ZeroBufferReplay.h.
  void reach(unsigned position);
  bool isReached(unsigned position) const { return reached_[position]; }
  bool allReached() const { return reachedCount_ == reached_.size(); }

  /// Stores the time stamp of the member's start.
  void publish(unsigned position, const Stamp &start);
  bool isPublished(unsigned position) const { return starts_[position].tick != 0; }
  const Stamp &start(unsigned position) const { return starts_[position]; }
  bool allPublished() const { return published_ == starts_.size(); }

  /// The member at `position` completes it on this strand.
  void complete(unsigned position, Strand strand, const Sources &sources, Order &order);

 private:
  void receiveAll(unsigned position, Strand strand, Order &order);

  std::vector<bool> started_;
  std::size_t startedCount_ = 0;
  std::vector<bool> reached_;
  std::size_t reachedCount_ = 0;
  std::vector<Stamp> starts_;
  std::size_t published_ = 0;
  KnowledgePtr joined_;  // of all starts
};

class Slot;

/// A member's part in one exchange.
struct Participation {
  std::shared_ptr<Slot> slot;
  Ref<Exchange> exchange;
  unsigned position = 0;
};

}  // namespace lockstep::engine
