// p2p-unmatched: a message that was sent and never received.
//
// Judged at the end of a run that was not interrupted. Messages to a rank with another error are skipped as its
// consequence. Receives without a match are requests that never complete, or hang (deadlock).
#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("p2p-unmatched");

class P2pUnmatched final : public WorldRule {
 public:
  void onFinish(bool interrupted, Context &context) override {
    if (interrupted) return;
    Transfers unmatched;
    for (const TransferPtr &send : context.messages().leftOver()) {
      if (context.mayBeOutOfStep(send->rank) || context.mayBeOutOfStep(send->peer)) continue;
      const Process *receiver = context.process(send->peer);
      if (receiver == nullptr || !receiver->isFinalizing()) continue;
      unmatched.push_back(send);
    }
    for (const TransferPtr &send : unmatched) report(*send, context);
  }

 private:
  static void report(const Transfer &send, Context &context) {
    const Call &call = *send.own->call;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("the message that {} sends to rank {} with tag {} on {} is never received", call.name(),
                                send.peer, send.tag, send.communicator->describe()),
                    *send.own->by, "sends it here");
    finding.help =
        "let the rank that it is sent to receive it, or do not send it; source, tag and communicator must agree";
    context.report(std::move(finding));
  }
};

const Registration<P2pUnmatched> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
