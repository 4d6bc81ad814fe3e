// request-missing-start: a persistent request that the program waits for or frees although it was never started.
// Waiting before the first start is a usual idiom in loops and no error. A request that is never started in the whole
// run is a warning, since that is legal too, and an error when another rank is stuck for want of it: nobody will start
// it.
//
// Where the run was stopped from outside and no error explains why it did not end, those that were not started by then
// are warnings, too: what a rank spins for may be what such a request was to bring.
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/requests/Unstarted.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("request-missing-start");

class RequestMissingStart final : public Rule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::Finalize; }

  void onInitialized(const Process &process, Context &) override { processes_.push_back(&process); }

  void onEnter(const Call &call, Context &context) override {
    for (const OperationPtr &operation : call.process->requests.all()) judge(*operation, context);
    judgeFreed(*call.process, context);
  }

  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what != RequestNote::What::FreedUnstarted || !isUnstarted(*note.operation)) return;
    if (note.operation->awaited) return judge(*note.operation, context);
    freed_.push_back(note);
  }

  /// Where an error came between, as a start through a copy of the handle, that is the reason.
  void judgeFreed(const Process &process, Context &context) {
    for (const RequestNote &note : freed_) {
      if (note.call->process != &process || context.hasErrorOn(process.rank)) continue;
      report::Finding finding = describe(*note.operation, "is freed but never started");
      finding.sites.push_back(process.siteOf(*note.call, "is freed here"));
      finding.severity = report::Severity::Warning;
      context.report(std::move(finding));
    }
    std::erase_if(freed_, [&](const RequestNote &note) { return note.call->process == &process; });
  }

  void onFinish(bool interrupted, Context &context) override {
    const std::vector<int> stuck = context.waiting().stuck();
    std::map<OperationPtr, std::vector<int>> awaiting;
    for (const int rank : stuck)
      if (const OperationPtr operation = unstartedFor(rank, context)) awaiting[operation].push_back(rank);
    for (const auto &[operation, ranks] : awaiting) {
      report::Finding finding = describeAwaited(*operation);
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
      for (const OperationPtr &operation : process->requests.all()) {
        if (!isUnstarted(*operation)) continue;
        report::Finding finding = describe(*operation, "was not started before the run was stopped");
        finding.severity = report::Severity::Warning;
        context.report(std::move(finding));
      }
    }
  }

  static bool isUnstarted(const Operation &operation) { return operation.isPersistent && !operation.started; }

  static void judge(const Operation &operation, Context &context) {
    if (!isUnstarted(operation) || !operation.awaited) return;
    report::Finding finding = describeAwaited(operation);
    finding.severity = report::Severity::Warning;
    context.report(std::move(finding));
  }

  static report::Finding describeAwaited(const Operation &operation) {
    report::Finding finding = describe(operation, "is waited for but never started");
    finding.sites.push_back(operation.awaited->process->siteOf(*operation.awaited, "is waited for here"));
    return finding;
  }

  static report::Finding describe(const Operation &operation, std::string_view fate) {
    report::Finding finding =
        makeFinding(kRule, fmt::format("the persistent operation of {} {}", operation.made->name(), fate),
                    *operation.made, "is set up here");
    finding.help = fmt::format("start it with {} before", mpi::info(mpi::Routine::Start).name);
    return finding;
  }

  std::vector<const Process *> processes_;
  std::vector<RequestNote> freed_;  // never started nor waited for
};

const Registration<RequestMissingStart> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
