#include "semantics/arguments/HandleArguments.h"

#include <fmt/format.h>

namespace lockstep::semantics {

using mpi::Element;
using mpi::Role;

namespace {

/// Nearly every call accepts a null info, some queries return the name of a null handle, and an error handler may be
/// set for files not opened yet.
bool mayBeNull(const mpi::RoutineInfo &routine, Role role) {
  if (routine.effect == mpi::Effect::Abort) return true;
  switch (role) {
    case Role::Info:
      return routine.cls != mpi::Class::Info;
    case Role::Infos:
      return true;
    case Role::File:
      return routine.cls == mpi::Class::ErrorHandler;
    case Role::Comm:
    case Role::Window:
    case Role::AnyDatatype:
      return routine.indexOf(Role::TextOut) >= 0;
    default:
      return false;
  }
}

}  // namespace

Judgment judgeNull(const mpi::RoutineInfo &routine, Role role, Element kind) {
  if (mayBeNull(routine, role)) return std::nullopt;
  return Complaint{fmt::format("is {}", mpi::info(kind).null), fmt::format("pass a valid {}", mpi::info(kind).noun)};
}

}  // namespace lockstep::semantics
