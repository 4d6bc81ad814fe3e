#include "engine/order/Clock.h"

#include <algorithm>
#include <cassert>

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostDense = 256;  // ranks; with more, shared structure beats a linear pass over memory

EncodedClockFactory &encodedClock() {
  static EncodedClockFactory make = nullptr;
  return make;
}

std::unique_ptr<Clock> makeEncodedClock(bool isOriginal) {
  assert(encodedClock() != nullptr && "the program is linked without the encoded clock");
  return encodedClock()(isOriginal);
}

}  // namespace

std::optional<ClockKind> findClock(std::string_view name) {
  const auto *found = std::ranges::find(kClocks, name);
  if (found == kClocks.end()) return std::nullopt;
  return static_cast<ClockKind>(found - kClocks.begin());
}

void registerEncodedClock(EncodedClockFactory make) { encodedClock() = make; }

std::unique_ptr<Clock> makeClock(ClockKind kind, std::size_t ranks) {
  switch (kind) {
    case ClockKind::Auto:
      return ranks <= kMostDense ? makeVectorClock() : makeTreeClock();
    case ClockKind::Vector:
      return makeVectorClock();
    case ClockKind::Tree:
      return makeTreeClock();
    case ClockKind::Encoded:
      return makeEncodedClock(false);
    case ClockKind::EncodedOriginal:
      return makeEncodedClock(true);
  }
  return nullptr;
}

}  // namespace lockstep::engine
