#include "engine/calls/Exchange.h"

#include <algorithm>
#include <numeric>

#include "engine/calls/Synchronization.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Role;

/// What the call receives according to its counts: an amount per member, or one for all.
struct ReceiveCounts {
  bool any = true;                        // without counts, data may always flow
  std::span<const std::int64_t> perRank;  // empty: `any` holds for every member
  bool isKnown = true;
};

/// The last counts argument describes what the call receives: send counts precede receive counts, and reductions have
/// only one.
ReceiveCounts receiveCounts(const Call &call) {
  const auto arguments = call.routine->args();
  for (std::size_t i = arguments.size(); i-- > 0;) {
    const Role role = arguments[i].role;
    if (role == Role::CountsPerRank) {
      const auto counts = call.array(static_cast<int>(i));
      return {true, counts, !counts.empty()};
    }
    if (role == Role::Count || role == Role::CountEach)
      return {i < call.arguments.size() && call.arguments[i] > 0, {}, true};
  }
  return {};
}

bool receivesFrom(const ReceiveCounts &counts, std::size_t index) {
  if (counts.perRank.empty()) return counts.any;
  return index < counts.perRank.size() && counts.perRank[index] > 0;
}

/// Every peer with a nonzero count.
Sources fromPeers(const ReceiveCounts &counts, const Communicator &comm, unsigned position) {
  if (counts.perRank.empty() && !comm.isInter()) return {counts.any, {}, counts.isKnown};
  const auto [first, end] = comm.peers(position);
  Sources sources{false, {}, counts.isKnown};
  for (unsigned i = first; i < end; ++i)
    if (receivesFrom(counts, i - first)) sources.some.push_back(i);
  return sources;
}

/// The counts of a reduce-scatter give each member's share of a result to which every member contributes.
bool isReduction(const Call &call) { return call.routine->indexOf(Role::Op) >= 0; }

Sources fromAll(const Call &call, const Communicator &comm, unsigned position) {
  const ReceiveCounts counts = receiveCounts(call);
  if (!isReduction(call) || counts.perRank.empty()) return fromPeers(counts, comm, position);
  const auto ownGroup = comm.isInter() ? comm.peers(comm.peers(position).first).first : 0;
  return fromPeers({receivesFrom(counts, position - ownGroup), {}, true}, comm, position);
}

Sources fromRoot(const Call &call, const Communicator &comm, unsigned position) {
  const auto root = comm.peer(position, call.argument(Role::Root).value_or(-1));
  if (!root || *root == position || !receiveCounts(call).any) return {};
  return {false, {*root}, true};
}

/// On an intercommunicator the root and the other members of its group pass constants, so the root does not follow from
/// the argument alone.
Sources toRoot(const Call &call, const Communicator &comm, unsigned position) {
  if (comm.isInter()) return {};
  const auto root = comm.peer(position, call.argument(Role::Root).value_or(-1));
  if (!root || *root != position) return {};
  return fromPeers(receiveCounts(call), comm, position);
}

Sources fromLower(const Call &call, unsigned position) {
  if (!receiveCounts(call).any) return {};
  Sources sources;
  sources.some.resize(position);
  std::iota(sources.some.begin(), sources.some.end(), 0U);
  return sources;
}

/// The neighbors from which the caller receives.
Sources fromNeighbors(const Call &call, const Communicator &comm, unsigned position) {
  const auto known = call.process->neighbors.find(comm.id());
  if (known == call.process->neighbors.end()) return {};
  const ReceiveCounts counts = receiveCounts(call);
  Sources sources{false, {}, counts.isKnown};
  const std::vector<std::int64_t> &neighbors = known->second.sources;
  for (std::size_t i = 0; i < neighbors.size(); ++i)
    if (const auto source = comm.peer(position, neighbors[i]); source && receivesFrom(counts, i))
      sources.some.push_back(*source);
  return sources;
}

/// Creating a communicator or window and freeing a window synchronize; a fence that ends no epoch need not.
Sources fromMaking(const Call &call) {
  const mpi::Effect effect = call.routine->effect;
  const bool makes = effect == mpi::Effect::CommCreate || effect == mpi::Effect::WinCreate;
  return {makes || effect == mpi::Effect::WinFree || synchronization(call).closes, {}, true};
}

}  // namespace

Sources sourcesOf(const Call &call, const Communicator &comm, unsigned position) {
  switch (call.routine->cls) {
    case Class::CollectiveSync:
      return fromPeers({}, comm, position);
    case Class::CollectiveAll:
      return fromAll(call, comm, position);
    case Class::CollectiveFromRoot:
      return fromRoot(call, comm, position);
    case Class::CollectiveToRoot:
      return toRoot(call, comm, position);
    case Class::CollectiveScan:
    case Class::CollectiveExscan:
      return fromLower(call, position);
    case Class::CollectiveNeighbor:
      return fromNeighbors(call, comm, position);
    case Class::CollectiveComm:
    case Class::CollectiveWindow:
      return fromMaking(call);
    case Class::Environment:
    case Class::Send:
    case Class::Receive:
    case Class::SendReceive:
    case Class::Probe:
    case Class::Partition:
    case Class::Start:
    case Class::Completion:
    case Class::RequestQuery:
    case Class::CollectiveFile:
    case Class::CollectiveProcess:
    case Class::RmaPut:
    case Class::RmaGet:
    case Class::RmaAccumulate:
    case Class::RmaFetch:
    case Class::WindowSync:
    case Class::Window:
    case Class::Communicator:
    case Class::Topology:
    case Class::Group:
    case Class::Datatype:
    case Class::Op:
    case Class::Attribute:
    case Class::Info:
    case Class::ErrorHandler:
    case Class::File:
    case Class::Memory:
    case Class::Session:
    case Class::Pure:
    case Class::Tool:
      return {};
  }
  return {};
}

void Exchange::setStarted(unsigned position) {
  started_[position] = true;
  ++startedCount_;
}

void Exchange::reach(unsigned position) {
  if (!reached_[position]) ++reachedCount_;
  reached_[position] = true;
}

void Exchange::publish(unsigned position, const Stamp &start) {
  if (!isPublished(position)) ++published_;
  starts_[position] = start;
}

void Exchange::receiveAll(unsigned position, Strand strand, Order &order) {
  if (!joined_) joined_ = order.join(starts_);
  order.receive(strand, starts_[position], joined_);
}

void Exchange::complete(unsigned position, Strand strand, const Sources &sources, Order &order) {
  if (sources.everyone && allPublished()) return receiveAll(position, strand, order);
  std::vector<Stamp> heard;
  const auto hear = [&](unsigned source) {
    if (isPublished(source)) heard.push_back(starts_[source]);
  };
  if (sources.everyone)
    for (unsigned i = 0; i < starts_.size(); ++i) hear(i);
  else
    std::ranges::for_each(sources.some, hear);
  order.receive(strand, heard);
}

}  // namespace lockstep::engine
