// p2p-type-mismatch: a message must be received with the type signature that it was sent with, as far as it goes.
//
// A receive may be longer than its message. Types that differ in name only (MPI_BYTE against another, long against long
// long) are forbidden too, but do no harm: a warning.
#include <fmt/format.h>

#include "engine/CallData.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("p2p-type-mismatch");

class P2pTypeMismatch final : public Rule {
  void onMessage(const Call &send, const Call &receive, Context &context) override {
    const auto problem = compareMessage(send, receive);
    if (!problem || !problem->difference || (problem->difference->isSoft && problem->isTruncated)) return;
    report::Finding finding =
        makeFinding(kRule, fmt::format("rank {} sends {} to rank {}, which receives it as {}: {}", send.rank(),
                                       describe(problem->sent), receive.rank(), describe(problem->received),
                                       describe(*problem->difference)));
    if (problem->difference->isSoft) finding.severity = report::Severity::Warning;
    finding.sites = {send.process->siteOf(send, "sends it here"), receive.process->siteOf(receive, "receives it here")};
    finding.help = "name the same basic types, in the same order, in the send and in the receive";
    context.report(std::move(finding));
  }
};

const Registration<P2pTypeMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
