// `mpiexec -n K lockstep analyze DIR`: the index of this process and K, from the launcher's environment variables.
#pragma once

#include <optional>

#include "engine/Engine.h"

namespace lockstep::cli {

/// None if no known launcher started the process, or started it alone. A batch script is no such process, although its
/// environment has the number of tasks that it may launch.
std::optional<engine::Share> shareByLauncher();

}  // namespace lockstep::cli
