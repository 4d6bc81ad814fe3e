// coll-count-mismatch: a member of a collective must send as much as the receiver expects, and all members of a
// reduction must give the same amount. Unlike in point-to-point communication, less is an error too.
#include <fmt/format.h>

#include "engine/Camps.h"
#include "engine/CollectiveData.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-count-mismatch");

class CollCountMismatch final : public Rule {
  void onCollective(const Slot &slot, Context &context) override {
    const auto found = dataDisagreement(slot);
    if (!found || found->what != Disagreement::What::Amount) return;
    report::Finding finding = makeFinding(kRule,
                                          fmt::format("ranks disagree on the amount of data of {} on {}: {}",
                                                      slot.firstCall().name(), describeOwner(slot), found->sayings),
                                          slot);
    finding.help = "let every rank send exactly as much as the receiver expects: in a collective less is an error too";
    context.report(std::move(finding));
  }
};

const Registration<CollCountMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
