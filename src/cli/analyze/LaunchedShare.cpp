#include "cli/analyze/LaunchedShare.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "mpi/Launchers.h"

namespace lockstep::cli {
namespace {

std::optional<unsigned> numberIn(const char *variable) {
  const char *value = variable != nullptr ? std::getenv(variable) : nullptr;
  if (value == nullptr) return std::nullopt;
  const std::string_view text = value;
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<engine::Share> shareByLauncher() {
  for (const mpi::Launcher &launcher : mpi::kLaunchers) {
    const auto index = numberIn(launcher.rank);
    const auto count = numberIn(launcher.size);
    if (!index || !count || *index >= *count) continue;
    if (*count == 1) return std::nullopt;
    return engine::Share{*index, *count};
  }
  return std::nullopt;
}

}  // namespace lockstep::cli
