// arg-op: a reduction with the null operation.
#include <fmt/format.h>

#include "mpi/HandleConstants.h"
#include "passes/SourceSite.h"
#include "passes/StaticRule.h"

namespace lockstep::passes {

namespace {

constexpr auto kRule = report::rule("arg-op");

bool isNullOp(const RankValue &op) {
  if (const std::optional<std::int64_t> number = op.integer()) return mpi::isNullOpNumber(*number);
  return op.base && mpi::isNullOpSymbol(std::string_view(op.base->getName()));
}

std::vector<report::Finding> check(const ModuleView &view) {
  std::vector<report::Finding> findings;
  for (const auto &[call, events] : view.collectives().events) {
    const CollectiveEvent &event = events.begin()->second;
    if (event.info->indexOf(mpi::Role::Op) < 0 || !isNullOp(event.op)) continue;
    report::Finding finding;
    finding.rule = kRule;
    finding.severity = report::Severity::Error;
    finding.message = fmt::format("the operation of {} is MPI_OP_NULL", event.info->name);
    finding.confirmed = report::Confirmed::StaticOnly;
    finding.sites.push_back(sourceSite(*call, report::SiteRole::Call));
    finding.sites.back().call = event.info->name;
    finding.help = "pass a predefined operation, or one made by the program";
    findings.push_back(std::move(finding));
  }
  return findings;
}

const StaticRule registered(kRule, check);

}  // namespace

}  // namespace lockstep::passes
