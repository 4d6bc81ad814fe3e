#include "cli/analyze/HangReport.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include "report/text/FunctionName.h"

namespace lockstep::cli {

namespace {

using State = engine::RankStatus::State;

/// Ranks that are together at a place.
struct Company {
  std::vector<int> ranks;
  std::uint64_t since = UINT64_MAX;  // of the rank that has been here longest
};
using Companies = std::map<std::vector<int>, Company>;  // by whom they wait for

constexpr std::size_t kMostCallers = 8;  // of a place that are told
constexpr std::size_t kMostApart = 8;    // of those who wait at one place for different ranks, that get a line each

std::string describe(const engine::RankStatus &standing) {
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

/// ", called from step at ring.c:30, main at ring.c:50"
std::string callersOf(const report::Site &site, const report::ShownPath &paths) {
  std::vector<std::string> callers;
  for (const report::Frame &frame : site.stack)
    if (!frame.file.empty() && callers.size() < kMostCallers)
      callers.push_back(fmt::format("{} at {}:{}", frame.function, paths(frame.file), frame.line));
  return callers.empty() ? "" : fmt::format(", called from {}", fmt::join(callers, ", "));
}

std::string placeOf(const engine::RankStatus &standing, const report::ShownPath &paths) {
  const bool isUnderWay = standing.state == State::Inside || standing.state == State::Outside;
  if (!isUnderWay || !standing.site || standing.site->file.empty()) return {};
  return fmt::format(" ({}:{}{})", paths(standing.site->file), standing.site->line, callersOf(*standing.site, paths));
}

std::string duration(const Company &company, const Roll &roll) {
  if (!roll.time) return {};
  return fmt::format(" for {} s", *roll.time > company.since ? (*roll.time - company.since) / 1'000'000'000 : 0);
}

/// One line for all of them.
Companies together(const Companies &companies) {
  std::set<int> awaited;
  Company all;
  for (const auto &[waitsFor, company] : companies) {
    awaited.insert(waitsFor.begin(), waitsFor.end());
    all.ranks.insert(all.ranks.end(), company.ranks.begin(), company.ranks.end());
    all.since = std::min(all.since, company.since);
  }
  return {{{awaited.begin(), awaited.end()}, all}};
}

std::vector<std::string> lines(const Roll &roll, const report::ShownPath &paths) {
  std::map<std::pair<std::string, std::string>, Companies> places;
  for (const engine::RankStatus &standing : roll.standings) {
    std::vector<int> waitsFor = standing.waitsFor;
    std::ranges::sort(waitsFor);
    Company &company = places[{describe(standing), placeOf(standing, paths)}][waitsFor];
    company.ranks.push_back(standing.rank);
    company.since = std::min(company.since, standing.since);
  }

  std::vector<std::string> result;
  for (const auto &[what, apart] : places) {
    const bool areTooMany = apart.size() > kMostApart;
    for (auto &[waitsFor, company] : areTooMany ? together(apart) : apart) {
      std::vector<int> ranks = company.ranks;
      std::ranges::sort(ranks);
      const std::string awaited = waitsFor.empty()
                                      ? ""
                                      : fmt::format(", {}waiting for {}{}", areTooMany ? "each " : "",
                                                    areTooMany ? "some of " : "", report::describeRanks(waitsFor));
      result.push_back(fmt::format("{}: {}{}{}{}", report::describeRanks(ranks), what.first, duration(company, roll),
                                   awaited, what.second));
    }
  }
  return result;
}

}  // namespace

Roll resolved(std::vector<engine::RankStatus> standings, std::optional<std::uint64_t> time, Symbols &symbols) {
  for (engine::RankStatus &standing : standings) {
    if (!standing.site) continue;
    symbols.resolve(*standing.site);
    report::nameFunctions(*standing.site);
  }
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
