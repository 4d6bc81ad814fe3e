#include "passes/CollectiveArgument.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>

#include <optional>
#include <string>

#include "passes/SourceSite.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Site;

/// A constant: a number, or the address of a predefined object. Negative roots belong to intercommunicators.
bool isComparable(const RankValue &value) {
  if (!value.base || value.offset != 0 || !llvm::isa<llvm::Constant>(value.base)) return false;
  const std::optional<std::int64_t> number = value.integer();
  return !number || *number >= 0;
}

Site callSite(const RankCall &call, const RankValue &value, std::string_view word) {
  Site site = sourceSite(*call.call, report::SiteRole::Call);
  site.call = call.info->name;
  const std::optional<std::int64_t> number = value.integer();
  site.label = number && *number < 1024 ? fmt::format("{} is {} for rank {}", word, *number, call.rank)
                                        : fmt::format("another {} for rank {}", word, call.rank);
  return site;
}

}  // namespace

std::vector<Finding> checkArgument(const ModuleView &view, report::Rule rule, RankValue RankCall::*argument,
                                   std::string_view word) {
  std::vector<Finding> findings;
  for (const Mismatch &calls : view.collectives().arguments) {
    const RankValue &first = calls.first.*argument;
    const RankValue &second = calls.second.*argument;
    if (!isComparable(first) || !isComparable(second) || first.isSame(second)) continue;
    Finding finding;
    finding.rule = rule;
    finding.severity = calls.severity;
    finding.message = fmt::format("the ranks call {} with different {}s", calls.first.info->name, word);
    finding.confirmed = report::Confirmed::StaticOnly;
    finding.sites.push_back(callSite(calls.first, first, word));
    if (calls.second.call != calls.first.call) finding.sites.push_back(callSite(calls.second, second, word));
    finding.help = fmt::format("pass the same {} on every rank of the communicator", word);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace lockstep::passes
