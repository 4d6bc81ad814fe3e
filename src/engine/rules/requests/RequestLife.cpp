// request-*: errors in the life cycle of a request (semantics/RequestState.h), as they happen and when the process
// finalizes MPI.
//
// A request that was freed and never started is reported at the end as well: if an error occurred in between, such as a
// start through a copy of the handle, that is the cause.
#include <algorithm>

#include "engine/Rule.h"
#include "engine/process/LostRequests.h"

namespace lockstep::engine {
namespace {

class RequestLife final : public ProcessRule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return routine.effect == mpi::Effect::Finalize; }

  void onRequest(const RequestNote &note, ProcessContext &context) override {
    if (note.misuse) context.report(makeFinding(*note.misuse));
    if (note.what == RequestNote::What::FreedUnstarted) freed_.push_back(note);
  }

  void onEnter(const Call &, ProcessContext &context) override {
    const Process &process = context.process();
    for (const LostRequests &lost : lostRequests(process)) {
      report::Finding finding = makeFinding(*lost.first().judgeEnd());
      finding.cause = lost.cause;
      finding.occurrences = static_cast<unsigned>(lost.operations.size());
      context.report(std::move(finding));
    }
    for (const OperationPtr &operation : process.requests.all())
      if (const auto verdict = operation->isActive ? std::nullopt : operation->judgeEnd())
        context.report(makeFinding(*verdict));
    const auto isHere = [&](const RequestNote &note) { return note.call->process == &process; };
    for (const RequestNote &note : freed_)
      if (isHere(note) && !context.hasError()) context.report(makeFinding(note.operation->judgeUnstarted()));
    std::erase_if(freed_, isHere);
  }

 private:
  std::vector<RequestNote> freed_;  // never started
};

const Registration<RequestLife> kRegistration(report::rule("request-missing-wait"));

}  // namespace
}  // namespace lockstep::engine
