// coll-mismatch: ranks call different collectives, or in a different order, on one communicator.
#include <fmt/format.h>

#include "passes/StaticRule.h"
#include "passes/ir/SourceSite.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Severity;
using report::Site;
using report::SiteRole;

constexpr auto kRule = report::rule("coll-mismatch");

Site callSite(const RankCall &call, std::string label) {
  Site site = sourceSite(*call.call, SiteRole::Call);
  if (!call.inside) site.call = call.info->name;
  site.label = std::move(label);
  if (call.inside) site.label += fmt::format("; it runs {}", call.info->name);
  return site;
}

std::string_view describe(RankStep::Kind kind) {
  switch (kind) {
    case RankStep::Kind::Obtained:
      return "the rank comes from here";
    case RankStep::Kind::Stored:
      return "is stored here";
    case RankStep::Kind::Passed:
      return "is passed on here";
    case RankStep::Kind::Returned:
      return "comes back from here";
  }
  return {};
}

/// Adds the path of the rank to the branch, if it has more steps than the call that returned it.
void addPath(const Mismatch &mismatch, std::vector<Site> &sites) {
  if (mismatch.path.size() < 2) return;
  for (const RankStep &step : mismatch.path) {
    Site site = sourceSite(*step.place, SiteRole::Creation);
    site.label = describe(step.kind);
    sites.push_back(std::move(site));
  }
}

Site branchSite(const Mismatch &mismatch) {
  Site site = sourceSite(*mismatch.branch, SiteRole::Branch);
  site.label = "the ranks diverge here";
  if (mismatch.obtainedBy && lineOf(*mismatch.obtainedBy) != 0)
    site.label += fmt::format(", by what only some of them get in line {}", lineOf(*mismatch.obtainedBy));
  if (!mismatch.rankCall || lineOf(*mismatch.rankCall) == 0) return site;
  const Site source = sourceSite(*mismatch.rankCall, SiteRole::Call);
  if (source.file == site.file)
    site.label += fmt::format(", depending on the rank obtained at line {}", source.line);
  else
    site.label += fmt::format(", by the rank from {}:{}", source.file, source.line);
  return site;
}

/// Once confirmed by a run, the message is certain, and the ranks are those of the run, not of an assumed job size.
std::string message(const Mismatch &mismatch, bool isProven) {
  const bool isSure = isProven || mismatch.severity == Severity::Error;
  const std::string_view name = mismatch.first.info->name;
  std::string text;
  if (mismatch.second.call && mismatch.second.onSomeRanks)
    text = fmt::format("{} on some ranks {} {} on others", name, isSure ? "meets" : "might meet",
                       mismatch.second.info->name);
  else
    text = fmt::format("{} {}", name,
                       isSure ? "is not called by all ranks of the communicator"
                              : "might be called by some ranks of the communicator only");
  if (mismatch.isForSomeSizes && !isProven) text += fmt::format(" when there are {}", mismatch.size);
  return text;
}

/// What to move or add, and where.
std::string help(const Mismatch &mismatch) {
  const std::string_view name = mismatch.first.info->name;
  const unsigned line = mismatch.branch ? lineOf(*mismatch.branch) : 0;
  if (line == 0)
    return fmt::format("call {} on every rank of the communicator, in the same order as its other collectives", name);
  if (mismatch.isByFailure)
    return fmt::format("call {} on the error path after line {}, or tell all ranks first",
                       mpi::info(mpi::Routine::Abort).name, line);
  if (mismatch.obtainedBy)
    return fmt::format("broadcast what only some ranks get in line {} before line {} asks for it",
                       lineOf(*mismatch.obtainedBy), line);
  if (mismatch.isLoop)
    return fmt::format("make the loop at line {} run the same number of iterations on every rank, or move {} out of it",
                       line, name);
  if (mismatch.second.call && mismatch.second.info->base != mismatch.first.info->base)
    return fmt::format("call {} and {} in the same order on every rank, whichever side of line {} it takes", name,
                       mismatch.second.info->name, line);
  return fmt::format("move {} out of the branch in line {}, or call it on the other side too", name, line);
}

Finding makeFinding(const Mismatch &mismatch) {
  Finding finding;
  finding.rule = kRule;
  finding.severity = mismatch.severity;
  finding.message = message(mismatch, false);
  finding.provenMessage = message(mismatch, true);
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.sites.push_back(callSite(mismatch.first, "called by some ranks only"));
  if (mismatch.second.call) finding.sites.push_back(callSite(mismatch.second, "while others call this"));
  addPath(mismatch, finding.sites);
  if (mismatch.branch) finding.sites.push_back(branchSite(mismatch));
  finding.help = help(mismatch);
  return finding;
}

std::vector<Finding> check(const ModuleView &view) {
  std::vector<Finding> findings;
  for (const Mismatch &mismatch : view.collectives().calls) findings.push_back(makeFinding(mismatch));
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
