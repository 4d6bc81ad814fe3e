#include "engine/Repeats.h"

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
  return hash ^ hash >> 32;
}

}  // namespace

void Repeats::note(const Ref<Call> &call) {
  if (!call->arrays.empty()) return;
  if (first_.size() == kMost) first_.clear();
  CallPtr &first = first_[hashOf(*call)];
  if (first && isSame(*first, *call))
    call->repeated = first;
  else
    first = call;
}

}  // namespace lockstep::engine
