// coll-root-mismatch: the members of a rooted collective must name the same root.
//
// On an intercommunicator the root's own group names it by constants, and only the other group by its rank, so there
// only ranks are compared.
#include <fmt/format.h>

#include "engine/Camps.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-root-mismatch");

class CollRootMismatch final : public Rule {
  void onCollective(const Slot &slot, Context &context) override {
    const bool isInter = slot.comm().isInter();
    const auto camps = campsOf(slot, [&](const Call &call) {
      const auto root = call.argument(mpi::Role::Root);
      return isInter && root.value_or(-1) < 0 ? std::nullopt : root;
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
