// request-unmatched-wait: a completion call with a null request. It is allowed and returns at once, so in a run it is a
// note; that a path forgot to start something is for the static analysis to say.
#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-unmatched-wait");

class RequestUnmatchedWait final : public Rule {
 public:
  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what != RequestNote::What::NothingToComplete) return;
    report::Finding finding = makeFinding(
        kRule, fmt::format("{} is given a null request: there is nothing to complete", note.call->name()), *note.call);
    finding.severity = report::Severity::Note;
    finding.help = "start an operation with this request first, or leave the call out";
    context.report(std::move(finding));
  }
};

const Registration<RequestUnmatchedWait> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
