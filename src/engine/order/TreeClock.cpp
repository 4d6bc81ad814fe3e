// The sparse clock: knowledge is a radix tree over the strands, whose nodes are immutable and shared.
//
// Two trees that differ in a few strands share all other subtrees, and a join stops at equal pointers: its cost depends
// on the differences, not on the number of strands. A result equal to one of its operands is that operand, so that
// equal trees become shared again.
//
// The tree clock of Mathur et al. (ASPLOS 2022) orders the tree by who received from whom, and skips what the receiver
// knows by that path. It is updated in place, so that every message would need a full copy; here a message is a
// pointer.
#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/order/Clock.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kLeafBits = 5;
constexpr std::size_t kLeafTicks = 1U << kLeafBits;
constexpr std::size_t kFanBits = 4;
constexpr std::size_t kFan = 1U << kFanBits;

struct Node : Counted {  // a Leaf at height 0, otherwise an Inner
  virtual ~Node() = default;
};
using NodePtr = Ref<const Node>;

struct Leaf : Node {
  std::array<Tick, kLeafTicks> last{};
};

struct Inner : Node {
  std::array<NodePtr, kFan> children;
};

const Leaf &leafOf(const NodePtr &node) { return static_cast<const Leaf &>(*node); }
const Inner &innerOf(const NodePtr &node) { return static_cast<const Inner &>(*node); }

/// Number of strands below a node of this height, as a shift and as a count.
constexpr std::size_t shiftOf(unsigned height) { return kLeafBits + kFanBits * (height - 1); }
constexpr std::size_t spanOf(unsigned height) { return std::size_t{1} << (kLeafBits + kFanBits * height); }

struct Tree : Knowledge {
  Tree(unsigned height, NodePtr root) : height(height), root(std::move(root)) {}
  unsigned height;
  NodePtr root;
};

const Tree &treeOf(const Knowledge &knowledge) { return static_cast<const Tree &>(knowledge); }

NodePtr joinLeaves(const NodePtr &a, const NodePtr &b) {
  Leaf joined;
  bool isA = true;
  bool isB = true;
  for (std::size_t i = 0; i < kLeafTicks; ++i) {
    joined.last[i] = std::max(leafOf(a).last[i], leafOf(b).last[i]);
    isA &= joined.last[i] == leafOf(a).last[i];
    isB &= joined.last[i] == leafOf(b).last[i];
  }
  if (isA || isB) return isA ? a : b;
  return makeRef<Leaf>(joined);
}

NodePtr joinNodes(unsigned height, const NodePtr &a, const NodePtr &b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (height == 0) return joinLeaves(a, b);
  Inner joined;
  bool isA = true;
  bool isB = true;
  for (std::size_t i = 0; i < kFan; ++i) {
    joined.children[i] = joinNodes(height - 1, innerOf(a).children[i], innerOf(b).children[i]);
    isA &= joined.children[i] == innerOf(a).children[i];
    isB &= joined.children[i] == innerOf(b).children[i];
  }
  if (isA || isB) return isA ? a : b;
  return makeRef<Inner>(std::move(joined));
}

/// Events by ascending strand.
using Points = std::span<const Moment>;

NodePtr raiseLeaf(const NodePtr &node, Points points) {
  Ref<Leaf> raised;
  for (const Moment &point : points) {
    const std::size_t index = static_cast<std::size_t>(point.strand) % kLeafTicks;
    if ((raised ? raised->last[index] : node ? leafOf(node).last[index] : 0) >= point.tick) continue;
    if (!raised) raised = node ? makeRef<Leaf>(leafOf(node)) : makeRef<Leaf>();
    raised->last[index] = point.tick;
  }
  return raised ? raised : node;
}

NodePtr raiseNode(unsigned height, const NodePtr &node, Points points) {
  if (height == 0) return raiseLeaf(node, points);
  Ref<Inner> raised;
  for (std::size_t done = 0; done < points.size();) {
    const std::size_t place = static_cast<std::size_t>(points[done].strand) >> shiftOf(height);
    std::size_t end = done + 1;
    while (end < points.size() && static_cast<std::size_t>(points[end].strand) >> shiftOf(height) == place) ++end;
    const std::size_t child = place % kFan;
    static const NodePtr kNone;
    const NodePtr &old = node ? innerOf(node).children[child] : kNone;
    NodePtr changed = raiseNode(height - 1, old, points.subspan(done, end - done));
    done = end;
    if (changed == old) continue;
    if (!raised) raised = node ? makeRef<Inner>(innerOf(node)) : makeRef<Inner>();
    raised->children[child] = std::move(changed);
  }
  return raised ? raised : node;
}

/// A subtree to be joined.
struct Part {
  unsigned height = 0;
  NodePtr root;
};

void grow(Part &part, unsigned height) {
  for (; part.height < height; ++part.height) {
    if (!part.root) continue;
    auto above = makeRef<Inner>();
    above->children[0] = std::move(part.root);
    part.root = std::move(above);
  }
}

