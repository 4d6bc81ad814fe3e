#include "cli/RollCall.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

namespace lockstep::cli {

namespace {

using State = engine::Standing::State;

struct Place {
  std::vector<int> ranks;
  std::uint64_t since = UINT64_MAX;  // of the rank that has been here longest
  std::set<int> waitsFor;            // what one or another of them waits for
};

std::string describe(const engine::Standing &standing) {
  switch (standing.state) {
    case State::Outside:
      return standing.call.empty() ? "outside MPI" : fmt::format("outside MPI, after {}", standing.call);
    case State::Inside:
      return fmt::format("in {}", standing.call);
    case State::Finalized:
      return "finalized";
    case State::Exited:
      return fmt::format("exited with status {}", standing.code);
    case State::Died:
      return standing.code != 0 ? fmt::format("died by signal {}", standing.code) : "died";
  }
  return {};
}

std::string placeOf(const engine::Standing &standing, const report::ShownPath &paths) {
  const bool isUnderWay = standing.state == State::Inside || standing.state == State::Outside;
  if (!isUnderWay || !standing.site || standing.site->file.empty()) return {};
  return fmt::format(" ({}:{})", paths(standing.site->file), standing.site->line);
}

std::vector<std::string> lines(const Roll &roll, const report::ShownPath &paths) {
  std::map<std::pair<std::string, std::string>, Place> places;
  for (const engine::Standing &standing : roll.standings) {
    Place &place = places[{describe(standing), placeOf(standing, paths)}];
    place.ranks.push_back(standing.rank);
    place.since = std::min(place.since, standing.since);
    place.waitsFor.insert(standing.waitsFor.begin(), standing.waitsFor.end());
  }

  std::vector<std::string> result;
  for (auto &[what, place] : places) {
    std::ranges::sort(place.ranks);
    const std::uint64_t seconds = roll.time > place.since ? (roll.time - place.since) / 1'000'000'000 : 0;
    const std::vector<int> waitsFor(place.waitsFor.begin(), place.waitsFor.end());
    const std::string awaited = waitsFor.empty() ? "" : ", waiting for " + report::describeRanks(waitsFor);
    result.push_back(fmt::format("{}: {} for {} s{}{}", report::describeRanks(place.ranks), what.first, seconds,
                                 awaited, what.second));
  }
  return result;
}

}  // namespace

Roll resolved(std::vector<engine::Standing> standings, std::uint64_t time, Symbols &symbols) {
  for (engine::Standing &standing : standings)
    if (standing.site) symbols.resolve(*standing.site);
  return {std::move(standings), time};
}

std::string rollCall(const std::string &reason, const Roll &roll, const report::ShownPath &paths) {
  std::string text = fmt::format("lockstep: {}{}\n", reason, roll.standings.empty() ? "" : "; the ranks were");
  for (const std::string &line : lines(roll, paths)) text += "  " + line + "\n";
  return text;
}

std::string shortRollCall(const Roll &roll, const report::ShownPath &paths) {
  return fmt::format("{}", fmt::join(lines(roll, paths), "; "));
}

std::uint64_t monotonicNow() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace lockstep::cli
