// request-overwrite: another request was stored into the variable of an active one, which is then never completed. A
// program that keeps a copy of the handle and completes that has done nothing wrong.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/LostRequests.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-overwrite");

class RequestOverwrite final : public Rule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::Finalize; }

  void onEnter(const Call &call, Context &context) override {
    for (const LostRequests &lost : lostRequests(*call.process, true)) report(lost, context);
  }

 private:
  static void report(const LostRequests &lost, Context &context) {
    const Operation &operation = lost.first();
    const Call &second = *operation.overwrittenBy;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("the request of {} is overwritten by that of {} and never completed",
                                operation.made->name(), second.name()),
                    *operation.started, "starts here");
    finding.sites.push_back(second.process->siteOf(second, "overwrites the request here"));
    finding.cause = lost.cause;
    finding.occurrences = static_cast<unsigned>(lost.operations.size());
    finding.help = "complete the first request before its variable is used again, or give every operation its own";
    context.report(std::move(finding));
  }
};

const Registration<RequestOverwrite> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
