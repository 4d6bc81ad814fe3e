#include "passes/collectives/CollectiveAutomaton.h"

#include <algorithm>
#include <utility>

namespace lockstep::passes {

namespace {

enum class Relevance { None, Event, Anything };

Relevance relevance(const StepContext &context, const CollectiveEvent &event, bool onSomeRanks) {
  if (event.group == CollectiveEvent::Group::Own && event.handle.isSame(context.handle)) return Relevance::Event;
  if (event.group != CollectiveEvent::Group::Unclear) return Relevance::None;
  return onSomeRanks ? Relevance::Anything : Relevance::None;
}

}  // namespace

CollectiveAutomaton::CollectiveAutomaton(const StepContext &context, const CollectiveSummary &behavior,
                                         const Blocks &kept) {
  for (const BehaviorNode &node : behavior.nodes) addNode(context, node);
  link(behavior);
  dropIdleChoices(kept);
}

Blocks CollectiveAutomaton::commonChoices(bool onlyByRank) const {
  Blocks blocks;
  for (unsigned i = 0; i < points_.size(); ++i)
    if (points_[i].kind == AutomatonState::Kind::Common && alias_[i] == i &&
        (points_[i].dependsOnRank || points_[i].isOfItsOwn || !onlyByRank))
      blocks.insert(points_[i].block);
  return blocks;
}

void CollectiveAutomaton::addNode(const StepContext &context, const BehaviorNode &node) {
  starts_.push_back(static_cast<unsigned>(points_.size()));
  const bool onSomeRanks = node.block && context.graph.nearestController(*node.block, context.rankBranches);
  for (const CollectiveEvent &event : node.events) {
    const Relevance kind = relevance(context, event, onSomeRanks);
    if (kind == Relevance::None) continue;
    AutomatonState point{.kind = kind == Relevance::Event ? AutomatonState::Kind::Call : AutomatonState::Kind::Anything,
                         .event = event};
    point.block = node.block;
    point.onSomeRanks = onSomeRanks;
    point.next = {static_cast<unsigned>(points_.size()) + 1};
    points_.push_back(std::move(point));
  }
  AutomatonState last{.block = node.block};
  switch (node.end) {
    case BehaviorNode::End::Next:
    case BehaviorNode::End::Choice:
      last.kind = onSomeRanks && context.graph.isControlled(*node.block, context.rankBranches)
                      ? AutomatonState::Kind::Free
                      : AutomatonState::Kind::Common;
      last.dependsOnRank = node.flow != nullptr;
      last.isOfItsOwn = node.gotten != nullptr;
      last.leavesLoop = node.block && context.graph.leavesLoop(*node.block);
      break;
    case BehaviorNode::End::Return:
      last.kind = AutomatonState::Kind::End;
      break;
    case BehaviorNode::End::Abort:
      break;
  }
  ends_.push_back(static_cast<unsigned>(points_.size()));
  points_.push_back(std::move(last));
}

void CollectiveAutomaton::link(const CollectiveSummary &behavior) {
  for (std::size_t i = 0; i < behavior.nodes.size(); ++i)
    for (const unsigned next : behavior.nodes[i].next) points_[ends_[i]].next.push_back(starts_[next]);
}

unsigned CollectiveAutomaton::resolve(unsigned point) const {
  while (alias_[point] != point) point = alias_[point];
  return point;
}

/// Whether a choice makes no difference here: all its sides come to the same point.
bool CollectiveAutomaton::isIdle(unsigned point) {
  std::set<unsigned> targets;
  for (const unsigned next : points_[point].next) targets.insert(resolve(next));
  targets.erase(point);
  if (targets.size() > 1) targets = beyond(point, true, 2);
  if (targets.size() > 1) return false;
  if (targets.empty())
    points_[point].kind = AutomatonState::Kind::Anything;
  else
    alias_[point] = *targets.begin();
  return true;
}

void CollectiveAutomaton::dropIdleChoices(const Blocks &kept) {
  for (unsigned i = 0; i < points_.size(); ++i) alias_.push_back(i);
  const auto isKept = [&](const AutomatonState &point) {
    return point.kind == AutomatonState::Kind::Common && point.next.size() > 1 && kept.contains(point.block);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < points_.size(); ++i)
      if (points_[i].isChoice() && alias_[i] == i && !isKept(points_[i])) changed |= isIdle(i);
  }
  for (AutomatonState &point : points_)
    for (unsigned &next : point.next) next = resolve(next);
  for (unsigned &start : starts_) start = resolve(start);
}

std::set<unsigned> CollectiveAutomaton::beyond(unsigned point, bool throughCommon, std::size_t enough) const {
  std::set<unsigned> found;
  std::vector<bool> seen(points_.size());
  std::vector<unsigned> pending{resolve(point)};
  while (!pending.empty() && found.size() < enough) {
    const unsigned current = pending.back();
    pending.pop_back();
    if (seen[current]) continue;
    seen[current] = true;
    const AutomatonState &here = points_[current];
    const bool passes =
        here.kind == AutomatonState::Kind::Free || (throughCommon && here.kind == AutomatonState::Kind::Common);
    if (!passes) {
      found.insert(current);
      continue;
    }
    for (const unsigned next : here.next) pending.push_back(resolve(next));
  }
  return found;
}

}  // namespace lockstep::passes
