#include "engine/races/PendingOperations.h"

#include <algorithm>

#include "engine/calls/Footprint.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

/// The completion call reads the handle from the variable that the request was stored in.
bool namesVariable(const Call &completion, const Operation &operation) {
  if (operation.variable == 0) return false;
  const int array = completion.routine->indexOf(Role::Requests);
  if (array < 0) return !completion.addresses.empty() && completion.addresses.front() == operation.variable;
  const std::int64_t first = completion.argument(Role::Requests).value_or(0);
  const auto bytes = static_cast<std::int64_t>(completion.array(array).size() * completion.process->requestBytes);
  return operation.variable >= first && operation.variable < first + bytes;
}

}  // namespace

PendingOperations::Pending &PendingOperations::begin(const CallPtr &made, const CallPtr &since) {
  Pending &operation = operations_[made.get()];
  operation.made = made;
  operation.since = since;
  return operation;
}

PendingOperations::Use &PendingOperations::use(Pending &operation, const MemoryPart &part, const CallPtr &since,
                                               const Moment &start) {
  Index &index = part.isWritten ? writes_ : reads_;
  const Index::Place place = index.add(part, {operation.made, since, ++count_, start, {}});
  (part.isWritten ? operation.writes : operation.reads).push_back(place);
  return place.second->second.value;
}

void PendingOperations::setHandle(const Call &made, std::int64_t handle) {
  const auto found = operations_.find(&made);
  if (found == operations_.end()) return;
  found->second.handle = handle;
  byHandle_[handle].insert(&made);
}

void PendingOperations::leave(const Call &made, const Result &result, const Moment &now) {
  const std::int64_t request = written(made, result, Role::NewRequest).value_or(trace::kNullHandle);
  if (result.code != 0 || request == trace::kNullHandle) return complete(made, now);
  setHandle(made, request);
}

PendingOperations::Pending *PendingOperations::find(std::int64_t handle) {
  const auto same = byHandle_.find(handle);
  return same == byHandle_.end() ? nullptr : &operations_.find(*same->second.begin())->second;
}

void PendingOperations::complete(const Call &made, const Moment &now) {
  const auto found = operations_.find(&made);
  if (found == operations_.end()) return;
  Pending &operation = found->second;
  for (const Index::Place &place : operation.reads) remove(reads_, place, now);
  for (const Index::Place &place : operation.writes) remove(writes_, place, now);
  if (const auto same = byHandle_.find(operation.handle); same != byHandle_.end()) {
    same->second.erase(&made);
    if (same->second.empty()) byHandle_.erase(same);
  }
  operations_.erase(found);
}

void PendingOperations::complete(const Operation &operation, const Call &completion, const Moment &now) {
  complete(*operation.made, now);
  if (!namesVariable(completion, operation)) completeAllOf(operation.handle, now);
}

void PendingOperations::completeAllOf(std::int64_t handle, const Moment &now) {
  const auto same = byHandle_.find(handle);
  if (same == byHandle_.end()) return;
  const std::set<const Call *> all = same->second;
  for (const Call *made : all) complete(*made, now);
}

void PendingOperations::completePartition(Pending &operation, std::int64_t partition, const Moment &now) {
  std::erase_if(operation.writes, [&](const Index::Place &place) {
    if (place.second->second.part.partition != partition) return false;
    remove(writes_, place, now);
    return true;
  });
}

std::optional<BufferConflict> PendingOperations::partitionedIn(const MemoryPart &memory) const {
  for (const auto &[made, operation] : operations_)
    if (isPartitioned(*made) && !operation.isGone && usesAny(*made, memory))
      return BufferConflict{operation.made, operation.since, false, true};
  return std::nullopt;
}

bool PendingOperations::usesAny(const Call &made, const MemoryPart &memory) {
  return std::ranges::any_of(footprintOf(made), [&](const MemoryPart &part) { return overlap(memory, part); });
}

void PendingOperations::remove(Index &index, const Index::Place &place, const Moment &now) {
  if (const AccessGroupRef &accessGroup = place.second->second.value.accessGroup) accessGroup->done = now;
  index.remove(place);
}

std::map<std::uint64_t, PendingOperations::Use> PendingOperations::ownersOf(const MemoryPart &memory) const {
  std::map<std::uint64_t, Use> owners;
  const auto note = [&](const Index::Entry &entry) { owners.emplace(entry.value.made->number, entry.value); };
  reads_.forEachOverlap(memory, note);
  writes_.forEachOverlap(memory, note);
  return owners;
}

void PendingOperations::release(const MemoryPart &memory, Pending &operation, const Moment &now) {
  const auto releaseIn = [&](Index &index, std::vector<Index::Place> &places) {
    std::erase_if(places, [&](const Index::Place &place) {
      if (!overlap(memory, place.second->second.part)) return false;
      remove(index, place, now);
      return true;
    });
  };
  releaseIn(reads_, operation.reads);
  releaseIn(writes_, operation.writes);
}

}  // namespace lockstep::engine
