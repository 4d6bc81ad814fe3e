// request-missing-wait: an operation that was started and never completed when the process finalizes.
//
// A request that is freed while its operation is active is not completed by that. Only for point-to-point that is
// allowed, and even there nobody can know when the buffer is free again. An RMA operation is completed by the end of
// its epoch; then only its request is left behind.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/process/LostRequests.h"
#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

using mpi::Routine;

constexpr report::Rule kRule = report::rule("request-missing-wait");

class RequestMissingWait final : public Rule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::Finalize; }

  void onEnter(const Call &call, Context &context) override {
    for (const LostRequests &lost : lostRequests(*call.process, false)) reportOpen(lost, context);
  }

  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what == RequestNote::What::FreedActive) reportFreed(note, context);
  }

 private:
  static void reportOpen(const LostRequests &lost, Context &context) {
    const Operation &operation = lost.first();
    report::Finding finding =
        makeFinding(kRule, fmt::format("the operation of {} is never completed", operation.made->name()),
                    *operation.started, "starts here");
    if (isRma(operation.made->routine->cls)) finding.severity = report::Severity::Warning;
    finding.cause = lost.cause;
    finding.occurrences = static_cast<unsigned>(lost.operations.size());
    finding.help = fmt::format("complete its request with {} or another completion call before {}",
                               mpi::info(Routine::Wait).name, mpi::info(Routine::Finalize).name);
    context.report(std::move(finding));
  }

  static void reportFreed(const RequestNote &note, Context &context) {
    const Operation &operation = *note.operation;
    const bool isUsual = operation.isCancelled || operation.made->routine->cls == mpi::Class::RequestQuery;
    if (isUsual) return;
    report::Finding finding = makeFinding(
        kRule, fmt::format("the request of {} is freed before the operation is complete", operation.made->name()),
        *operation.started, "starts here");
    finding.sites.push_back(note.call->process->siteOf(*note.call, "frees the request here"));
    const bool isMessage = !operation.collective.slot && !isRma(operation.made->routine->cls);
    if (isMessage) finding.severity = report::Severity::Warning;
    finding.help = fmt::format("complete it with {} instead", mpi::info(Routine::Wait).name);
    context.report(std::move(finding));
  }
};

const Registration<RequestMissingWait> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
