// coll-type-mismatch: what a member of a collective sends must have the type signature that the receiver expects, and
// all members of a reduction must give the same.
//
// Types that differ in name only (MPI_BYTE against another, long against long long) are forbidden too, but do no harm:
// a warning.
#include <fmt/format.h>

#include "engine/Camps.h"
#include "engine/CollectiveData.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-type-mismatch");

class CollTypeMismatch final : public Rule {
  void onCollective(const Slot &slot, Context &context) override {
    const auto found = dataDisagreement(slot);
    if (!found || found->what == Disagreement::What::Amount) return;
    report::Finding finding = makeFinding(kRule,
                                          fmt::format("ranks disagree on the datatype of {} on {}: {}",
                                                      slot.firstCall().name(), describeOwner(slot), found->sayings),
                                          slot);
    if (found->what == Disagreement::What::TypeNames) finding.severity = report::Severity::Warning;
    finding.help = "pass the same basic types, in the same order, on every rank of the communicator";
    context.report(std::move(finding));
  }
};

const Registration<CollTypeMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
