// request-missing-start: a persistent request that the program waits for although it was never started. Waiting before
// the first start is a usual idiom in loops and no error. A request that is never started in the whole run is a
// warning, since that is legal too, and an error when another rank is stuck for want of it: nobody will start it.
#include <map>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/Unstarted.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-missing-start");

class RequestMissingStart final : public Rule {
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::Finalize; }

  void onEnter(const Call &call, Context &context) override {
    for (const OperationPtr &operation : call.process->requests.all()) judge(*operation, context);
  }

  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what == RequestNote::What::FreedUnstarted) judge(*note.operation, context);
  }

  void onFinish(bool /*interrupted*/, Context &context) override {
    const std::vector<int> stuck = context.waiting().stuck();
    std::map<OperationPtr, std::vector<int>> awaiting;
    for (const int rank : stuck)
      if (const OperationPtr operation = unstartedFor(rank, context)) awaiting[operation].push_back(rank);
    for (const auto &[operation, ranks] : awaiting) {
      report::Finding finding = describe(*operation);
      finding.message += ", and its other side waits for it forever";
      for (const int rank : ranks) {
        const Process &process = *context.process(rank);
        finding.sites.push_back(process.siteOf(*process.openCall()->call, "waits for it"));
      }
      context.report(std::move(finding));
    }
  }

  static void judge(const Operation &operation, Context &context) {
    if (!operation.isPersistent || operation.started || !operation.awaited) return;
    report::Finding finding = describe(operation);
    finding.severity = report::Severity::Warning;
    context.report(std::move(finding));
  }

  static report::Finding describe(const Operation &operation) {
    report::Finding finding = makeFinding(
        kRule, fmt::format("the persistent operation of {} is waited for but never started", operation.made->name()),
        *operation.made, "is set up here");
    finding.sites.push_back(operation.awaited->process->siteOf(*operation.awaited, "is waited for here"));
    finding.help = fmt::format("start it with {} before", mpi::info(mpi::Routine::Start).name);
    return finding;
  }
};

const Registration<RequestMissingStart> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
