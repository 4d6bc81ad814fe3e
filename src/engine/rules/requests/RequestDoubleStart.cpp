// request-double-start: a persistent request is started while its last start is not complete.
#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-double-start");

class RequestDoubleStart final : public Rule {
 public:
  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what != RequestNote::What::DoubleStart) return;
    const Operation &operation = *note.operation;
    report::Finding finding = makeFinding(
        kRule,
        fmt::format("the persistent operation of {} is started again before it is complete", operation.made->name()),
        *note.call, "is started again here");
    finding.sites.push_back(operation.started->process->siteOf(*operation.started, "is active since here"));
    finding.help = fmt::format("complete it with {} before the next start", mpi::info(mpi::Routine::Wait).name);
    context.report(std::move(finding));
  }
};

const Registration<RequestDoubleStart> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
