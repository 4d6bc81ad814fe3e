#include "engine/Repeats.h"

namespace lockstep::engine {
namespace {

bool isSame(const Call &a, const Call &b) {
  return a.routine == b.routine && a.arguments == b.arguments && a.comm == b.comm && a.datatypes == b.datatypes &&
         a.isNested == b.isNested && a.isOutside == b.isOutside;
}

}  // namespace

void Repeats::note(const std::shared_ptr<Call> &call) {
  if (!call->arrays.empty()) return;
  CallPtr &first = first_[call->site];
  if (first && isSame(*first, *call))
    call->repeated = first;
  else
    first = call;
}

}  // namespace lockstep::engine
