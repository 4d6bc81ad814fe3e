// Where the members of a collective must agree and do not, they fall into camps: who says what.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/matching/Collectives.h"
#include "engine/process/Findings.h"

namespace lockstep::engine {

template <class Value>
struct ValueGroup {
  Value value;
  std::vector<int> ranks;  // sorted
};

/// Groups the members that have come by `valueOf(call)`, an optional: members without a value belong to no camp. The
/// camp with the lowest rank is first.
template <class ValueOf>
auto groupByValue(const Slot &slot, ValueOf valueOf) {
  using Value = typename std::invoke_result_t<ValueOf, const Call &>::value_type;
  std::vector<ValueGroup<Value>> camps;
  for (const CallPtr &call : slot.calls()) {
    const std::optional<Value> value = call ? valueOf(*call) : std::nullopt;
    if (!value) continue;
    auto camp = std::ranges::find(camps, *value, &ValueGroup<Value>::value);
    if (camp == camps.end()) camp = camps.insert(camps.end(), {*value, {}});
    camp->ranks.push_back(call->rank());
  }
  for (ValueGroup<Value> &camp : camps) std::ranges::sort(camp.ranks);
  std::ranges::sort(camps, {}, [](const ValueGroup<Value> &camp) { return camp.ranks.front(); });
  return camps;
}

/// A finding on all members that have come, each at its call.
report::Finding makeFinding(report::Rule rule, std::string message, const Slot &slot);

/// "rank 0 calls A, ranks 1-2 call B": `name(value)` says what a camp's value is called.
template <class Value, class Name>
std::string describeGroups(const std::vector<ValueGroup<Value>> &camps, const std::string &verb, Name name) {
  std::string text;
  for (const ValueGroup<Value> &camp : camps)
    text += (text.empty() ? "" : ", ") + doing(camp.ranks, verb) + " " + std::string(name(camp.value));
  return text;
}

}  // namespace lockstep::engine
