#include <fmt/format.h>

#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::PredefinedOp;
using mpi::Role;

namespace {

bool accumulates(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::RmaAccumulate || routine.cls == mpi::Class::RmaFetch;
}

std::string_view nameOf(PredefinedOp op) { return mpi::predefinedOpName(static_cast<std::uint64_t>(op)); }

/// MPI defines no reduction of characters, although the libraries treat them as small integers.
Judgment judgeCategory(PredefinedOp op, const mpi::PredefinedTypeInfo &type) {
  if (mpi::isDefinedFor(op, type.category)) return std::nullopt;
  const bool isHarmless = type.category == mpi::TypeCategory::Character;
  return Complaint{fmt::format("is {}, which is not defined for {}", nameOf(op), type.name),
                   "reduce with an operation that is defined for the datatype, or make one",
                   isHarmless ? report::Severity::Warning : report::Severity::Error};
}

/// The datatype that decides what the operation may be.
int reducedType(const mpi::RoutineInfo &routine) {
  const int target = routine.indexOf(Role::TargetDatatype);
  return target >= 0 ? target : routine.indexOf(Role::Datatype);
}

Judgment judgePredefined(const mpi::RoutineInfo &routine, PredefinedOp op, const TypeFacts &type) {
  if (op == PredefinedOp::Replace || op == PredefinedOp::NoOp) {
    if (accumulates(routine)) return std::nullopt;
    return Complaint{fmt::format("is {}, which is for RMA only", nameOf(op)), "reduce with another operation"};
  }
  if (type.predefined != nullptr) return judgeCategory(op, *type.predefined);
  if (!type.isDerived) return std::nullopt;
  if (!accumulates(routine))
    return Complaint{fmt::format("is {}, which does not take derived datatypes", nameOf(op)),
                     "reduce values of a predefined type, or make an operation for this datatype"};
  const bool takesPairs = op == PredefinedOp::Minloc || op == PredefinedOp::Maxloc;  // whose parts are basic types, too
  return takesPairs || type.basic == nullptr ? std::nullopt : judgeCategory(op, *type.basic);
}

}  // namespace

Judgment judgeOp(const CallFacts &facts, std::size_t argument) {
  const int type = reducedType(facts.routine());
  if (type < 0) return std::nullopt;
  const OpFacts op = facts.op(argument);
  if (op.predefined)
    return judgePredefined(facts.routine(), *op.predefined, facts.type(static_cast<std::size_t>(type)));
  if (!op.isOwn || !accumulates(facts.routine())) return std::nullopt;
  return Complaint{"is a user-defined operation", "accumulate with a predefined operation"};
}

Judgment judgeFreedOp(const CallFacts &facts, std::size_t argument) {
  const auto op = facts.op(argument).predefined;
  if (!op) return std::nullopt;
  return Complaint{fmt::format("is {}, which must not be freed", nameOf(*op)),
                   "free operations that the program has made, and no others"};
}

}  // namespace lockstep::semantics
