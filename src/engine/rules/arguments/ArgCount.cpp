// arg-count: no count, length or size is negative.
#include <algorithm>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-count");

bool counts(Role role) {
  switch (role) {
    case Role::Count:
    case Role::CountEach:
    case Role::CountsPerRank:
    case Role::TargetCount:
    case Role::Partitions:
    case Role::PartitionCount:
    case Role::Length:
    case Role::BlockCount:
    case Role::BlockLength:
    case Role::BlockLengths:
    case Role::OldBlockLengths:
    case Role::ArraySizes:
    case Role::Degrees:
    case Role::CumulativeDegrees:
    case Role::PackedSize:
    case Role::ExternalPackedSize:
    case Role::AttachedSize:
      return true;
    default:
      return false;
  }
}

std::string describe(std::span<const std::int64_t> values, std::size_t negative, bool isArray) {
  if (!isArray) return fmt::format("is {}, but must not be negative", values[negative]);
  return fmt::format("holds {} as element {}, but no element may be negative", values[negative], negative);
}

class ArgCount final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    forEachSignificant(call, counts, [&](std::size_t argument, Role role) {
      const auto values = valuesOf(call, argument);
      const auto negative = std::ranges::find_if(values, [](std::int64_t value) { return value < 0; });
      if (negative == values.end()) return;
      const bool isArray = mpi::info(role).capture == mpi::Capture::ScalarArray;
      const auto element = static_cast<std::size_t>(negative - values.begin());
      context.report(makeFinding(kRule, call, argument, describe(values, element, isArray),
                                 "pass how many there are, 0 for none"));
    });
  }
};

const Registration<ArgCount> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
