// arg-root: a root that is no rank of the communicator, whatever its size: negative, or growing with the size and
// always beyond it. A constant that is too large for some sizes only says that the program is meant for more ranks.
#include <fmt/format.h>

#include <algorithm>

#include "passes/SourceSite.h"
#include "passes/StaticRule.h"

namespace lockstep::passes {

namespace {

constexpr auto kRule = report::rule("arg-root");

using Events = std::map<int, CollectiveEvent>;

/// What the root is, where it is always wrong; otherwise empty.
std::string describeWrong(const Events &events) {
  const auto rootAt = [](const auto &entry) { return entry.second.root.integer(); };
  const bool isKnown = std::ranges::all_of(events, [&](const auto &entry) { return rootAt(entry).has_value(); });
  if (!isKnown) return {};
  if (std::ranges::all_of(events, [&](const auto &entry) { return *rootAt(entry) < 0; }))
    return fmt::format("{}", *rootAt(*events.begin()));
  const bool isBeyond = std::ranges::all_of(events, [&](const auto &entry) { return *rootAt(entry) >= entry.first; });
  const bool grows = rootAt(*events.begin()) != rootAt(*events.rbegin());
  if (!isBeyond || !grows) return {};
  return fmt::format("{} with {} ranks", *rootAt(*events.begin()), events.begin()->first);
}

std::vector<report::Finding> check(const ModuleView &view) {
  std::vector<report::Finding> findings;
  for (const auto &[call, events] : view.collectives().events) {
    const mpi::RoutineInfo &info = *events.begin()->second.info;
    const std::string root = info.indexOf(mpi::Role::Root) < 0 ? "" : describeWrong(events);
    if (root.empty()) continue;
    report::Finding finding;
    finding.rule = kRule;
    finding.severity = report::Severity::Error;
    finding.message = fmt::format("the root of {} is {}, which is no rank of the communicator", info.name, root);
    finding.confirmed = report::Confirmed::StaticOnly;
    finding.sites.push_back(sourceSite(*call, report::SiteRole::Call));
    finding.sites.back().call = info.name;
    finding.help = "name a rank of the communicator that is passed";
    findings.push_back(std::move(finding));
  }
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
