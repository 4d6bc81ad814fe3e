// coll-type-mismatch: a collective that the ranks call with different predefined datatypes.
#include "mpi/HandleConstants.h"
#include "passes/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

using report::Severity;

constexpr auto kRule = report::rule("coll-type-mismatch");

std::string_view symbolOf(const RankValue &value) {
  return value.integer() ? std::string_view() : std::string_view(value.base->getName());
}

/// Where no data flows, types do not matter.
std::optional<Severity> judge(const Mismatch &calls) {
  const std::optional<std::int64_t> one = calls.first.count.integer();
  const std::optional<std::int64_t> other = calls.second.count.integer();
  if (!one || !other || *one <= 0 || *other <= 0) return std::nullopt;
  const RankValue &first = calls.first.type;
  const RankValue &second = calls.second.type;
  const bool isLoose = mpi::areLooselyAlike(first.integer().value_or(0), symbolOf(first), second.integer().value_or(0),
                                            symbolOf(second));
  return isLoose ? Severity::Warning : calls.severity;
}

const StaticRule registered(kRule, [](const ModuleView &view) {
  return checkArgument(view, kRule, &RankCall::type, "datatype", judge);
});

}  // namespace

}  // namespace lockstep::passes
