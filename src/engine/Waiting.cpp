#include "engine/Waiting.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/Collectives.h"

namespace lockstep::engine {

/// A member that came with another routine than ours has used up its turn: it is as missing as one that never came.
void Waiting::addMissing(const Participation &part, std::vector<int> &missing) const {
  const Slot &slot = *part.slot;
  const Call &own = *slot.callOf(part.position);
  const Sources sources = sourcesOf(own, slot.comm(), part.position);
  if (!sources.isCertain) return;
  const auto look = [&](unsigned source) {
    const Call *other = slot.callOf(source);
    const bool isThere =
        other != nullptr && other->routine->base == own.routine->base && part.exchange->hasStarted(source);
    if (!isThere && slot.comm().members()[source] >= 0) missing.push_back(slot.comm().members()[source]);
  };
  if (sources.everyone)
    for (unsigned i = 0; i < slot.calls().size(); ++i) look(i);
  else
    std::ranges::for_each(sources.some, look);
}

std::vector<int> Waiting::othersNotFinalizing(const Process &process) const {
  std::vector<int> missing;
  for (const Process *other : ranks_)
    if (other != nullptr && other != &process && !other->isFinalizing()) missing.push_back(other->rank);
  return missing;
}

std::vector<int> Waiting::waitsFor(const Process &process) const {
  const bool isAlone = process.mpiThreads.size() <= 1 && !process.hasManyThreads;
  const OpenCall *open = isAlone ? process.openCall() : nullptr;
  if (open == nullptr) return {};
  if (open->call->routine->effect == mpi::Effect::Finalize) return othersNotFinalizing(process);
  std::vector<int> missing;
  for (const Participation &part : open->waitsFor) addMissing(part, missing);
  if (const auto sender = messages_.missingSender(*open->call)) missing.push_back(*sender);
  std::ranges::sort(missing);
  missing.erase(std::ranges::unique(missing).begin(), missing.end());
  return missing;
}

std::vector<int> Waiting::stuck() const {
  std::map<int, std::vector<int>> candidates;
  for (const Process *process : ranks_)
    if (process != nullptr && !process->end) {
      auto waitsFor = this->waitsFor(*process);
      if (!waitsFor.empty()) candidates[process->rank] = std::move(waitsFor);
    }
  const auto cannotCome = [&](int rank) {
    const auto index = static_cast<std::size_t>(rank);
    const Process *process = index < ranks_.size() ? ranks_[index] : nullptr;
    return candidates.contains(rank) || (process != nullptr && (process->isGone() || process->isFinalizing()));
  };
  const auto canMove = [&](const auto &entry) { return std::ranges::none_of(entry.second, cannotCome); };
  while (std::erase_if(candidates, canMove) > 0) {
  }
  std::vector<int> stuck;
  for (const auto &[rank, waitsFor] : candidates) stuck.push_back(rank);
  return stuck;
}

std::vector<int> Waiting::waitingFor(const std::vector<int> &culprits) const {
  std::set<int> reached(culprits.begin(), culprits.end());
  std::vector<int> waiting;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Process *process : ranks_) {
      if (process == nullptr || reached.contains(process->rank)) continue;
      if (std::ranges::none_of(waitsFor(*process), [&](int rank) { return reached.contains(rank); })) continue;
      reached.insert(process->rank);
      waiting.push_back(process->rank);
      grows = true;
    }
  }
  std::ranges::sort(waiting);
  return waiting;
}

}  // namespace lockstep::engine