Part joinParts(Part a, Part b) {
  const unsigned height = std::max(a.height, b.height);
  grow(a, height);
  grow(b, height);
  return {height, joinNodes(height, a.root, b.root)};
}

/// Pairwise, as a balanced tree: joins of small trees copy little.
Part joinAll(std::vector<Part> parts) {
  if (parts.empty()) return {};
  for (std::size_t step = 1; step < parts.size(); step *= 2)
    for (std::size_t i = 0; i + step < parts.size(); i += 2 * step)
      parts[i] = joinParts(std::move(parts[i]), std::move(parts[i + step]));
  return std::move(parts.front());
}

/// Lowers the common knowledge to that of a tree. A subtree shared by several trees is processed once.
class Lowering {
 public:
  explicit Lowering(std::size_t strands) : common_(strands, std::numeric_limits<Tick>::max()) {}

  void lower(const Shared &shared) {
    const std::size_t owner = shared.owner ? static_cast<std::size_t>(*shared.owner) : common_.size();
    const Tick own = owner < common_.size() ? common_[owner] : 0;
    owner_ = owner;
    if (shared.knowledge == nullptr)
      clear(0, common_.size());
    else {
      const Tree &tree = treeOf(*shared.knowledge);
      lower(tree.height, tree.root, 0);
      clear(spanOf(tree.height), common_.size());
    }
    if (owner < common_.size()) common_[owner] = own;
  }

  std::vector<Tick> take() { return std::move(common_); }

 private:
  void clear(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < std::min(end, common_.size()); ++i) common_[i] = 0;
  }

  void lower(unsigned height, const NodePtr &node, std::size_t first) {
    const std::size_t end = first + spanOf(height);
    if (first >= common_.size()) return;
    if (!node) return clear(first, end);
    const bool isAll = owner_ < first || owner_ >= end;
    if (isAll && !lowered_.insert(node.get()).second) return;
    if (height == 0) {
      for (std::size_t i = first; i < std::min(end, common_.size()); ++i)
        common_[i] = std::min(common_[i], leafOf(node).last[i - first]);
      return;
    }
    for (std::size_t i = 0; i < kFan; ++i) lower(height - 1, innerOf(node).children[i], first + i * spanOf(height - 1));
  }

  std::vector<Tick> common_;
  std::size_t owner_ = 0;
  std::unordered_set<const Node *> lowered_;  // a node stands for the same strands wherever it is
};

class TreeClock final : public Clock {
 public:
  KnowledgePtr join(const KnowledgePtr &before, std::span<const Stamp> events) override {
    Part joined = events.size() == 1 ? joinOne(before, events.front().known) : joinKnown(before, events);
    std::vector<Moment> points(events.begin(), events.end());
    std::ranges::sort(points, {}, [](const Moment &point) { return std::pair(point.strand, point.tick); });
    while (!points.empty() && static_cast<std::size_t>(points.back().strand) >= spanOf(joined.height))
      grow(joined, joined.height + 1);
    return makeRef<Tree>(joined.height, raiseNode(joined.height, joined.root, points));
  }

  KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) override {
    if (!a || a == b) return b;
    if (!b) return a;
    Part joined = joinOne(a, b);
    if (joined.root == treeOf(*a).root) return a;
    if (joined.root == treeOf(*b).root) return b;
    return makeRef<Tree>(joined.height, std::move(joined.root));
  }

  bool knows(const Knowledge &knowledge, Strand strand, Tick tick) const override {
    const Tree &tree = treeOf(knowledge);
    const auto index = static_cast<std::size_t>(strand);
    if (index >= spanOf(tree.height)) return false;
    const NodePtr *node = &tree.root;
    for (unsigned height = tree.height; height > 0 && *node; --height)
      node = &innerOf(*node).children[(index >> shiftOf(height)) % kFan];
    return *node && leafOf(*node).last[index % kLeafTicks] >= tick;
  }

  std::vector<Tick> common(std::span<const Shared> all, std::size_t strands) const override {
    Lowering lowering(strands);
    for (const Shared &shared : all) lowering.lower(shared);
    return lowering.take();
  }

 private:
  static Part partOf(const KnowledgePtr &knowledge) {
    return knowledge ? Part{treeOf(*knowledge).height, treeOf(*knowledge).root} : Part{};
  }
  static Part joinOne(const KnowledgePtr &a, const KnowledgePtr &b) { return joinParts(partOf(a), partOf(b)); }

  static Part joinKnown(const KnowledgePtr &before, std::span<const Stamp> events) {
    std::vector<Part> parts;
    if (before) parts.push_back(partOf(before));
    std::unordered_set<const Knowledge *> seen{before.get(), nullptr};
    for (const Stamp &event : events)
      if (seen.insert(event.known.get()).second) parts.push_back(partOf(event.known));
    return joinAll(std::move(parts));
  }
};

}  // namespace

std::unique_ptr<Clock> makeTreeClock() { return std::make_unique<TreeClock>(); }

}  // namespace lockstep::engine
