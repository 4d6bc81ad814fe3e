// Groups the members of a collective by the value that they passed, if they disagree.
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

/// Groups the members that have arrived by `valueOf(call)`, an optional: members without a value belong to no group.
/// The group with the lowest rank comes first.
template <class ValueOf>
auto groupByValue(const Slot &slot, ValueOf valueOf) {
  using Value = typename std::invoke_result_t<ValueOf, const Call &>::value_type;
  std::vector<ValueGroup<Value>> valueGroups;
  for (const CallPtr &call : slot.calls()) {
    const std::optional<Value> value = call ? valueOf(*call) : std::nullopt;
    if (!value) continue;
    auto valueGroup = std::ranges::find(valueGroups, *value, &ValueGroup<Value>::value);
    if (valueGroup == valueGroups.end()) valueGroup = valueGroups.insert(valueGroups.end(), {*value, {}});
    valueGroup->ranks.push_back(call->rank());
  }
  for (ValueGroup<Value> &valueGroup : valueGroups) std::ranges::sort(valueGroup.ranks);
  std::ranges::sort(valueGroups, {}, [](const ValueGroup<Value> &valueGroup) { return valueGroup.ranks.front(); });
  return valueGroups;
}

/// A finding on all members that have arrived, with the call of each.
report::Finding makeFinding(report::Rule rule, std::string message, const Slot &slot);

/// "rank 0 calls A, ranks 1-2 call B": `name(value)` is the text for the value.
template <class Value, class Name>
std::string describeGroups(const std::vector<ValueGroup<Value>> &valueGroups, const std::string &verb, Name name) {
  std::string text;
  for (const ValueGroup<Value> &valueGroup : valueGroups)
    text += (text.empty() ? "" : ", ") + doing(valueGroup.ranks, verb) + " " + std::string(name(valueGroup.value));
  return text;
}

}  // namespace lockstep::engine
