// request-missing-start: a persistent request that was never started keeps other ranks from proceeding.
//
// An error if another rank is stuck for lack of it and its owner has waited for it: nobody will start it. If the run
// was ended from outside and no error explains the hang, requests not started by then are warnings: a rank may be
// polling for the result of such a request. Other cases are left to RequestLife.cpp.
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
