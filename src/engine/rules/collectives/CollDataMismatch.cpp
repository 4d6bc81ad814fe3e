// coll-type-mismatch: the type signature that a member of a collective sends must be the one that the receiver expects,
// and all members of a reduction must pass the same. Types that differ in name only (MPI_BYTE against another type,
// long against long long) are forbidden too, but harmless: a warning.
//
// coll-count-mismatch: the amount must also be what the receiver expects. Unlike in point-to-point communication, a
// smaller amount is an error too.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/matching/CollectiveData.h"
#include "engine/matching/ValueGroups.h"

namespace lockstep::engine {
namespace {

using What = Disagreement::What;

constexpr report::Rule kType = report::rule("coll-type-mismatch");
constexpr report::Rule kCount = report::rule("coll-count-mismatch");

class CollDataMismatch final : public WorldRule {
 public:
  void onCollective(const Slot &slot, Context &context) override {
    const auto found = dataDisagreement(slot);
    if (!found) return;
    const bool isAmount = found->what == What::Amount;
    report::Finding finding =
        makeFinding(isAmount ? kCount : kType,
                    fmt::format("ranks disagree on the {} of {} on {}: {}", isAmount ? "amount of data" : "datatype",
                                slot.firstCall().name(), describeOwner(slot), found->description),
                    slot);
    if (found->what == What::TypeNames) finding.severity = report::Severity::Warning;
    finding.help =
        isAmount ? "let every rank send exactly as much as the receiver expects: in a collective less is an error too"
                 : "pass the same basic types, in the same order, on every rank of the communicator";
    context.report(std::move(finding));
  }
};

const Registration<CollDataMismatch> kRegistration(kType);

}  // namespace
}  // namespace lockstep::engine
