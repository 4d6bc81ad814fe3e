#include "engine/matching/ValueGroups.h"

#include <utility>

namespace lockstep::engine {

report::Finding makeFinding(report::Rule rule, std::string message, const Slot &slot) {
  report::Finding finding = makeFinding(rule, std::move(message));
  for (const CallPtr &call : slot.calls()) {
    if (!call) continue;
    finding.ranks.push_back(call->rank());
    finding.sites.push_back(call->process->siteOf(*call, "calls " + std::string(call->name())));
  }
  std::ranges::sort(finding.ranks);
  std::ranges::sort(finding.sites, {}, &report::Site::rank);
  return finding;
}

}  // namespace lockstep::engine
