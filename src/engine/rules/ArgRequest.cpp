// arg-request: a call that needs an operation to act on gets a request, and a list of requests is one.
//
// Waiting for or testing a null request is legal. What else can be wrong with a request is its life cycle, which the
// rules on requests follow.
#include <algorithm>

#include <fmt/format.h>

#include "engine/Arguments.h"
#include "engine/Rule.h"

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

class ArgRequest final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    forEachSignificant(call, isRequest, [&](std::size_t argument, Role role) {
      const auto requests = valuesOf(call, argument);
      const bool isMissing = role == Role::Requests && call.arguments[argument] == 0 && requests.empty();
      if (isMissing && call.argument(Role::Length).value_or(0) > 0)
        return context.report(makeFinding(kRule, call, argument, "is a null pointer, but there are requests to look at",
                                          "pass an array with as many requests as its length says"));
      if (!actsOnRequest(*call.routine)) return;
      if (std::ranges::find(requests, trace::kNullHandle) == requests.end()) return;
      context.report(makeFinding(kRule, call, argument,
                                 role == Role::Requests ? "holds MPI_REQUEST_NULL" : "is MPI_REQUEST_NULL",
                                 "pass a request that an operation has returned"));
    });
  }
};

const Registration<ArgRequest> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
