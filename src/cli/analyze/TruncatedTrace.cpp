#include "cli/analyze/TruncatedTrace.h"

#include <algorithm>
#include <array>

namespace lockstep::cli {

namespace {

using report::rule;

constexpr std::array kOfOneThread{rule("buffer-race"), rule("rma-race-local"), rule("buffer-overlap"),
                                  rule("arg-count"),   rule("arg-rank"),       rule("arg-root"),
                                  rule("arg-tag"),     rule("arg-buffer")};

bool isOfOneThread(const report::Finding &finding) {
  const auto differs = [](const report::Site &a, const report::Site &b) {
    return a.rank != b.rank || a.thread != b.thread;
  };
  return std::ranges::adjacent_find(finding.sites, differs) == finding.sites.end();
}

}  // namespace

bool holdsOfSuffix(const report::Finding &finding) {
  return std::ranges::find(kOfOneThread, finding.rule) != kOfOneThread.end() && isOfOneThread(finding);
}

}  // namespace lockstep::cli
