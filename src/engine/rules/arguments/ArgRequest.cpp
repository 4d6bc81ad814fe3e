// arg-request: a handle stands for a request that exists.
//
// That a request is gone is certain unless the library has given the handle to another operation meanwhile, of which
// Requests.h takes care. A handle that no library has is certain as well. Any other one that no call has returned may
// come from a routine that the recorder does not know (Doubts.h).
#include <algorithm>
#include <utility>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "engine/rules/arguments/Doubts.h"
#include "semantics/arguments/RequestArguments.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-request");

/// How something is wrong with the requests of the call.
template <class... Details>
report::Finding complain(const Call &call, semantics::Complaint (*about)(Role, Details...), Details... details) {
  const std::size_t argument = *semantics::requestArgument(*call.routine);
  return makeFinding(kRule, call, argument, about(call.routine->storage[argument].role, details...));
}

class ArgRequest final : public ProcessRule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return takesRequests(routine); }

  void onRequest(const RequestNote &note, ProcessContext &context) override {
    const Call &call = *note.call;
    switch (note.what) {
      case RequestNote::What::Gone:
        return reportGone(call, *note.gone, context);
      case RequestNote::What::NotPersistent:
        return reportNotPersistent(call, *note.operation, context);
      case RequestNote::What::NeverMade:
        return judgeNeverMade(call, context);
      case RequestNote::What::Misuse:
      case RequestNote::What::FreedActive:
      case RequestNote::What::FreedUnstarted:
        return;
    }
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    doubts_.leave(call, result, context);
  }

  void onProcessEnd(const Process &process, ProcessContext &context) override { doubts_.end(process, context); }

 private:
  static void addSite(report::Finding &finding, report::Site site, report::SiteRole role) {
    site.role = role;
    finding.sites.push_back(std::move(site));
  }

  static void reportGone(const Call &call, const GoneRequest &gone, ProcessContext &context) {
    const ProcessInfo &process = *call.process;
    report::Finding finding = complain<const mpi::RoutineInfo &>(call, semantics::goneRequest, *gone.ended.routine);
    addSite(finding, process.siteOf(gone.ended, semantics::endOfRequest(*gone.ended.routine)), report::SiteRole::Sync);
    addSite(finding, process.siteOf(gone.made, "is created here"), report::SiteRole::Creation);
    context.report(std::move(finding));
  }

  static void reportNotPersistent(const Call &call, const Operation &operation, ProcessContext &context) {
    report::Finding finding = complain<const mpi::RoutineInfo &>(call, semantics::notPersistent, *operation.routine);
    addSite(finding, call.process->siteOf(*operation.made, "is created here"), report::SiteRole::Creation);
    context.report(std::move(finding));
  }

  void judgeNeverMade(const Call &call, ProcessContext &context) {
    if (call.isNested || call.isOutside) return;
    const std::vector<std::int64_t> handles = requestsOf(call);
    if (std::ranges::find(handles, trace::kUnknownHandle) != handles.end())
      context.report(complain(call, semantics::noRequest));
    else if (!context.options().beginsLate)
      doubts_.add(call, complain(call, semantics::noRequest));
  }

  Doubts doubts_;
};

const Registration<ArgRequest> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
