// arg-tag: a tag lies between 0 and the largest one that the library allows; only a receive or probe may leave it open.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-tag");

bool takesAnyTag(const Call &call, std::size_t argument) {
  const int peer = call.routine->peerOf(argument);
  return peer >= 0 && call.routine->storage[static_cast<std::size_t>(peer)].role == Role::Source &&
         call.routine->cls != mpi::Class::Partition;
}

class ArgTag final : public ProcessRule {
 public:
  void onArguments(const Call &call, ProcessContext &context) override {
    forEachSignificant(
        call, [](Role role) { return role == Role::Tag; },
        [&](std::size_t argument, Role) {
          const std::int64_t tag = call.arguments[argument];
          if (tag == mpi::kAnyTag && takesAnyTag(call, argument)) return;
          const auto largest = context.objects().largestTag(*call.process);
          if (tag >= 0 && tag <= largest.value_or(tag)) return;
          const std::string why = tag == mpi::kAnyTag ? "but only a receive or probe may leave it open"
                                  : largest           ? fmt::format("but tags go from 0 to {} (MPI_TAG_UB)", *largest)
                                                      : "but must not be negative";
          context.report(makeFinding(kRule, call, argument, fmt::format("is {}, {}", semantics::nameValue(tag), why),
                                     "pass a tag from 0 to the value of MPI_TAG_UB"));
        });
  }
};

const Registration<ArgTag> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
