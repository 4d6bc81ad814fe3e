// arg-op: the operation of a reduction exists and is defined for the values that it gets.
#include <utility>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "semantics/OpArguments.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedOp;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-op");

class ArgOp final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    handles_.enter(call, context);
    judgeFree(call, context);
    const int index = call.routine->indexOf(Role::Op);
    const auto argument = static_cast<std::size_t>(index);
    if (index < 0 || call.routine->indexOf(Role::Datatype) < 0 || !isSignificant(call, argument)) return;
    const std::int64_t op = call.arguments[argument];
    if (op == trace::kNullHandle || op == trace::kUnknownHandle) return;
    auto complaint = isPredefined(*call.process, mpi::Element::Op, op)
                         ? semantics::judgeOp(*call.routine, static_cast<PredefinedOp>(op), reducedType(call))
                         : semantics::judgeOwnOp(*call.routine);
    if (complaint) context.report(makeFinding(kRule, call, argument, std::move(*complaint)));
  }
  bool isAbout(const mpi::RoutineInfo &routine) const override { return handles_.isAbout(routine); }
  void onLeave(const Call &call, const Result &result, Context &context) override {
    handles_.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, Context &context) override { handles_.end(process, context); }

  static void judgeFree(const Call &call, Context &context) {
    const auto op = call.argument(Role::FreedOp);
    if (!op || !isPredefined(*call.process, mpi::Element::Op, *op)) return;
    context.report(makeFinding(kRule, call, static_cast<std::size_t>(call.routine->indexOf(Role::FreedOp)),
                               semantics::freedOp(static_cast<PredefinedOp>(*op))));
  }

  static semantics::TypeFacts reducedType(const Call &call) {
    return typeFacts(call, *call.argument(semantics::reducedType(*call.routine)));
  }

  HandleCheck handles_{kRule, mpi::Element::Op};
};

const Registration<ArgOp> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
