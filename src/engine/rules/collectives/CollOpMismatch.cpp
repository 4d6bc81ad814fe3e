// coll-op-mismatch: the members of a reduction must pass the same operation.
//
// Predefined operations have the same number on every rank. User-defined ones cannot be compared, so all of them count
// as equal. An invalid operation is a separate error (arg-op).
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/matching/ValueGroups.h"
#include "mpi/Predefined.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-op-mismatch");
constexpr std::uint64_t kUserDefined = 0;  // not the number of any operation

std::optional<std::uint64_t> opOf(const Call &call) {
  const auto op = call.argument(mpi::Role::Op);
  if (op.value_or(trace::kNullHandle) == trace::kNullHandle || *op == trace::kUnknownHandle) return std::nullopt;
  const auto number = static_cast<std::uint64_t>(*op);
  return mpi::predefinedOpName(number).empty() ? kUserDefined : number;
}

std::string nameOf(std::uint64_t op) {
  return op == kUserDefined ? "a user-defined operation" : std::string(mpi::predefinedOpName(op));
}

class CollOpMismatch final : public WorldRule {
 public:
  void onCollective(const Slot &slot, Context &context) override {
    const auto valueGroups = groupByValue(slot, opOf);
    if (valueGroups.size() < 2) return;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("ranks disagree on the operation of {} on {}: {}", slot.firstCall().name(),
                                describeOwner(slot), describeGroups(valueGroups, "use", nameOf)),
                    slot);
    finding.help = "pass the same operation on every rank of the communicator";
    context.report(std::move(finding));
  }
};

const Registration<CollOpMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
