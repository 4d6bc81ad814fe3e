// What a strand knows of the others, behind one interface so that the representation can be exchanged.
//
// A strand (a thread of a rank) counts its events: its ticks. What it knows is, for every other strand, the last tick
// that is ordered before its own next event. Knowledge is immutable and shared: a strand's own tick stands beside it
// in the stamp, so that an event costs nothing, and all members that leave a barrier share one knowledge.
//
// Knowledge is closed: who knows of an event knows all that its strand knew then. So who hears of an event that it
// knows already learns nothing, and no clock is asked.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <absl/container/inlined_vector.h>

#include "engine/support/Ref.h"

namespace lockstep::engine {

enum class Strand : std::uint32_t {};
using Tick = std::uint64_t;

/// Made by a clock and read only by the same clock.
struct Knowledge : Counted {
  virtual ~Knowledge() = default;
};
using KnowledgePtr = Ref<const Knowledge>;  // null: knows nothing

/// When an event happened: the strand's count, and what the strand knew of the others.
struct Stamp {
  Strand strand{};
  Tick tick = 0;  // 0: no event
  KnowledgePtr known;
};
using Stamps = absl::InlinedVector<Stamp, 2>;

/// An event by itself, without what its strand knew: enough to ask whether others know of it.
struct Moment {
  Strand strand{};
  Tick tick = 0;  // 0: no event

  Moment() = default;
  Moment(const Stamp &stamp) : strand(stamp.strand), tick(stamp.tick) {}
  bool isSet() const { return tick != 0; }
  friend bool operator==(const Moment &, const Moment &) = default;
};

/// What one or several strands know.
struct Shared {
  const Knowledge *knowledge = nullptr;  // null: nothing
  std::optional<Strand> owner;           // the one strand, who knows all of itself; none: several share it
};

class Clock {
 public:
  virtual ~Clock() = default;
  /// What one knows who knew `before`, which may be null, and has heard of all these events.
  virtual KnowledgePtr join(const KnowledgePtr &before, std::span<const Stamp> events) = 0;
  virtual KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) = 0;
  virtual bool knows(const Knowledge &knowledge, Strand strand, Tick tick) const = 0;
  /// By strand, the last tick that all of them know.
  virtual std::vector<Tick> common(std::span<const Shared> all, std::size_t strands) const = 0;
  /// The strand's event is one that others may hear of. Told when it happens; to leave it out is never wrong.
  virtual void tell(Strand, Tick) {}
};

/// Thrown by a clock whose knowledge has become too large to go on with.
class ClockOverflow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// By the names of kClocks. Auto: the one that costs least for this number of ranks.
enum class ClockKind : std::uint8_t { Auto, Vector, Tree, Encoded, EncodedOriginal };
inline constexpr std::array<std::string_view, 5> kClocks = {"auto", "vector", "tree", "encoded", "encoded-original"};
std::optional<ClockKind> findClock(std::string_view name);

std::unique_ptr<Clock> makeClock(ClockKind kind, std::size_t ranks);

/// One number per strand.
std::unique_ptr<Clock> makeVectorClock();
/// The same as a tree whose parts are shared.
std::unique_ptr<Clock> makeTreeClock();
/// One large number, see EncodedClock.h, which registers itself: programs that are linked without it, and without the
/// library for large numbers, have the other clocks. `isOriginal`: every event of a strand counts, not only those that
/// others hear of.
using EncodedClockFactory = std::unique_ptr<Clock> (*)(bool isOriginal);
void registerEncodedClock(EncodedClockFactory make);

}  // namespace lockstep::engine
