// coll-root-mismatch: the members of a rooted collective must name the same root.
//
// Only ranks of the communicator are compared: on an intercommunicator the root's own group names it by constants, and
// a root that does not exist is an error of its own (arg-root).
#include <fmt/format.h>

#include "engine/Camps.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-root-mismatch");

class CollRootMismatch final : public Rule {
  void onCollective(const Slot &slot, Context &context) override {
    const auto camps = campsOf(slot, [&](const Call &call) {
      const auto root = call.argument(mpi::Role::Root);
      const bool isRank = root && *root >= 0 && *root < static_cast<std::int64_t>(slot.comm().size());
      return isRank ? root : std::nullopt;
    });
    if (camps.size() < 2) return;
    const std::string sayings =
        engine::sayings(camps, "name", [](std::int64_t root) { return fmt::format("root {}", root); });
    report::Finding finding = makeFinding(kRule,
                                          fmt::format("ranks disagree on the root of {} on {}: {}",
                                                      slot.firstCall().name(), describeOwner(slot), sayings),
                                          slot);
    finding.help = "pass the same root on every rank of the communicator";
    context.report(std::move(finding));
  }
};

const Registration<CollRootMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
