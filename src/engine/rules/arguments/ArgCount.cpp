// arg-count: no count, length or size is negative.
#include <optional>
#include <utility>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "semantics/arguments/CountArguments.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-count");

class ArgCount final : public ProcessRule {
 public:
  void onArguments(const Call &call, ProcessContext &context) override {
    forEachSignificant(call, semantics::counts, [&](std::size_t argument, Role role) {
      const auto values = valuesOf(call, argument);
      const bool isArray = mpi::info(role).capture == mpi::Capture::ScalarArray;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (auto complaint = semantics::judgeCount(values[i], isArray ? std::optional(i) : std::nullopt))
          return context.report(makeFinding(kRule, call, argument, std::move(*complaint)));
    });
  }
};

const Registration<ArgCount> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
