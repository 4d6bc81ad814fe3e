// Findings about calls, and phrases shared by the rules.
#pragma once

#include <string>
#include <vector>

#include "engine/process/Process.h"
#include "report/Finding.h"
#include "semantics/PendingBuffer.h"
#include "semantics/Verdict.h"

namespace lockstep::engine {

/// With the default severity of the rule.
report::Finding makeFinding(report::Rule rule, std::string message);

/// On the rank of the call, with the call as site.
report::Finding makeFinding(report::Rule rule, std::string message, const Call &call, std::string label = {});

/// On the rank of the call, with the call as site.
report::Finding makeFinding(const semantics::Verdict &verdict, const Call &call, std::string label = {});
/// With the sites of the verdict.
report::Finding makeFinding(const semantics::PlacedVerdict<CallPtr> &verdict);

semantics::MemoryEnd endOf(const Release &release);
PlaceOfAccess placeOf(const Release &release);

/// By which findings about one operation are known to have one cause.
report::Cause::Key operationKey(const Call &started);

/// "rank 0 calls", "ranks 1-3 call", "a process calls"
std::string doing(const std::vector<int> &ranks, const std::string &verb);

}  // namespace lockstep::engine
