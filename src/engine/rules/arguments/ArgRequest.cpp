// arg-request: a call that needs an operation to act on gets a request, a list of requests is one, and a handle stands
// for a request that exists.
//
// Waiting for or testing a null request is legal. A handle whose request is gone is stale: some other copy of it was
// completed or freed. That is certain unless the library has given the handle to another operation meanwhile, of which
// Requests.h takes care. A handle that no library has is certain as well. Any other one that no call has returned may
// come from a routine that the recorder does not know: then the library decides, which either returns an error, or ends
// the process inside the call. What else can be wrong
// with a request is its life cycle, which the rules on requests follow.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-request");

bool actsOnRequest(const mpi::RoutineInfo &routine) {
  switch (routine.effect) {
    case Effect::Start:
    case Effect::StartAll:
    case Effect::Cancel:
    case Effect::RequestFree:
    case Effect::Ready:
      return true;
    default:
      return false;
  }
}

bool isRequest(Role role) { return role == Role::Request || role == Role::Requests || role == Role::RequestValue; }

std::size_t requestArgument(const mpi::RoutineInfo &routine) {
  for (std::size_t i = 0; i < routine.arity; ++i)
    if (isRequest(routine.storage[i].role)) return i;
  return 0;
}

/// "is completed", "is freed"
std::string_view endOf(const PlaceOfCall &call) {
  return call.routine->effect == Effect::RequestFree ? "freed" : "completed";
}

class ArgRequest final : public Rule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return takesRequests(routine); }

  void onArguments(const Call &call, Context &context) override {
    forEachSignificant(call, isRequest, [&](std::size_t argument, Role role) {
      const auto requests = valuesOf(call, argument);
      const bool isMissing = role == Role::Requests && call.arguments[argument] == 0 && requests.empty();
      if (isMissing && call.argument(Role::Length).value_or(0) > 0)
        return context.report(makeFinding(kRule, call, argument, "is NULL, but there are requests to look at",
                                          "pass an array with as many requests as its length says"));
      if (!actsOnRequest(*call.routine)) return;
      if (std::ranges::find(requests, trace::kNullHandle) == requests.end()) return;
      context.report(makeFinding(kRule, call, argument,
                                 role == Role::Requests ? "holds MPI_REQUEST_NULL" : "is MPI_REQUEST_NULL",
                                 "pass a request that an operation has returned"));
    });
  }

  void onRequest(const RequestNote &note, Context &context) override {
    if (note.what == RequestNote::What::Gone) reportStale(note, context);
    if (note.what != RequestNote::What::NeverMade || note.call->isNested || note.call->isOutside) return;
    const std::vector<std::int64_t> handles = requestsOf(*note.call);
    if (std::ranges::find(handles, trace::kUnknownHandle) != handles.end())
      context.report(neverMade(*note.call));
    else if (!context.options().beginsLate)
      doubtful_.insert_or_assign({note.call->process, note.call->thread}, neverMade(*note.call));
  }

  static void reportStale(const RequestNote &note, Context &context) {
    const Call &call = *note.call;
    const std::size_t argument = requestArgument(*call.routine);
    const bool isList = call.routine->storage[argument].role == Role::Requests;
    const std::string_view end = endOf(note.gone->ended);
    report::Finding finding = makeFinding(
        kRule, call, argument,
        fmt::format("{} a request that was {} through another copy of its handle", isList ? "holds" : "is", end),
        "set every copy of the handle to MPI_REQUEST_NULL when one of them is completed or freed, or keep only one");
    finding.sites.push_back(call.process->siteOf(note.gone->ended, fmt::format("is {} here", end)));
    finding.sites.push_back(call.process->siteOf(note.gone->made, "is created here"));
    finding.sites[1].role = report::SiteRole::Sync;
    finding.sites[2].role = report::SiteRole::Creation;
    context.report(std::move(finding));
  }

  static report::Finding neverMade(const Call &call) {
    const std::size_t argument = requestArgument(*call.routine);
    const bool isList = call.routine->storage[argument].role == Role::Requests;
    return makeFinding(
        kRule, call, argument,
        fmt::format("{} not a valid request: completed or freed before, never created or not initialized",
                    isList ? "holds what is" : "is"),
        "initialize requests with MPI_REQUEST_NULL, and pass what an operation has returned");
  }

  void onLeave(const Call &call, const Result &result, Context &context) override {
    if (doubtful_.empty() || call.isNested) return;
    const auto doubt = doubtful_.find({call.process, call.thread});
    if (doubt == doubtful_.end()) return;
    if (result.code != 0) context.report(std::move(doubt->second));
    doubtful_.erase(doubt);
  }

  void onProcessEnd(const Process &process, Context &context) override {
    for (auto doubt = doubtful_.begin(); doubt != doubtful_.end();) {
      const bool isHere = doubt->first.first == &process;
      if (isHere) context.report(std::move(doubt->second));
      doubt = isHere ? doubtful_.erase(doubt) : std::next(doubt);
    }
  }

 private:
  std::map<std::pair<const Process *, unsigned>, report::Finding> doubtful_;  // by thread
};

const Registration<ArgRequest> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
