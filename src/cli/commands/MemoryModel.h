// The option --memory-model of the commands that analyze a run.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/Values.h"
#include "engine/Engine.h"

namespace lockstep::cli {

inline void defineMemoryModel(CLI::App &app, std::string &model) {
  app.add_option("--memory-model", model, "of windows: unified, separate or mpi2 (default unified)")
      ->type_name("MODEL")
      ->check(oneOf({engine::kMemoryModels.begin(), engine::kMemoryModels.end()}));
}

inline engine::MemoryModel memoryModelOf(const std::string &name) {
  return engine::findMemoryModel(name).value_or(engine::MemoryModel::Unified);
}

}  // namespace lockstep::cli
