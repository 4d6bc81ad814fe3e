#include "engine/matching/CollectiveData.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "engine/calls/CallData.h"
#include "engine/matching/EdgePairing.h"
#include "engine/matching/ValueGroups.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Role;
using What = Disagreement::What;

constexpr std::size_t kMostShown = 3;

std::optional<What> disagreement(Elements first, Elements second) {
  const Comparison result = compare(first, second);
  if (result.difference && !result.difference->isSoft) return What::Types;
  if (result.amount != std::strong_ordering::equal) return What::Amount;
  if (result.difference) return What::TypeNames;
  return std::nullopt;
}

/// Whether both have the same description.
bool isSame(Elements a, Elements b) {
  if (a.count != b.count) return false;
  if (a.type == b.type) return true;
  return a.type->isComplete && b.type->isComplete && a.type->name == b.type->name &&
         a.type->repeats == b.type->repeats && a.type->pattern == b.type->pattern;
}

std::vector<unsigned> positionsIn(std::pair<unsigned, unsigned> range) {
  std::vector<unsigned> positions;
  for (unsigned i = range.first; i < range.second; ++i) positions.push_back(i);
  return positions;
}

/// The root of a rooted collective, if it has arrived. On an intercommunicator the root is identified by MPI_ROOT.
std::optional<unsigned> rootOf(const Slot &slot) {
  for (unsigned i = 0; i < slot.calls().size(); ++i) {
    const Call *call = slot.callOf(i);
    const std::int64_t root = call != nullptr ? call->argument(Role::Root).value_or(-1) : -1;
    if (slot.comm().isInter() ? root == mpi::kRootHere : root == static_cast<std::int64_t>(i)) return i;
  }
  return std::nullopt;
}

/// The positions of each group; on an intracommunicator, of all members.
std::vector<std::vector<unsigned>> groupsOf(const Communicator &comm) {
  if (!comm.isInter()) return {positionsIn({0, static_cast<unsigned>(comm.size())})};
  const unsigned other = comm.peers(0).first;
  return {positionsIn(comm.peers(other)), positionsIn(comm.peers(0))};
}

/// What the members pass for one buffer, by position; none for a member that has not arrived.
using Statements = std::vector<std::optional<BufferData>>;

Statements statementsOf(const Slot &slot, Role buffer) {
  Statements statements(slot.calls().size());
  for (unsigned i = 0; i < statements.size(); ++i)
    if (const Call *call = slot.callOf(i)) statements[i].emplace(*call, call->routine->indexOf(buffer));
  return statements;
}

std::optional<Elements> partAt(const Statements &statements, unsigned position, std::size_t index) {
  return statements[position] ? statements[position]->at(index) : std::nullopt;
}

// All members pass the same.

/// Who passes what, with equal members grouped.
std::string describeDisagreement(const Slot &slot, const std::vector<unsigned> &positions, const Statements &statements,
                                 std::size_t index) {
  std::vector<ValueGroup<Elements>> valueGroups;
  for (const unsigned position : positions) {
    const auto data = partAt(statements, position, index);
    if (!data) continue;
    auto valueGroup =
        std::ranges::find_if(valueGroups, [&](const auto &known) { return compare(known.value, *data).isEqual(); });
    if (valueGroup == valueGroups.end()) valueGroup = valueGroups.insert(valueGroups.end(), {*data, {}});
    valueGroup->ranks.push_back(slot.callOf(position)->rank());
  }
  for (ValueGroup<Elements> &valueGroup : valueGroups) std::ranges::sort(valueGroup.ranks);
  std::ranges::sort(valueGroups, {}, [](const ValueGroup<Elements> &valueGroup) { return valueGroup.ranks.front(); });
  return describeGroups(valueGroups, "use", [](Elements data) { return describe(data); });
}

/// Compares all members with the first of `positions`.
std::optional<Disagreement> compareAll(const Slot &slot, const std::vector<unsigned> &positions,
                                       const Statements &statements, std::size_t index = 0) {
  const auto expected = positions.empty() ? std::nullopt : partAt(statements, positions.front(), index);
  if (!expected) return std::nullopt;
  std::optional<What> gravest;
  for (const unsigned position : positions) {
    const auto data = partAt(statements, position, index);
    const auto what = data ? disagreement(*expected, *data) : std::nullopt;
    if (what && (!gravest || *what < *gravest)) gravest = what;
  }
  if (!gravest) return std::nullopt;
  return Disagreement{*gravest, describeDisagreement(slot, positions, statements, index)};
}

