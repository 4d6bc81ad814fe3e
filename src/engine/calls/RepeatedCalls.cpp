#include "engine/calls/RepeatedCalls.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {
namespace {

bool isSame(const Call &a, const Call &b) {
  return a.routine == b.routine && a.site == b.site && a.thread == b.thread && a.arguments == b.arguments &&
         a.comm == b.comm && a.datatypes == b.datatypes && a.isNested == b.isNested && a.isOutside == b.isOutside;
}

std::size_t hashOf(const Call &call) {
  constexpr std::size_t kFactor = 0x9e3779b97f4a7c15;  // odd, and its bits are spread
  std::size_t hash = call.site ^ std::size_t{call.thread} << 32;
  for (const std::int64_t argument : call.arguments) hash = (hash ^ static_cast<std::size_t>(argument)) * kFactor;
  return hash >> 48;
}

}  // namespace

void RepeatedCalls::note(const Ref<Call> &call) {
  if (!call->arrays.empty()) return;
  auto &set = first_[hashOf(*call) % kSets];
  const auto first = std::ranges::find_if(set, [&](const CallPtr &one) { return one && isSame(*one, *call); });
  if (first != set.end()) {
    call->repeated = *first;
  } else {
    set.back() = std::move(set.front());
    set.front() = call;
  }
}

}  // namespace lockstep::engine
