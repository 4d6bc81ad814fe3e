#include "cli/LaunchedShare.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace lockstep::cli {
namespace {

struct Variables {
  const char *index;
  const char *count;
};

constexpr std::array kLaunchers{
    Variables{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    Variables{"PMI_RANK", "PMI_SIZE"},  // MPICH, Intel MPI, and srun for them
    Variables{"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
    Variables{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},
};

std::optional<unsigned> numberIn(const char *variable) {
  const char *value = std::getenv(variable);
  if (value == nullptr) return std::nullopt;
  const std::string_view text = value;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<engine::Share> shareByLauncher() {
  for (const Variables &launcher : kLaunchers) {
    const auto index = numberIn(launcher.index);
    const auto count = numberIn(launcher.count);
    if (!index || !count || *index >= *count) continue;
    if (*count == 1) return std::nullopt;
    return engine::Share{*index, *count};
  }
  return std::nullopt;
}

}  // namespace lockstep::cli
