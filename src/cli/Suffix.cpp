#include "cli/Suffix.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep::cli {

namespace {

constexpr std::array<std::string_view, 8> kOfOneThread{"buffer-race", "rma-race-local", "buffer-overlap", "arg-count",
                                                       "arg-rank",    "arg-root",       "arg-tag",        "arg-buffer"};

bool isOfOneThread(const report::Finding &finding) {
  const auto differs = [](const report::Site &a, const report::Site &b) {
    return a.rank != b.rank || a.thread != b.thread;
  };
  return std::ranges::adjacent_find(finding.sites, differs) == finding.sites.end();
}

}  // namespace

bool holdsOfSuffix(const report::Finding &finding) {
  const std::string_view id = report::info(finding.rule).id;
  return std::ranges::find(kOfOneThread, id) != kOfOneThread.end() && isOfOneThread(finding);
}

}  // namespace lockstep::cli