/// Compares with the root; on an intercommunicator only the root of its group takes part.
std::optional<Disagreement> compareWithRoot(const Slot &slot, Role buffer) {
  const auto root = rootOf(slot);
  if (!root) return std::nullopt;
  std::vector<unsigned> positions{*root};
  for (const unsigned peer : positionsIn(slot.comm().peers(*root)))
    if (peer != *root) positions.push_back(peer);
  return compareAll(slot, positions, statementsOf(slot, buffer));
}

/// All members of a group pass the same part for each of them.
std::optional<Disagreement> compareParts(const Slot &slot, const std::vector<unsigned> &group,
                                         const Statements &statements) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    auto found = compareAll(slot, group, statements, i);
    if (!found) continue;
    found->description =
        fmt::format("for the part of rank {}, {}", slot.comm().members()[group[i]], found->description);
    return found;
  }
  return std::nullopt;
}

/// If the result is scattered, the groups of an intercommunicator may partition it differently.
std::optional<Disagreement> compareReduction(const Slot &slot) {
  const mpi::RoutineInfo &routine = *slot.firstCall().routine;
  if (routine.indexOf(Role::Root) >= 0) return compareWithRoot(slot, Role::ReadBuffer);
  const Statements statements = statementsOf(slot, Role::ReadBuffer);
  const auto everyone = positionsIn({0, static_cast<unsigned>(slot.comm().size())});
  if (routine.indexOf(Role::Count) >= 0) return compareAll(slot, everyone, statements);
  for (const std::vector<unsigned> &group : groupsOf(slot.comm()))
    if (auto found = routine.indexOf(Role::CountsPerRank) >= 0 ? compareParts(slot, group, statements)
                                                               : compareAll(slot, group, statements))
      return found;
  return std::nullopt;
}

// Each member sends what the other expects.

/// Pairs of senders and receivers with the same disagreement.
struct Pairs {
  std::set<int> senders;
  std::set<int> receivers;
  std::size_t count = 0;
  std::pair<int, int> example;
};

class PairCheck {
 public:
  explicit PairCheck(const Slot &slot)
      : slot_(slot), sent_(statementsOf(slot, Role::ReadBuffer)), received_(statementsOf(slot, Role::WriteBuffer)) {}

  std::optional<Disagreement> toRoot();
  std::optional<Disagreement> fromRoot();
  std::optional<Disagreement> everyPair();
  std::optional<Disagreement> alongEdges();

 private:
  struct Group {
    Elements data;
    std::vector<int> ranks;
  };
  using Parts = std::vector<std::pair<Elements, Elements>>;  // sent, and expected
  using PartOf = std::optional<Elements> (PairCheck::*)(unsigned, unsigned) const;

  std::size_t indexOf(unsigned member, unsigned inListOf) const { return member - slot_.comm().peers(inListOf).first; }
  std::optional<Elements> sent(unsigned from, unsigned to) const;
  std::optional<Elements> expected(unsigned from, unsigned to) const;
  std::vector<Group> groupsBy(const std::vector<unsigned> &members, PartOf partOf) const;
  Parts partsAlong(unsigned from, unsigned to, const EdgePairs &edges) const;
  void judge(unsigned from, unsigned to, const std::vector<EdgePairs> &pairings);
  void judge(unsigned from, unsigned to);
  void judge(Elements sent, Elements expected, const std::vector<int> &senders, const std::vector<int> &receivers);
  std::optional<Disagreement> verdict() const;

  const Slot &slot_;
  Statements sent_;
  Statements received_;
  std::map<std::tuple<What, std::string, std::string>, Pairs> found_;
};

