// arg-op: the operation of a reduction exists and is defined for the values that it gets.
//
// Predefined operations take the predefined types of certain categories, in accumulates also derived types made of one
// of them. Operations of the program's own take any type, but no accumulate. Replacing and doing nothing are for
// accumulates alone.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "mpi/Predefined.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedOp;
using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-op");

bool accumulates(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::RmaAccumulate || routine.cls == mpi::Class::RmaFetch;
}

bool isForAccumulatesOnly(PredefinedOp op) { return op == PredefinedOp::Replace || op == PredefinedOp::NoOp; }

class ArgOp final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    handles_.enter(call, context);
    judgeFree(call, context);
    const int index = call.routine->indexOf(Role::Op);
    const auto argument = static_cast<std::size_t>(index);
    if (index < 0 || call.routine->indexOf(Role::Datatype) < 0 || !isSignificant(call, argument)) return;
    const std::int64_t op = call.arguments[argument];
    if (op == trace::kNullHandle || op == trace::kUnknownHandle) return;
    if (isPredefined(*call.process, mpi::Element::Op, op))
      judgePredefined(call, argument, static_cast<PredefinedOp>(op), context);
    else if (accumulates(*call.routine))
      context.report(makeFinding(kRule, call, argument, "is an operation of the program's own",
                                 "accumulate with a predefined operation"));
  }
  bool isAbout(const mpi::RoutineInfo &routine) const override { return handles_.isAbout(routine); }
  void onLeave(const Call &call, const Result &result, Context &context) override {
    handles_.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, Context &context) override { handles_.end(process, context); }

  static void judgeFree(const Call &call, Context &context) {
    const auto op = call.argument(Role::FreedOp);
    if (!op || !isPredefined(*call.process, mpi::Element::Op, *op)) return;
    context.report(makeFinding(
        kRule, call, static_cast<std::size_t>(call.routine->indexOf(Role::FreedOp)),
        fmt::format("is {}, which must not be freed", mpi::predefinedOpName(static_cast<std::uint64_t>(*op))),
        "free operations that the program has made, and no others"));
  }

  static void judgePredefined(const Call &call, std::size_t argument, PredefinedOp op, Context &context) {
    const std::string_view name = mpi::predefinedOpName(static_cast<std::uint64_t>(op));
    if (isForAccumulatesOnly(op)) {
      if (accumulates(*call.routine)) return;
      return context.report(makeFinding(kRule, call, argument, fmt::format("is {}, which is for RMA only", name),
                                        "reduce with another operation"));
    }
    const Role role = call.routine->indexOf(Role::TargetDatatype) >= 0 ? Role::TargetDatatype : Role::Datatype;
    const std::int64_t type = *call.argument(role);
    if (const auto *predefined = mpi::predefinedType(static_cast<std::uint64_t>(type)))
      return judgeCategory(call, argument, op, *predefined, context);
    if (type == trace::kNullHandle || type == trace::kUnknownHandle || isSingle(call, type)) return;
    if (!accumulates(*call.routine))
      return context.report(makeFinding(kRule, call, argument,
                                        fmt::format("is {}, which does not take derived datatypes", name),
                                        "reduce values of a predefined type, or make an operation for this datatype"));
    const bool takesPairs = op == PredefinedOp::Minloc || op == PredefinedOp::Maxloc;  // a signature has no pairs
    const Datatype *derived = call.process->types.find(type);
    if (takesPairs || derived == nullptr || derived->pattern.size() != 1) return;
    if (const auto *basic = mpi::predefinedType(static_cast<std::uint64_t>(derived->pattern.front().basic)))
      judgeCategory(call, argument, op, *basic, context);
  }

  /// Characters are not to be reduced, although the libraries do it as with small integers.
  static void judgeCategory(const Call &call, std::size_t argument, PredefinedOp op,
                            const mpi::PredefinedTypeInfo &type, Context &context) {
    if (mpi::isDefinedFor(op, type.category)) return;
    report::Finding finding = makeFinding(kRule, call, argument,
                                          fmt::format("is {}, which is not defined for {}",
                                                      mpi::predefinedOpName(static_cast<std::uint64_t>(op)), type.name),
                                          "reduce with an operation that is defined for the datatype, or make one");
    if (type.category == mpi::TypeCategory::Character) finding.severity = report::Severity::Warning;
    context.report(std::move(finding));
  }

  HandleCheck handles_{kRule, mpi::Element::Op};
};

const Registration<ArgOp> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
