// Vector time: what a strand knows about the others, behind an interface so that the representation can be exchanged.
//
// A strand (a thread of a rank) counts its events: its ticks. Its knowledge is, for every other strand, the last tick
// that is ordered before its own next event. Knowledge is immutable and shared: a strand's own tick is stored beside it
// in the stamp, so that an event costs nothing, and all members that leave a barrier share one knowledge.
//
// Knowledge is transitively closed: knowing an event implies knowing everything that its strand knew then. So receiving
// a known event adds nothing, and needs no clock operation.
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

/// Created by a clock and read only by the same clock.
struct Knowledge : Counted {
  virtual ~Knowledge() = default;
};
using KnowledgePtr = Ref<const Knowledge>;  // null: knows nothing

/// Time stamp of an event: the strand's tick, and the strand's knowledge of the others.
struct Stamp {
  Strand strand{};
  Tick tick = 0;  // 0: no event
  KnowledgePtr known;
};
using Stamps = absl::InlinedVector<Stamp, 2>;

/// An event without its strand's knowledge: enough to ask whether others know of it.
struct Moment {
  Strand strand{};
  Tick tick = 0;  // 0: no event

  Moment() = default;
  Moment(const Stamp &stamp) : strand(stamp.strand), tick(stamp.tick) {}
  bool isSet() const { return tick != 0; }
  friend bool operator==(const Moment &, const Moment &) = default;
};

/// Knowledge of one strand or several.
struct Shared {
  const Knowledge *knowledge = nullptr;  // null: nothing
  std::optional<Strand> owner;           // it also knows all its own events; none: several strands share it
};

class Clock {
 public:
  virtual ~Clock() = default;
  /// The knowledge after receiving all these events; `before` may be null.
  virtual KnowledgePtr join(const KnowledgePtr &before, std::span<const Stamp> events) = 0;
  virtual KnowledgePtr join(const KnowledgePtr &a, const KnowledgePtr &b) = 0;
  virtual bool knows(const Knowledge &knowledge, Strand strand, Tick tick) const = 0;
  /// By strand, the last tick that all of them know.
  virtual std::vector<Tick> common(std::span<const Shared> all, std::size_t strands) const = 0;
  /// Other strands may receive this event. Called when the event happens; omitting the call is always correct.
  virtual void tell(Strand, Tick) {}
};

/// Thrown by a clock whose knowledge has become too large to continue.
class ClockOverflow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Named as in kClocks. Auto: the cheapest for this number of ranks.
enum class ClockKind : std::uint8_t { Auto, Vector, Tree, Encoded, EncodedOriginal };
inline constexpr std::array<std::string_view, 5> kClocks = {"auto", "vector", "tree", "encoded", "encoded-original"};
std::optional<ClockKind> findClock(std::string_view name);

std::unique_ptr<Clock> makeClock(ClockKind kind, std::size_t ranks);

/// One tick per strand.
std::unique_ptr<Clock> makeVectorClock();
/// The same as a tree whose parts are shared.
std::unique_ptr<Clock> makeTreeClock();
/// One large number, see EncodedClock.h, which registers itself: programs linked without it, and without the big-number
/// library, have the other clocks. `isOriginal`: all events of a strand count, not only those that others may receive.
using EncodedClockFactory = std::unique_ptr<Clock> (*)(bool isOriginal);
void registerEncodedClock(EncodedClockFactory make);

}  // namespace lockstep::engine