/// In place, a member sends what it would otherwise receive: in a gather its own part, in an all-to-all the part that
/// it gets from the same member.
std::optional<Elements> PairCheck::sent(unsigned from, unsigned to) const {
  if (!sent_[from]) return std::nullopt;
  if (!sent_[from]->isInPlace()) return sent_[from]->at(indexOf(to, from));
  const mpi::RoutineInfo &routine = *slot_.callOf(from)->routine;
  if (routine.indexOf(Role::Root) >= 0 || slot_.comm().isInter()) return std::nullopt;
  const bool isGathering = routine.indexOf(Role::Count) >= 0;
  return received_[from]->at(isGathering ? from : to);
}

std::optional<Elements> PairCheck::expected(unsigned from, unsigned to) const {
  if (!received_[to] || received_[to]->isInPlace()) return std::nullopt;
  return received_[to]->at(indexOf(from, to));
}

void PairCheck::judge(unsigned from, unsigned to) {
  const auto given = sent(from, to);
  const auto taken = expected(from, to);
  if (given && taken) judge(*given, *taken, {slot_.callOf(from)->rank()}, {slot_.callOf(to)->rank()});
}

void PairCheck::judge(Elements sent, Elements expected, const std::vector<int> &senders,
                      const std::vector<int> &receivers) {
  const auto what = disagreement(sent, expected);
  if (!what) return;
  Pairs &pairs = found_[{*what, describe(sent), describe(expected)}];
  if (pairs.count == 0) pairs.example = {senders.front(), receivers.front()};
  pairs.count += senders.size() * receivers.size();
  pairs.senders.insert(senders.begin(), senders.end());
  pairs.receivers.insert(receivers.begin(), receivers.end());
}

std::string saying(const Pairs &pairs, const std::string &sent, const std::string &expected) {
  const bool isEveryPair = pairs.count == pairs.senders.size() * pairs.receivers.size();
  std::vector<int> senders(pairs.senders.begin(), pairs.senders.end());
  std::vector<int> receivers(pairs.receivers.begin(), pairs.receivers.end());
  if (!isEveryPair) {
    senders = {pairs.example.first};
    receivers = {pairs.example.second};
  }
  std::string text = doing(senders, "send") + " " + sent;
  if (senders.size() == 1 && senders == receivers)
    text += fmt::format(" to itself and expects {}", expected);
  else
    text += fmt::format(" to {}, which {} {}", report::describeRanks(receivers),
                        receivers.size() == 1 ? "expects" : "expect", expected);
  if (!isEveryPair) text += fmt::format(" (and so in {} of the pairs)", pairs.count);
  return text;
}

/// The most severe disagreements, that of the lowest sender first.
std::optional<Disagreement> PairCheck::verdict() const {
  if (found_.empty()) return std::nullopt;
  const What gravest = std::get<What>(found_.begin()->first);
  std::map<std::pair<int, int>, std::string> all;
  for (const auto &[key, pairs] : found_) {
    const auto &[what, sent, expected] = key;
    if (what == gravest) all.emplace(pairs.example, saying(pairs, sent, expected));
  }
  std::string description;
  for (const auto &[example, text] : all | std::views::take(kMostShown))
    description += (description.empty() ? "" : "; ") + text;
  if (all.size() > kMostShown) description += "; ...";
  return Disagreement{gravest, std::move(description)};
}

std::optional<Disagreement> PairCheck::toRoot() {
  if (const auto root = rootOf(slot_))
    for (const unsigned peer : positionsIn(slot_.comm().peers(*root))) judge(peer, *root);
  return verdict();
}

std::optional<Disagreement> PairCheck::fromRoot() {
  if (const auto root = rootOf(slot_))
    for (const unsigned peer : positionsIn(slot_.comm().peers(*root))) judge(*root, peer);
  return verdict();
}

/// Groups the members by what they pass for every other member.
std::vector<PairCheck::Group> PairCheck::groupsBy(const std::vector<unsigned> &members, PartOf partOf) const {
  std::vector<Group> groups;
  for (const unsigned member : members) {
    const auto data = (this->*partOf)(member, member);
    if (!data) continue;
    auto group = std::ranges::find_if(groups, [&](const Group &known) { return isSame(known.data, *data); });
    if (group == groups.end()) group = groups.insert(groups.end(), {*data, {}});
    group->ranks.push_back(slot_.callOf(member)->rank());
  }
  return groups;
}

