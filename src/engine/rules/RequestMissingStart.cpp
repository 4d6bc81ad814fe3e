// request-missing-start: a persistent request that the program waits for although it was never started. Waiting before
// the first start is a usual idiom in loops and no error; only a request that is never started in the whole run is.
#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-missing-start");

class RequestMissingStart final : public Rule {
  void onEnter(const Call &call, Context &context) override {
    if (call.routine->effect != mpi::Effect::Finalize) return;
    for (const OperationPtr &operation : call.process->requests.all()) judge(*operation, context);
  }

  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what == RequestNote::What::FreedUnstarted) judge(*note.operation, context);
  }

  static void judge(const Operation &operation, Context &context) {
    if (!operation.isPersistent || operation.started || !operation.awaited) return;
    report::Finding finding = makeFinding(
        kRule, fmt::format("the persistent operation of {} is waited for but never started", operation.made->name()),
        *operation.made, "is set up here");
    finding.sites.push_back(operation.awaited->process->siteOf(*operation.awaited, "is waited for here"));
    finding.help = fmt::format("start it with {} before", mpi::info(mpi::Routine::Start).name);
    context.report(std::move(finding));
  }
};

const Registration<RequestMissingStart> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
