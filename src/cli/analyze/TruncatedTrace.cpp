#include "cli/analyze/TruncatedTrace.h"

#include <algorithm>

namespace lockstep::cli {

namespace {

bool isOfOneThread(const report::Finding &finding) {
  const auto differs = [](const report::Site &a, const report::Site &b) {
    return a.rank != b.rank || a.thread != b.thread;
  };
  return std::ranges::adjacent_find(finding.sites, differs) == finding.sites.end();
}

}  // namespace

bool holdsOfSuffix(const report::Finding &finding) {
  return report::info(finding.rule).scope == report::Scope::Places && isOfOneThread(finding);
}

}  // namespace lockstep::cli
