#include "engine/waiting/Waiting.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/matching/CollectiveData.h"
#include "engine/matching/Collectives.h"

namespace lockstep::engine {
namespace {

using Kind = WaitCondition::Kind;
using mpi::Effect;
using Side = Transfer::Side;

/// Drops conditions that are met; a single condition is not wrapped.
void add(WaitCondition &all, WaitCondition part) {
  if (!part.isMet()) all.parts.push_back(std::move(part));
}

/// If nothing else holds up the member, at least one of the missing members has to arrive: a library may let the member
/// wait although all its data has arrived.
WaitCondition needOfMissing(const Participation &part) {
  WaitCondition any{Kind::Any, -1, {}};
  const Slot &slot = *part.slot;
  for (unsigned i = 0; i < slot.calls().size(); ++i) {
    if (part.exchange->hasStarted(i)) continue;
    if (slot.comm().members()[i] < 0) return {};
    any.parts.push_back(WaitCondition::of(slot.comm().members()[i]));
  }
  return any;
}

/// Whether the message lacks partitions that only the sender itself can mark ready.
bool lacksPartitions(const Transfer &transfer) {
  const TransferStart *send = transfer.side == Side::Send ? transfer.own.get() : transfer.partner.get();
  return send != nullptr && send->partitions && send->partitions->missing > 0;
}

bool disagrees(const Slot &slot) {
  const Call &first = slot.firstCall();
  for (const CallPtr &call : slot.calls())
    if (call->routine->base != first.routine->base) return false;
  const auto rootOf = [](const Call &call) { return call.argument(mpi::Role::Root); };
  const bool hasOneRoot = slot.comm().isInter() || std::ranges::all_of(slot.calls(), [&](const CallPtr &call) {
                            return rootOf(*call) == rootOf(first);
                          });
  if (!hasOneRoot) return true;
  const auto disagreement = dataDisagreement(slot);
  return disagreement && disagreement->what == Disagreement::What::Amount;
}

/// All have arrived with one routine, but some may wait for data that another one does not send or receive.
bool mayHang(const Slot &slot) {
  if (!slot.isFull()) return false;
  if (!slot.mayHang) slot.mayHang = disagrees(slot);
  return *slot.mayHang;
}

/// Needs all other members.
WaitCondition needOfOthers(const Slot &slot, unsigned position) {
  WaitCondition all;
  for (unsigned i = 0; i < slot.calls().size(); ++i)
    if (i != position && slot.comm().members()[i] >= 0)
      all.parts.push_back(WaitCondition::of(slot.comm().members()[i]));
  return all;
}

/// Whether the call may return although the targets have not posted.
bool mayReturnEarly(Effect effect) { return effect == Effect::StartAccess || effect == Effect::CompleteAccess; }

}  // namespace

/// A member that arrived with another routine, or with a root or an amount of data that does not match, is as missing
/// as one that never arrives.
WaitCondition Waiting::needOf(const Participation &part) const {
  WaitCondition all;
  const Slot &slot = *part.slot;
  const Call &own = *slot.callOf(part.position);
  if (mayHang(slot)) return needOfOthers(slot, part.position);
  const Sources sources = sourcesOf(own, slot.comm(), part.position);
  if (!sources.isCertain) return all;
  const auto look = [&](unsigned source) {
    const Call *other = slot.callOf(source);
    const bool isThere =
        other != nullptr && other->routine->base == own.routine->base && part.exchange->hasStarted(source);
    if (!isThere && slot.comm().members()[source] >= 0)
      all.parts.push_back(WaitCondition::of(slot.comm().members()[source]));
  };
  if (sources.everyone)
    for (unsigned i = 0; i < slot.calls().size(); ++i) look(i);
  else
    std::ranges::for_each(sources.some, look);
  return all;
}

/// For a transfer that is not matched.
WaitCondition Waiting::needOf(const Transfer &transfer) const {
  if (transfer.peer >= 0) return WaitCondition::of(transfer.peer);
  WaitCondition any{Kind::Any, -1, {}};
  const Communicator &comm = *transfer.communicator;
  const auto own = comm.positionOf(transfer.rank);
  const auto [first, end] = own ? comm.peers(*own) : std::pair(0U, 0U);
  for (unsigned i = first; i < end; ++i) {
    if (comm.members()[i] < 0) return {};
    if (comm.members()[i] != transfer.rank) any.parts.push_back(WaitCondition::of(comm.members()[i]));
  }
  return any;
}

/// Needs all of it. A standard send may be buffered, and a collective whose data has arrived may be complete, while
/// something else holds up the call; if nothing else does, at least one of them waits for its other side.
WaitCondition Waiting::needOfAll(const std::vector<PendingWork> &work, bool isHeldUp, Library library) const {
  WaitCondition certain;
  WaitCondition one{Kind::Any, -1, {}};  // some of those that may wait, or may be matched already
  bool mayWait = false;
  for (const auto &[transfers, collective] : work) {
    const bool isNotModelled = !collective.exchange && transfers.empty();
    isHeldUp = isHeldUp || isNotModelled;
    if (collective.exchange) add(certain, needOf(collective));
    if (collective.exchange && !collective.exchange->allStarted()) {
      WaitCondition missing = needOfMissing(collective);
      isHeldUp = isHeldUp || missing.isMet();
      mayWait = true;
      add(one, std::move(missing));
    }
    for (const TransferPtr &transfer : transfers) {
      const bool isSend = transfer->side == Side::Send;
      if (isSend && transfer->mode == mpi::SendMode::Buffered) continue;
      if (transfer->isPartitioned && lacksPartitions(*transfer)) {
        certain.parts.push_back(isSend ? WaitCondition{Kind::Any, -1, {}} : WaitCondition::of(transfer->peer));
        continue;
      }
      const MatchCandidate candidate = messages_.prospectOf(*transfer);
      if (candidate.isCertain) continue;
      const bool mayBeBuffered = isSend && transfer->mode == mpi::SendMode::Standard;
      mayWait = mayWait || (mayBeBuffered && !candidate.isPossible);
      WaitCondition need = needOf(*transfer);
      isHeldUp = isHeldUp || need.isMet();
      add(mayBeBuffered || candidate.isPossible ? one : certain, std::move(need));
    }
  }
  const bool waitsForOne = certain.parts.empty() && !isHeldUp && mayWait && library == Library::Any;
  return waitsForOne ? one : certain;
}

WaitCondition Waiting::needOfAny(const std::vector<PendingWork> &work, Library library) const {
  WaitCondition any{Kind::Any, -1, {}};
  for (const PendingWork &part : work) {
    WaitCondition need = needOfAll({part}, false, library);
    if (need.isMet()) return need;
    any.parts.push_back(std::move(need));
  }
  return any;
}

/// An operation that is not modeled, or an unknown request, may already be complete.
WaitCondition Waiting::needOfCompletion(const ActiveCall &open, Library library) const {
  const Effect effect = open.call->routine->effect;
  const bool needsAll = effect == Effect::Wait || effect == Effect::WaitAll;
  if (!needsAll && effect != Effect::WaitAny && effect != Effect::WaitSome) return {};
  const std::vector<std::int64_t> handles = requestsOf(*open.call);
  std::vector<PendingWork> work;
  bool isUnknown = false;
  for (std::size_t i = 0; i < open.operations.size(); ++i) {
    const Operation *operation = open.operations[i].get();
    if (operation != nullptr && operation->isActive) work.push_back({operation->transfers, operation->collective});
    isUnknown = isUnknown || (operation == nullptr && handles[i] != trace::kNullHandle);
  }
  if (needsAll) return needOfAll(work, isUnknown, library);
  return isUnknown || work.empty() ? WaitCondition{} : needOfAny(work, library);
}

WaitCondition Waiting::needOfFinalize(const Process &process) const {
  WaitCondition all;
  for (const Process *other : ranks_)
    if (other != nullptr && other != &process && !other->isFinalizing())
      all.parts.push_back(WaitCondition::of(other->rank));
  return all;
}

WaitCondition Waiting::needOf(const Process &process, const ActiveCall &open, Library library) const {
  if (open.call->routine->effect == Effect::Finalize) return needOfFinalize(process);
  if (open.call->routine->cls == mpi::Class::Completion) return needOfCompletion(open, library);
  if (open.call->routine->timing != mpi::Timing::Blocking) return {};
  if (open.call->routine->cls == mpi::Class::WindowSync)
    return library == Library::Generous && mayReturnEarly(open.call->routine->effect) ? WaitCondition{}
                                                                                      : rma_.needOf(*open.call);
  if (open.call->routine->effect == Effect::CommCreatePartial) return makings_.needOf(*open.call);
  return needOfAll({{open.transfers, open.own.value_or(Participation{})}}, false, library);
}

/// If one of its threads can move, the process may help the others.
WaitCondition Waiting::needOf(const Process &process, Library library) const {
  if (!process.isAlone() && !process.isAtRest) return {};
  WaitCondition any{Kind::Any, -1, {}};
  for (const ActiveCall *open : process.openCalls()) {
    WaitCondition need = needOf(process, *open, library);
    if (need.isMet()) return {};
    any.parts.push_back(std::move(need));
  }
  if (any.parts.empty()) return {};
  return any.parts.size() == 1 ? std::move(any.parts.front()) : any;
}

std::vector<int> Waiting::waitsFor(const Process &process) const {
  std::vector<int> ranks;
  needOf(process).collectRanks(ranks);
  std::ranges::sort(ranks);
  ranks.erase(std::ranges::unique(ranks).begin(), ranks.end());
  return ranks;
}

std::vector<int> Waiting::stuck() const {
  std::map<int, WaitCondition> candidates;
  for (const Process *process : ranks_)
    if (process != nullptr && !process->end) {
      WaitCondition need = needOf(*process);
      if (!need.isMet()) candidates[process->rank] = std::move(need);
    }
  const auto canMove = [&](int rank) {
    const auto index = static_cast<std::size_t>(rank);
    const Process *process = index < ranks_.size() ? ranks_[index] : nullptr;
    return !candidates.contains(rank) && (process == nullptr || !(process->isGone() || process->isFinalizing()));
  };
  const auto canReturn = [&](const auto &entry) { return entry.second.canBeMet(canMove); };
  while (std::erase_if(candidates, canReturn) > 0) {
  }
  std::vector<int> stuck;
  for (const auto &[rank, need] : candidates) stuck.push_back(rank);
  return stuck;
}

/// A rank is in the core if it is on a cycle of wait-for edges over stuck ranks, or waits for a rank that is not stuck,
/// or for none.
std::vector<int> Waiting::core(const std::vector<int> &stuck) const {
  std::map<int, std::vector<int>> edges;
  for (const int rank : stuck) edges[rank] = waitsFor(*ranks_[static_cast<std::size_t>(rank)]);
  const auto isInCore = [&](int rank) {
    const auto isGone = [&](int other) { return !edges.contains(other); };
    if (edges[rank].empty() || std::ranges::any_of(edges[rank], isGone)) return true;
    std::set<int> seen;
    for (std::vector<int> open = edges[rank]; !open.empty();) {
      const int next = open.back();
      open.pop_back();
      if (next == rank) return true;
      if (!edges.contains(next) || !seen.insert(next).second) continue;
      open.insert(open.end(), edges[next].begin(), edges[next].end());
    }
    return false;
  };
  std::vector<int> core;
  std::ranges::copy_if(stuck, std::back_inserter(core), isInCore);
  return core.empty() ? stuck : core;
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
