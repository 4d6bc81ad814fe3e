#include <algorithm>

#include <fmt/format.h>

#include "mpi/Significance.h"
#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Role;
using mpi::Routine;
using mpi::TypeCategory;

namespace {

bool canBeSwapped(TypeCategory category) {
  switch (category) {
    case TypeCategory::CInteger:
    case TypeCategory::FortranInteger:
    case TypeCategory::Logical:
    case TypeCategory::MultiLanguage:
    case TypeCategory::Byte:
      return true;
    case TypeCategory::Floating:
    case TypeCategory::Complex:
    case TypeCategory::Character:
    case TypeCategory::Packed:
    case TypeCategory::Pair:
    case TypeCategory::Marker:
      return false;
  }
  return false;
}

/// Fetches one value from a window: has a datatype and no count.
bool fetchesOne(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::RmaFetch && routine.indexOf(Role::Count) < 0;
}

}  // namespace

bool isOfMovedData(const mpi::RoutineInfo &routine, Role role) {
  if (role != Role::Datatype && role != Role::TargetDatatype && role != Role::DatatypesPerRank) return false;
  return std::ranges::any_of(routine.args(), [](const mpi::Argument &argument) {
    return mpi::isDataBuffer(argument.role) || argument.role == Role::File;
  });
}

Judgment judgeUsedType(const CallFacts &facts, std::size_t argument, std::size_t element) {
  const mpi::PredefinedTypeInfo *predefined = facts.predefinedType(argument, element);
  if (predefined != nullptr && predefined->category == TypeCategory::Marker)
    return Complaint{fmt::format("is {}, which is a marker without data", predefined->name),
                     fmt::format("give the type its bounds with {}", mpi::info(Routine::Type_create_resized).name)};
  if (predefined != nullptr || facts.isCommitted(argument, element).value_or(true)) return std::nullopt;
  return Complaint{.what = "is a datatype that is not committed",
                   .help = fmt::format("call {} before the type is used", mpi::info(Routine::Type_commit).name),
                   .cause = {.kind = report::Cause::Kind::NotCommitted}};
}

Judgment judgeFreedType(const CallFacts &facts, std::size_t argument) {
  const mpi::PredefinedTypeInfo *predefined = facts.predefinedType(argument, 0);
  if (predefined == nullptr) return std::nullopt;
  return Complaint{fmt::format("is {}, which must not be freed", predefined->name),
                   "free datatypes that the program has made, and no others"};
}

Judgment judgeFetchedType(const CallFacts &facts, std::size_t argument) {
  if (!fetchesOne(facts.routine())) return std::nullopt;
  const TypeFacts type = facts.type(argument);
  if (type.predefined == nullptr && type.isDerived)
    return Complaint{"is a derived datatype, but only a predefined one is allowed",
                     "pass the predefined datatype of the one value"};
  const bool isSwap = facts.routine().indexOf(Role::Op) < 0;
  if (type.predefined == nullptr || !isSwap || canBeSwapped(type.predefined->category)) return std::nullopt;
  return Complaint{fmt::format("is {}, but only integers, logicals and bytes can be compared", type.predefined->name),
                   "compare and swap an integer of the same size"};
}

}  // namespace lockstep::semantics