/// If members pass one amount for all peers, equal members are compared once.
std::optional<Disagreement> PairCheck::everyPair() {
  const bool isPerRank = slot_.firstCall().routine->indexOf(Role::CountsPerRank) >= 0;
  for (const std::vector<unsigned> &members : groupsOf(slot_.comm())) {
    const std::vector<unsigned> peers = positionsIn(slot_.comm().peers(members.front()));
    if (!isPerRank) {
      const std::vector<Group> receivers = groupsBy(peers, &PairCheck::expected);
      for (const Group &sender : groupsBy(members, &PairCheck::sent))
        for (const Group &receiver : receivers) judge(sender.data, receiver.data, sender.ranks, receiver.ranks);
      continue;
    }
    for (const unsigned from : members)
      for (const unsigned to : peers) judge(from, to);
  }
  return verdict();
}

/// The neighbors of the caller; null where they are not known.
const semantics::Neighbors *neighborsOf(const Call *call, const Communicator &comm) {
  if (call == nullptr) return nullptr;
  const auto known = call->process->neighbors.find(comm.id());
  return known == call->process->neighbors.end() ? nullptr : &known->second;
}

/// Of edges with the same data one.
PairCheck::Parts PairCheck::partsAlong(unsigned from, unsigned to, const EdgePairs &edges) const {
  Parts parts;
  for (const auto &[out, in] : edges) {
    const auto given = sent_[from]->at(out);
    const auto taken = received_[to]->at(in);
    const auto isTold = [&](const auto &part) { return isSame(part.first, *given) && isSame(part.second, *taken); };
    if (given && taken && std::ranges::none_of(parts, isTold)) parts.emplace_back(*given, *taken);
  }
  return parts;
}

/// Only what is wrong however the library pairs the edges counts, and is as grave as with the pairing that fits best.
void PairCheck::judge(unsigned from, unsigned to, const std::vector<EdgePairs> &pairings) {
  Parts best;
  std::optional<What> mildest;
  for (const EdgePairs &edges : pairings) {
    Parts parts = partsAlong(from, to, edges);
    std::optional<What> gravest;
    for (const auto &[given, taken] : parts)
      if (const auto what = disagreement(given, taken); what && (!gravest || *what < *gravest)) gravest = what;
    if (!gravest) return;
    if (mildest && *gravest <= *mildest) continue;
    mildest = gravest;
    best = std::move(parts);
  }
  for (const auto &[given, taken] : best) judge(given, taken, {slot_.callOf(from)->rank()}, {slot_.callOf(to)->rank()});
}

std::optional<Disagreement> PairCheck::alongEdges() {
  for (unsigned from = 0; from < slot_.calls().size(); ++from) {
    const semantics::Neighbors *sender = neighborsOf(slot_.callOf(from), slot_.comm());
    if (sender == nullptr) continue;
    const std::set<std::int64_t> neighbors(sender->destinations.begin(), sender->destinations.end());
    for (const std::int64_t neighbor : neighbors) {
      const auto to = slot_.comm().peer(from, neighbor);
      const semantics::Neighbors *receiver = to ? neighborsOf(slot_.callOf(*to), slot_.comm()) : nullptr;
      if (receiver == nullptr) continue;
      judge(from, *to, edgePairings(sender->destinations, *to, receiver->sources, from));
    }
  }
  return verdict();
}

}  // namespace

std::optional<Disagreement> dataDisagreement(const Slot &slot) {
  const mpi::RoutineInfo &routine = *slot.firstCall().routine;
  const bool isBroadcast = routine.indexOf(Role::BcastBuffer) >= 0;
  const bool isReduction = routine.indexOf(Role::Op) >= 0;
  switch (routine.cls) {
    case Class::CollectiveFromRoot:
      return isBroadcast ? compareWithRoot(slot, Role::BcastBuffer) : PairCheck(slot).fromRoot();
    case Class::CollectiveToRoot:
      return isReduction ? compareReduction(slot) : PairCheck(slot).toRoot();
    case Class::CollectiveAll:
      return isReduction ? compareReduction(slot) : PairCheck(slot).everyPair();
    case Class::CollectiveScan:
    case Class::CollectiveExscan:
      return compareReduction(slot);
    case Class::CollectiveNeighbor:
      return PairCheck(slot).alongEdges();
    default:
      return std::nullopt;
  }
}

}  // namespace lockstep::engine
