// The operations of one process that a request completes, and the memory that they own from their start to the return
// of the call that completes them. Operations that an epoch completes are in RmaState.h: there a batch of them shares
// its time of completion, which differs from side to side, and only the history of accesses knows their memory.
//
// What is read and what is written stand in two indices. Two operations with one handle (see Requests.h) are told apart
// by the variable that the completion call names; where that is not known, all of them count as complete.
//
// A partitioned send owns a partition from the call that declares it ready, a partitioned receive gives one back when
// it has arrived.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/calls/AccessGroup.h"
#include "engine/calls/Requests.h"
#include "engine/memory/PartIndex.h"

namespace lockstep::engine {

/// A pending operation, and another use of memory that it owns.
struct BufferConflict {
  CallPtr made;              // the call that made the operation
  CallPtr since;             // the one since which it owns the memory
  bool isWritten = false;    // by the operation
  bool writes = false;       // the other use
  bool isUnordered = false;  // which of them comes first is open
};

class PendingOperations {
 public:
  /// Of a part of the memory. Later ones have higher numbers.
  struct Use {
    CallPtr made;
    CallPtr since;
    std::uint64_t number = 0;
    Moment start;
    AccessGroupRef accessGroup;  // null, or what tells others that the use is over
  };
  using Index = PartIndex<Use>;
  struct Pending {
    CallPtr made;
    CallPtr since;
    std::int64_t handle = trace::kNullHandle;
    std::vector<Index::Place> reads;
    std::vector<Index::Place> writes;
    bool isGone = false;  // memory of a partitioned operation was given back
  };

  bool isEmpty() const { return operations_.empty(); }

  Pending &begin(const CallPtr &made, const CallPtr &since);
  Use &use(Pending &operation, const MemoryPart &part, const CallPtr &since, const Moment &start);
  /// Since the call is known by a request.
  void setHandle(const Call &made, std::int64_t handle);
  /// A nonblocking call has returned: the operation goes on behind its request, or is over.
  void leave(const Call &made, const Result &result, const Moment &now);
  Pending *find(std::int64_t handle);

  void complete(const Call &made, const Moment &now);
  void complete(const Operation &operation, const Call &completion, const Moment &now);
  void completeAllOf(std::int64_t handle, const Moment &now);
  void completePartition(Pending &operation, std::int64_t partition, const Moment &now);

  /// Nobody owns anything in the memory any more. Calls `visit(use)` for every operation that did.
  template <class Visit>
  void release(const MemoryPart &memory, const Moment &now, Visit visit) {
    for (const auto &[number, use] : ownersOf(memory)) {
      release(memory, operations_.find(use.made.get())->second, now);
      visit(use);
    }
    for (auto &[made, operation] : operations_)
      if (isPartitioned(*made) && usesAny(*made, memory)) operation.isGone = true;
  }

  /// Calls `visit(const MemoryPart &, Use &)` for all that is owned.
  template <class Visit>
  void forEach(Visit visit) {
    for (auto &[made, operation] : operations_)
      for (const auto *places : {&operation.reads, &operation.writes})
        for (const Index::Place &place : *places) visit(place.second->second.part, place.second->second.value);
  }

  /// With the operation that was started last, among those that are not `isOver(call that made it)`.
  template <class IsOver>
  std::optional<BufferConflict> conflictOf(std::span<const MemoryPart> parts, const Call *made, IsOver isOver) const {
    const Index::Entry *latest = nullptr;
    bool writes = false;
    for (const MemoryPart &part : parts) {
      const auto note = [&](const Index::Entry &entry) {
        const bool isLater = latest == nullptr || entry.value.number > latest->value.number;
        if (!isLater || entry.value.made.get() == made || isOver(*entry.value.made)) return;
        latest = &entry;
        writes = part.isWritten;
      };
      writes_.forEachOverlap(part, note);
      if (part.isWritten) reads_.forEachOverlap(part, note);
    }
    if (latest == nullptr) return std::nullopt;
    return BufferConflict{latest->value.made, latest->value.since, latest->part.isWritten, writes};
  }
  /// A partitioned operation that is active needs all of its memory, also what it does not own yet or any more.
  std::optional<BufferConflict> partitionedIn(const MemoryPart &memory) const;

 private:
  static bool isPartitioned(const Call &made) { return made.routine->cls == mpi::Class::Partition; }
  static bool usesAny(const Call &made, const MemoryPart &memory);
  static void remove(Index &index, const Index::Place &place, const Moment &now);
  /// By the numbers of the calls that made them.
  std::map<std::uint64_t, Use> ownersOf(const MemoryPart &memory) const;
  void release(const MemoryPart &memory, Pending &operation, const Moment &now);

  Index reads_;
  Index writes_;
  std::unordered_map<const Call *, Pending> operations_;  // by the call that made the operation
  std::unordered_map<std::int64_t, std::set<const Call *>> byHandle_;
  std::uint64_t count_ = 0;
};

}  // namespace lockstep::engine
