// Identifies the synchronization object of thread-order events: an address of the program, or a number within a family.
#pragma once

#include <cstdint>

namespace lockstep::trace {

enum class Family : std::uint64_t { Address, Thread, Team, Task, Dependence, Runtime, Atomic };
inline constexpr unsigned kFamilyShift = 56;
constexpr Family familyOf(std::uint64_t object) { return static_cast<Family>(object >> kFamilyShift); }
constexpr std::uint64_t numberOf(std::uint64_t object) { return object & ((std::uint64_t{1} << kFamilyShift) - 1); }
constexpr std::uint64_t objectOf(Family family, std::uint64_t number) {
  return (static_cast<std::uint64_t>(family) << kFamilyShift) | numberOf(number);
}

/// Beside a parallel region itself (fork, begin). Its end is another: one thread may end it when another has yet to
/// begin.
inline constexpr std::uint64_t kTeamEnd = 1;
inline constexpr std::uint64_t kTeamBarrier = 2;
inline constexpr std::uint64_t kTeamOrdered = 3;
inline constexpr std::uint64_t kTeamDoacross = 4;
inline constexpr unsigned kTeamBits = 3;
constexpr bool isTeamEnd(std::uint64_t object) {
  return familyOf(object) == Family::Team && object % (1U << kTeamBits) == kTeamEnd;
}

}  // namespace lockstep::trace
