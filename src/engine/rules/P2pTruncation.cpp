// p2p-truncation: a message must not be longer than the receive that takes it. Where the types differ as well, that is
// the cause and p2p-type-mismatch tells it.
#include <fmt/format.h>

#include "engine/CallData.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("p2p-truncation");

class P2pTruncation final : public Rule {
  void onMessage(const Call &send, const Call &receive, Context &context) override {
    const auto problem = compareMessage(send, receive);
    if (!problem || !problem->isTruncated || (problem->difference && !problem->difference->isSoft)) return;
    report::Finding finding =
        makeFinding(kRule, fmt::format("rank {} sends {} ({} bytes) to rank {}, which has room for {} ({} bytes)",
                                       send.rank(), describe(problem->sent), bytesOf(problem->sent), receive.rank(),
                                       describe(problem->received), bytesOf(problem->received)));
    finding.sites = {send.process->siteOf(send, "sends it here"), receive.process->siteOf(receive, "receives it here")};
    finding.help = "receive with a count that is at least as large as the one sent, or probe for it first";
    context.report(std::move(finding));
  }
};

const Registration<P2pTruncation> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
