// request-leak: a persistent request that is not freed when the process finalizes. One that is still active, or was
// never started, is reported for that.
#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-leak");

class RequestLeak final : public Rule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::Finalize; }

  void onEnter(const Call &call, Context &context) override {
    for (const OperationPtr &operation : call.process->requests.all()) {
      const bool isForgotten = operation->isPersistent && !operation->isActive;
      if (!isForgotten || (!operation->started && operation->awaited)) continue;
      report::Finding finding =
          makeFinding(kRule, fmt::format("the persistent request of {} is never freed", operation->made->name()),
                      *operation->made, "is made here");
      finding.help =
          fmt::format("free it with {} when it is not needed any more", mpi::info(mpi::Routine::Request_free).name);
      context.report(std::move(finding));
    }
  }
};

const Registration<RequestLeak> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
