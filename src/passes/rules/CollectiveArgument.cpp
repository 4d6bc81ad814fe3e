#include "passes/rules/CollectiveArgument.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>

#include <optional>
#include <string>
#include <utility>

#include "mpi/FortranOps.h"
#include "mpi/Predefined.h"
#include "passes/ir/SourceSite.h"

namespace lockstep::passes {

namespace {

using report::Finding;
using report::Site;

/// Empty for a user-defined operation.
std::string_view predefinedOp(const RankValue &value) {
  const std::optional<std::int64_t> number = value.integer();
  if (!number) return mpi::opOfOpenMpi(std::string_view(value.base->getName()));
  const std::string_view ofMpich = mpi::opOfMpich(*number);
  return ofMpich.empty() ? mpi::opOfOpenMpiFortran(*number) : ofMpich;
}

/// "root 3", the name of a predefined operation, or "another operation".
std::string nameOf(const RankCall &call, RankValue RankCall::*argument, std::string_view word) {
  const RankValue &value = call.*argument;
  const bool isOp = argument == &RankCall::op;
  if (const std::string_view op = isOp ? predefinedOp(value) : ""; !op.empty()) return std::string(op);
  const std::optional<std::int64_t> number = value.integer();
  const bool isNumber = argument == &RankCall::root || argument == &RankCall::count;
  return number && isNumber ? fmt::format("{} {}", word, *number) : fmt::format("another {}", word);
}

/// Datatypes are identified by handle only.
bool hasName(const RankCall &call, RankValue RankCall::*argument) {
  return argument != &RankCall::type && (call.*argument).base;
}

/// "root 0 on rank 0".
std::string describe(const RankCall &call, RankValue RankCall::*argument, std::string_view word) {
  return fmt::format("{} on rank {}", nameOf(call, argument, word), call.rank);
}

Site callSite(const RankCall &call, std::string label) {
  Site site = sourceSite(*call.call, report::SiteRole::Call);
  site.call = call.info->name;
  site.label = std::move(label);
  return site;
}

bool disagree(const Mismatch &calls, RankValue RankCall::*argument) {
  const RankValue &first = calls.first.*argument;
  const RankValue &second = calls.second.*argument;
  return isComparable(first) && isComparable(second) && !first.isSame(second);
}

/// The values agree with some number of ranks, for which the program may be meant.
bool agreesAtSomeSize(const CollectiveVerdicts &verdicts, const llvm::CallBase *call, RankValue RankCall::*argument) {
  const auto explored = verdicts.sizes.find(call);
  if (explored == verdicts.sizes.end()) return false;
  std::set<int> sizes = explored->second;
  for (const Mismatch &calls : verdicts.arguments)
    if (calls.first.call == call && disagree(calls, argument)) sizes.erase(calls.size);
  return !sizes.empty();
}

}  // namespace

/// Negative roots are for intercommunicators.
bool isComparable(const RankValue &value) {
  if (!value.base || value.offset != 0 || !llvm::isa<llvm::Constant>(value.base)) return false;
  const std::optional<std::int64_t> number = value.integer();
  return !number || *number >= 0;
}

std::vector<Finding> checkArgument(const ModuleView &view, report::Rule rule, RankValue RankCall::*argument,
                                   std::string_view word, Judge judge) {
  std::vector<Finding> findings;
  for (const Mismatch &calls : view.collectives().arguments) {
    const auto severity = disagree(calls, argument) ? judge(calls) : std::nullopt;
    if (!severity) continue;
    const bool isSoft = agreesAtSomeSize(view.collectives(), calls.first.call, argument);
    Finding finding;
    finding.rule = rule;
    finding.severity = isSoft ? report::Severity::Note : *severity;
    const std::string first = describe(calls.first, argument, word);
    const std::string second = describe(calls.second, argument, word);
    finding.message = fmt::format("the ranks call {} with different {}s", calls.first.info->name, word);
    if (hasName(calls.first, argument) || hasName(calls.second, argument))
      finding.message += fmt::format(": {}, {}", first, second);
    finding.confirmed = report::Confirmed::StaticOnly;
    const bool isOneCall = calls.second.call == calls.first.call;
    finding.sites.push_back(callSite(calls.first, isOneCall ? "" : first));
    if (!isOneCall) finding.sites.push_back(callSite(calls.second, second));
    finding.help = fmt::format("pass the same {} on every rank of the communicator", word);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace lockstep::passes
