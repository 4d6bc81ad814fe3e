#include "semantics/arguments/TypeArguments.h"

#include <algorithm>

#include <fmt/format.h>

#include "mpi/Significance.h"

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

}  // namespace

bool fetchesOne(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::RmaFetch && routine.indexOf(Role::Count) < 0;
}

bool movesData(const mpi::RoutineInfo &routine) {
  return std::ranges::any_of(routine.args(), [](const mpi::Argument &argument) {
    return mpi::isDataBuffer(argument.role) || argument.role == Role::File;
  });
}

bool mustBeCommitted(Role role) {
  return role == Role::Datatype || role == Role::TargetDatatype || role == Role::DatatypesPerRank;
}

Judgment judgeUse(const TypeFacts &type) {
  if (type.predefined == nullptr || type.predefined->category != TypeCategory::Marker) return std::nullopt;
  return Complaint{fmt::format("is {}, which stands for no data", type.predefined->name),
                   fmt::format("give the type its bounds with {}", mpi::info(Routine::Type_create_resized).name)};
}

Complaint notCommitted() {
  return {.what = "is a datatype that is not committed",
          .help = fmt::format("call {} before the type is used", mpi::info(Routine::Type_commit).name),
          .cause = {.kind = report::Cause::Kind::NotCommitted}};
}

Judgment judgeFree(const TypeFacts &type) {
  if (type.predefined == nullptr) return std::nullopt;
  return Complaint{fmt::format("is {}, which must not be freed", type.predefined->name),
                   "free datatypes that the program has made, and no others"};
}

Judgment judgeFetch(const mpi::RoutineInfo &routine, const TypeFacts &type) {
  if (!fetchesOne(routine)) return std::nullopt;
  if (type.predefined == nullptr && type.isDerived)
    return Complaint{"is a derived datatype, but only a predefined one is allowed",
                     "pass the predefined datatype of the one value"};
  const bool isSwap = routine.indexOf(Role::Op) < 0;
  if (type.predefined == nullptr || !isSwap || canBeSwapped(type.predefined->category)) return std::nullopt;
  return Complaint{fmt::format("is {}, but only integers, logicals and bytes can be compared", type.predefined->name),
                   "compare and swap an integer of the same size"};
}

}  // namespace lockstep::semantics
