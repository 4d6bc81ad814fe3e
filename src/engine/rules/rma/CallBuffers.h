// The buffers of calls that are not one-sided, where they lie in windows or where one-sided operations use them.
//
// A blocking call has written its buffers when it returns: before, what it receives may not even have been sent.
#pragma once

#include "engine/Context.h"
#include "engine/process/PerProcess.h"
#include "engine/races/PendingOperations.h"
#include "engine/races/Races.h"
#include "engine/races/RmaState.h"

namespace lockstep::engine {

class CallBuffers {
 public:
  CallBuffers(Races &races, RmaState &state) : races_(races), state_(state) {}

  /// The call's buffers are used since the other call.
  void begin(const Call &call, const Call &since, Context &context);
  void leave(const Call &call, const Result &result, Context &context);
  void complete(const Operation &operation, const Call &completion, const Stamp &now) {
    pending_[*completion.process].complete(operation, completion, now);
  }
  void giveUp(const Operation &operation, const Call &freed, const Stamp &now) {
    pending_[*freed.process].complete(*operation.made, now);
  }
  /// The call has released a lock.
  void unprotect(const Call &call);
  void forget(const ProcessInfo &process) { pending_.forget(process); }

 private:
  bool concerns(const Call &call, const MemoryPart &part, const Context &context);
  /// `done`: when the access is over, if that is known.
  AccessGroupRef access(const Call &call, const Call &since, const MemoryPart &part, Context &context,
                        const Moment &done = {});

  Races &races_;
  RmaState &state_;
  PerProcess<PendingOperations> pending_;
};

}  // namespace lockstep::engine
