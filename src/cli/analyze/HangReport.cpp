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

/// Ranks at the same place.
struct Company {
  std::vector<int> ranks;
  std::uint64_t since = UINT64_MAX;  // of the rank that has been here longest
};
using Companies = std::map<std::vector<int>, Company>;  // by whom they wait for

constexpr std::size_t kMostCallers = 8;  // printed per place
constexpr std::size_t kMostApart = 8;    // lines for ranks that wait at one place for different ranks

std::string describe(const engine::RankStatus &rankStatus) {
  switch (rankStatus.state) {
    case State::Outside:
      return rankStatus.call.empty() ? "outside MPI" : fmt::format("outside MPI, after {}", rankStatus.call);
    case State::Inside:
      return fmt::format("in {}", rankStatus.call);
    case State::Finalized:
      return "finalized";
    case State::Exited:
      return fmt::format("exited with status {}", rankStatus.code);
    case State::Died:
      return rankStatus.code != 0 ? fmt::format("died by signal {}", rankStatus.code) : "died";
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

std::string placeOf(const engine::RankStatus &rankStatus, const report::ShownPath &paths) {
  const bool isUnderWay = rankStatus.state == State::Inside || rankStatus.state == State::Outside;
  if (!isUnderWay || !rankStatus.site || rankStatus.site->file.empty()) return {};
  return fmt::format(" ({}:{}{})", paths(rankStatus.site->file), rankStatus.site->line,
                     callersOf(*rankStatus.site, paths));
}

std::string duration(const Company &company, const HangStatus &hangStatus) {
  if (!hangStatus.time) return {};
  return fmt::format(" for {} s",
                     *hangStatus.time > company.since ? (*hangStatus.time - company.since) / 1'000'000'000 : 0);
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

std::vector<std::string> lines(const HangStatus &hangStatus, const report::ShownPath &paths) {
  std::map<std::pair<std::string, std::string>, Companies> places;
  for (const engine::RankStatus &rankStatus : hangStatus.rankStatuses) {
    std::vector<int> waitsFor = rankStatus.waitsFor;
    std::ranges::sort(waitsFor);
    Company &company = places[{describe(rankStatus), placeOf(rankStatus, paths)}][waitsFor];
    company.ranks.push_back(rankStatus.rank);
    company.since = std::min(company.since, rankStatus.since);
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
      result.push_back(fmt::format("{}: {}{}{}{}", report::describeRanks(ranks), what.first,
                                   duration(company, hangStatus), awaited, what.second));
    }
  }
  return result;
}

}  // namespace

HangStatus resolved(std::vector<engine::RankStatus> rankStatuses, std::optional<std::uint64_t> time, Symbols &symbols) {
  for (engine::RankStatus &rankStatus : rankStatuses) {
    if (!rankStatus.site) continue;
    symbols.resolve(*rankStatus.site);
    report::nameFunctions(*rankStatus.site);
  }
  return {std::move(rankStatuses), time};
}

std::string hangReport(const std::string &reason, const HangStatus &hangStatus, const report::ShownPath &paths) {
  std::string text = fmt::format("lockstep: {}{}\n", reason, hangStatus.rankStatuses.empty() ? "" : "; the ranks were");
  for (const std::string &line : lines(hangStatus, paths)) text += "  " + line + "\n";
  return text;
}

std::string shortHangReport(const HangStatus &hangStatus, const report::ShownPath &paths) {
  return fmt::format("{}", fmt::join(lines(hangStatus, paths), "; "));
}

std::uint64_t monotonicNow() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace lockstep::cli
