// The dense clock: knowledge is a vector with the last known tick of every strand.
//
// Joining n events costs the length of the vector times the number of different vectors among them; after a barrier
// all members share one, so that the next barrier costs one pass and not n.
#include <algorithm>
#include <vector>

#include "engine/Clock.h"

namespace lockstep::engine {
namespace {

struct Ticks : Knowledge {
  std::vector<Tick> last;  // by strand; strands beyond the end are unknown
};

const Ticks &ticksOf(const Knowledge &knowledge) { return static_cast<const Ticks &>(knowledge); }

void raise(Ticks &ticks, Strand strand, Tick tick) {
  const auto index = static_cast<std::size_t>(strand);
  if (ticks.last.size() <= index) ticks.last.resize(index + 1);
  ticks.last[index] = std::max(ticks.last[index], tick);
}

void raise(Ticks &ticks, const Ticks &other) {
  if (ticks.last.size() < other.last.size()) ticks.last.resize(other.last.size());
  for (std::size_t i = 0; i < other.last.size(); ++i) ticks.last[i] = std::max(ticks.last[i], other.last[i]);
}

class VectorClock final : public Clock {
 public:
  KnowledgePtr join(std::span<const Stamp> events) const override {
    auto joined = std::make_shared<Ticks>();
    std::vector<const Knowledge *> different;
    for (const Stamp &event : events)
      if (event.known) different.push_back(event.known.get());
    std::ranges::sort(different);
    const auto [first, last] = std::ranges::unique(different);
    different.erase(first, last);
    for (const Knowledge *knowledge : different) raise(*joined, ticksOf(*knowledge));
    for (const Stamp &event : events) raise(*joined, event.strand, event.tick);
    return joined;
  }

  KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) const override {
    if (!a || a == b) return b;
    if (!b) return a;
    auto joined = std::make_shared<Ticks>(ticksOf(*a));
    raise(*joined, ticksOf(*b));
    return joined;
  }

  bool knows(const Knowledge &knowledge, Strand strand, Tick tick) const override {
    const auto index = static_cast<std::size_t>(strand);
    const Ticks &ticks = ticksOf(knowledge);
    return index < ticks.last.size() && ticks.last[index] >= tick;
  }

  void lower(std::vector<Tick> &common, const KnowledgePtr &knowledge, Strand owner) const override {
    const std::size_t known = knowledge ? ticksOf(*knowledge).last.size() : 0;
    for (std::size_t i = 0; i < common.size(); ++i)
      if (i != static_cast<std::size_t>(owner))
        common[i] = std::min(common[i], i < known ? ticksOf(*knowledge).last[i] : 0);
  }
};

}  // namespace

std::unique_ptr<Clock> makeVectorClock() { return std::make_unique<VectorClock>(); }

}  // namespace lockstep::engine
