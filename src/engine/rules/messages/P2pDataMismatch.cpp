// p2p-type-mismatch: the type signature of a message must be a prefix of that of its receive. Types that differ in name
// only (MPI_BYTE against another type, long against long long) are forbidden too, but harmless: a warning.
//
// p2p-truncation: a message must not be longer than its receive. If the types differ as well, that is the cause, and
// only it is reported.
#include <algorithm>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/CallData.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kType = report::rule("p2p-type-mismatch");
constexpr report::Rule kTruncation = report::rule("p2p-truncation");

report::Finding makeFinding(report::Rule rule, std::string message, const Call &send, const Call &receive) {
  report::Finding finding = engine::makeFinding(rule, std::move(message));
  finding.ranks = {std::min(send.rank(), receive.rank()), std::max(send.rank(), receive.rank())};
  finding.sites = {send.process->siteOf(send, "sends it here"), receive.process->siteOf(receive, "receives it here")};
  return finding;
}

report::Finding truncation(const TypeProblem &problem, const Call &send, const Call &receive) {
  report::Finding finding =
      makeFinding(kTruncation,
                  fmt::format("rank {} sends {} ({} bytes) to rank {}, which has room for {} ({} bytes)", send.rank(),
                              describe(problem.sent), bytesOf(problem.sent), receive.rank(), describe(problem.received),
                              bytesOf(problem.received)),
                  send, receive);
  finding.help = "receive with a count that is at least as large as the one sent, or probe for it first";
  return finding;
}

report::Finding typeMismatch(const TypeProblem &problem, const Call &send, const Call &receive) {
  report::Finding finding = makeFinding(
      kType,
      fmt::format("rank {} sends {} to rank {}, which receives it as {}: {}", send.rank(), describe(problem.sent),
                  receive.rank(), describe(problem.received), describe(*problem.difference)),
      send, receive);
  if (problem.difference->isSoft) finding.severity = report::Severity::Warning;
  finding.help = "name the same basic types, in the same order, in the send and in the receive";
  return finding;
}

class P2pDataMismatch final : public WorldRule {
 public:
  void onMessage(const Call &send, const Call &receive, Context &context) override {
    const auto problem = compareMessage(send, receive);
    if (!problem) return;
    const bool isHard = problem->difference && !problem->difference->isSoft;
    if (problem->isTruncated && !isHard)
      context.report(truncation(*problem, send, receive));
    else if (problem->difference)
      context.report(typeMismatch(*problem, send, receive));
  }
};

const Registration<P2pDataMismatch> kRegistration(kType);

}  // namespace
}  // namespace lockstep::engine
