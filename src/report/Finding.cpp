#include "report/Finding.h"

#include <cstddef>

#include <fmt/format.h>

#include "report/text/Words.h"

namespace lockstep::report {

std::string_view name(SiteRole role) {
  switch (role) {
    case SiteRole::Access:
      return "access";
    case SiteRole::Call:
      return "call";
    case SiteRole::Epoch:
      return "epoch";
    case SiteRole::Sync:
      return "sync";
    case SiteRole::Creation:
      return "creation";
    case SiteRole::Branch:
      return "branch";
  }
  return {};
}

std::string_view name(Confirmed confirmed) {
  switch (confirmed) {
    case Confirmed::StaticOnly:
      return "static-only";
    case Confirmed::RunOnly:
      return "run-only";
    case Confirmed::Both:
      return "both";
    case Confirmed::RefutedByRun:
      return "refuted-by-run";
    case Confirmed::NotExercised:
      return "not-exercised";
  }
  return {};
}

std::optional<SiteRole> findSiteRole(std::string_view name) { return findWord(name, SiteRole::Branch); }
std::optional<Confirmed> findConfirmed(std::string_view name) { return findWord(name, Confirmed::NotExercised); }

std::string describeRanks(std::span<const int> ranks) {
  if (ranks.empty()) return {};
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t first = 0; first < ranks.size();) {
    std::size_t last = first;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (first > 0) text += ',';
    text += first == last ? fmt::to_string(ranks[first]) : fmt::format("{}-{}", ranks[first], ranks[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace lockstep::report
