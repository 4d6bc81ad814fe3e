// Options of the engine.
#pragma once

#include "engine/order/Clock.h"
#include "engine/races/MemoryModel.h"
#include "engine/races/Share.h"

namespace lockstep::engine {

struct EngineOptions {
  MemoryModel memoryModel = MemoryModel::Unified;
  ClockKind clock = ClockKind::Auto;
  Share share{};
  bool beginsLate = false;  // some messages were sent before the first record
};

}  // namespace lockstep::engine
