// One run of a collective: who has started it, and who learns from whom when it completes.
//
// The same relation says two things. Data that flows from one member to another orders the one's start before the
// other's completion; and the other cannot complete before the one has started. So it gives the order of events and
// decides who waits for whom. It is judged from the receiving member's own arguments alone, since the others may not
// have come yet:
//   barrier, making a communicator or window     from every member
//   allreduce, allgather, alltoall               from every member, where data flows
//   bcast, scatter                               from the root, away from it
//   reduce, gather                               from every member, at the root
//   scan, exscan                                 from the lower ranks
//   neighborhood collectives                    from the neighbors that send data
// On an intercommunicator data flows only between the groups. Calls that need not synchronize (free, files, processes)
// give nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/calls/Call.h"
#include "engine/objects/Communicators.h"
#include "engine/order/Order.h"
#include "engine/support/Ref.h"

namespace lockstep::engine {

/// The members from which a member receives, by position.
struct Sources {
  bool everyone = false;
  std::vector<unsigned> some;  // where not everyone
  bool isCertain = true;       // false: counts were not recorded, perhaps there is no data from some
};

Sources sourcesOf(const Call &call, const Communicator &comm, unsigned position);

class Exchange : public Counted {
 public:
  explicit Exchange(std::size_t members) : started_(members), reached_(members), starts_(members) {}

  /// The member has called it, though that may still wait to be ordered. Once for each member.
  void setStarted(unsigned position);
  bool hasStarted(unsigned position) const { return started_[position]; }
  bool allStarted() const { return startedCount_ == started_.size(); }

  /// The member has come to it in the run without buffers, see ZeroBufferReplay.h.
  void reach(unsigned position);
  bool isReached(unsigned position) const { return reached_[position]; }
  bool allReached() const { return reachedCount_ == reached_.size(); }

  /// The member's start, once it has been ordered.
  void publish(unsigned position, const Stamp &start);
  bool isPublished(unsigned position) const { return starts_[position].tick != 0; }
  const Stamp &start(unsigned position) const { return starts_[position]; }
  bool allPublished() const { return published_ == starts_.size(); }

  /// The strand of the member at `position` completes it.
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
