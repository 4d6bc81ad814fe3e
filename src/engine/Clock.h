// What a strand knows of the others, behind one interface so that the representation can be exchanged.
//
// A strand (a thread of a rank) counts its events: its ticks. What it knows is, for every other strand, the last tick
// that is ordered before its own next event. Knowledge is immutable and shared: a strand's own tick stands beside it
// in the stamp, so that an event costs nothing, and all members that leave a barrier share one knowledge.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep::engine {

enum class Strand : std::uint32_t {};
using Tick = std::uint64_t;

/// Made by a clock and read only by the same kind of clock.
struct Knowledge {
  virtual ~Knowledge() = default;
};
using KnowledgePtr = std::shared_ptr<const Knowledge>;  // null: knows nothing

/// When an event happened: the strand's count, and what the strand knew of the others.
struct Stamp {
  Strand strand{};
  Tick tick = 0;  // 0: no event
  KnowledgePtr known;
};

/// An event by itself, without what its strand knew: enough to ask whether others know of it.
struct Moment {
  Strand strand{};
  Tick tick = 0;  // 0: no event

  Moment() = default;
  Moment(const Stamp &stamp) : strand(stamp.strand), tick(stamp.tick) {}
  bool isSet() const { return tick != 0; }
  friend bool operator==(const Moment &, const Moment &) = default;
};

class Clock {
 public:
  virtual ~Clock() = default;
  /// What one knows who has heard of all these events.
  virtual KnowledgePtr join(std::span<const Stamp> events) const = 0;
  virtual KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) const = 0;
  virtual bool knows(const Knowledge &knowledge, Strand strand, Tick tick) const = 0;
  /// Lowers `common`, by strand, to what `knowledge` knows; but not for its `owner`, who knows all of itself.
  virtual void lower(std::vector<Tick> &common, const KnowledgePtr &knowledge, Strand owner) const = 0;
};

/// One number per strand.
std::unique_ptr<Clock> makeVectorClock();

}  // namespace lockstep::engine
