// The objects of thread order (trace/OrderObject.h) by their short names, and those that are addresses.
#pragma once

#include <cstdint>

#include "trace/OrderObject.h"

namespace lockstep::runtime {

using trace::Family;
using trace::familyOf;
using trace::isTeamEnd;
using trace::kTeamBarrier;
using trace::kTeamBits;
using trace::kTeamDoacross;
using trace::kTeamEnd;
using trace::kTeamOrdered;
using trace::numberOf;
using trace::objectOf;

inline std::uint64_t objectOf(const volatile void *address) {
  return objectOf(Family::Address, reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace lockstep::runtime
