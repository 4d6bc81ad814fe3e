// The option --clock of the commands that analyze a run.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/Values.h"
#include "engine/order/Clock.h"

namespace lockstep::cli {

inline void defineClock(CLI::App &app, std::string &clock) {
  app.add_option("--clock", clock, "how order is kept: auto, vector, tree, encoded or encoded-original (default auto)")
      ->type_name("CLOCK")
      ->check(oneOf({engine::kClocks.begin(), engine::kClocks.end()}));
}

inline engine::ClockKind clockOf(const std::string &name) {
  return engine::findClock(name).value_or(engine::ClockKind::Auto);
}

}  // namespace lockstep::cli
