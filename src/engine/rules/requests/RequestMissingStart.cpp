// request-missing-start: a persistent request that was never started keeps others from going on.
//
// An error where another rank is stuck for want of it and its owner has waited for it: nobody will start it. Where the
// run was stopped from outside and no error explains why it did not end, those that were not started by then are
// warnings: what a rank spins for may be what such a request was to bring. The plain case is RequestLife.cpp's.
#include <map>
#include <vector>

#include "engine/Rule.h"
#include "engine/rules/requests/Unstarted.h"

namespace lockstep::engine {
namespace {

class RequestMissingStart final : public WorldRule {
 public:
  void onInitialized(const Process &process, Context &) override { processes_.push_back(&process); }

  void onFinish(bool interrupted, Context &context) override {
    const std::vector<int> stuck = context.waiting().stuck();
    std::map<OperationPtr, std::vector<int>> awaiting;
    for (const int rank : stuck)
      if (const OperationPtr operation = unstartedFor(rank, context)) awaiting[operation].push_back(rank);
    for (const auto &[operation, ranks] : awaiting) {
      report::Finding finding = makeFinding(operation->judgeUnstarted());
      finding.severity = report::Severity::Error;
      finding.message += ", and its other side waits for it forever";
      for (const int rank : ranks) {
        const Process &process = *context.process(rank);
        finding.sites.push_back(process.siteOf(*process.openCall()->call, "waits for it"));
      }
      context.report(std::move(finding));
    }
    if (interrupted && stuck.empty() && context.errorCount() == 0) tellOfStoppedRun(context);
  }

 private:
  void tellOfStoppedRun(Context &context) const {
    for (const Process *process : processes_) {
      if (process->isGone()) continue;
      for (const OperationPtr &operation : process->requests.all())
        if (operation->isUnstarted())
          context.report(
              makeFinding({semantics::neverStarted(*operation->routine, "was not started before the run was stopped"),
                           operation->made, semantics::kSetUpHere}));
    }
  }

  std::vector<const Process *> processes_;
};

const Registration<RequestMissingStart> kRegistration(report::rule("request-missing-start"));

}  // namespace
}  // namespace lockstep::engine
