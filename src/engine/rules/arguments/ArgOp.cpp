// arg-op: the operation of a reduction exists and is defined for the values that it gets.
#include <utility>

#include "engine/rules/Arguments.h"
#include "engine/rules/HandleRule.h"
#include "semantics/arguments/OpArguments.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedOp;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-op");

class ArgOp final : public HandleRule {
 public:
  ArgOp() : HandleRule(kRule, mpi::Element::Op) {}

  void onArguments(const Call &call, ProcessContext &context) override {
    HandleRule::onArguments(call, context);
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

 private:
  static void judgeFree(const Call &call, ProcessContext &context) {
    const auto op = call.argument(Role::FreedOp);
    if (!op || !isPredefined(*call.process, mpi::Element::Op, *op)) return;
    context.report(makeFinding(kRule, call, static_cast<std::size_t>(call.routine->indexOf(Role::FreedOp)),
                               semantics::freedOp(static_cast<PredefinedOp>(*op))));
  }

  static semantics::TypeFacts reducedType(const Call &call) {
    return typeFacts(call, *call.argument(semantics::reducedType(*call.routine)));
  }
};

const Registration<ArgOp> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
