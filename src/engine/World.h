// State of the job as a whole: its processes, their shared objects, the order of their events, the messages between
// them, and the wait-for graph.
//
// Each part is updated by a stage of the engine, some as records arrive and some as events are performed. Rules whose
// scope is World may use all of it (Context.h).
#pragma once

#include <utility>

#include "engine/EngineOptions.h"
#include "engine/calls/Exposure.h"
#include "engine/calls/Objects.h"
#include "engine/matching/Messages.h"
#include "engine/objects/Communicators.h"
#include "engine/objects/Windows.h"
#include "engine/order/Order.h"
#include "engine/process/Processes.h"
#include "engine/values/ValueEdges.h"
#include "engine/waiting/GroupCreations.h"
#include "engine/waiting/RmaWaiting.h"
#include "engine/waiting/Waiting.h"

namespace lockstep::engine {

struct World {
  World(const EngineOptions &options, Messages::Sink matched) : options(options), messages(std::move(matched)) {
    if (options.beginsLate) messages.beginLate();
  }

  const EngineOptions options;
  Processes processes;
  Communicators communicators;
  Objects objects;
  Windows windows{communicators};
  Exposures exposures{windows};
  Order order;
  ValueEdges values{order, windows};
  Messages messages;
  RmaWaiting rmaWaiting;
  GroupCreations groupCreations{communicators};
  Waiting waiting{processes.ranks(), messages, rmaWaiting, groupCreations};
};

}  // namespace lockstep::engine
