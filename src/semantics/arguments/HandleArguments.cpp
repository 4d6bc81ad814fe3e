#include <fmt/format.h>

#include "semantics/arguments/Judgments.h"

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

Judgment judgeHandle(const mpi::RoutineInfo &routine, Role role, Element kind, HandleState state) {
  const mpi::HandleInfo &info = mpi::info(kind);
  switch (state) {
    case HandleState::Unknown:
    case HandleState::Valid:
      return std::nullopt;
    case HandleState::Null:
      if (mayBeNull(routine, role)) return std::nullopt;
      return Complaint{fmt::format("is {}", info.null), fmt::format("pass a valid {}", info.noun)};
    case HandleState::Freed:
      return Complaint{fmt::format("is a {} that was freed before", info.noun),
                       fmt::format("free the {} after its last use", info.noun)};
    case HandleState::Invalid:
    case HandleState::Doubtful:
      return Complaint{fmt::format("is not a valid {}: freed or never created", info.noun),
                       fmt::format("use the {} between its creation and the call that frees it", info.noun)};
  }
  return std::nullopt;
}

}  // namespace lockstep::semantics
