// arg-request: a call that needs an operation to act on gets a request, a list of requests is one, and a handle stands
// for a request that exists.
//
// That a request is gone is certain unless the library has given the handle to another operation meanwhile, of which
// Requests.h takes care. A handle that no library has is certain as well. Any other one that no call has returned may
// come from a routine that the recorder does not know: then the library decides, which either returns an error, or ends
// the process inside the call.
#include <algorithm>
#include <map>
#include <utility>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
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

  void onArguments(const Call &call, ProcessContext &context) override {
    forEachSignificant(call, semantics::isRequest, [&](std::size_t argument, Role role) {
      const auto requests = valuesOf(call, argument);
      const bool isMissing = role == Role::Requests && call.arguments[argument] == 0 && requests.empty();
      if (isMissing && call.argument(Role::Length).value_or(0) > 0)
        return context.report(makeFinding(kRule, call, argument, semantics::noRequests()));
      if (!semantics::needsRequests(*call.routine)) return;
      if (std::ranges::find(requests, trace::kNullHandle) != requests.end())
        context.report(makeFinding(kRule, call, argument, semantics::nullRequest(role)));
    });
  }

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
    if (doubtful_.empty() || call.isNested) return;
    const auto doubt = doubtful_.find({call.process, call.thread});
    if (doubt == doubtful_.end()) return;
    if (result.code != 0) context.report(std::move(doubt->second));
    doubtful_.erase(doubt);
  }

  void onProcessEnd(const Process &process, ProcessContext &context) override {
    for (auto doubt = doubtful_.begin(); doubt != doubtful_.end();) {
      const bool isHere = doubt->first.first == &process;
      if (isHere) context.report(std::move(doubt->second));
      doubt = isHere ? doubtful_.erase(doubt) : std::next(doubt);
    }
  }

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
      doubtful_.insert_or_assign({call.process, call.thread}, complain(call, semantics::noRequest));
  }

  std::map<std::pair<const ProcessInfo *, unsigned>, report::Finding> doubtful_;  // by thread
};

const Registration<ArgRequest> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
