#include "mpi/Output.h"

namespace lockstep::mpi {

namespace {

Output numberOf(const RoutineInfo &routine, Role role) {
  if (role == Role::OwnRank && routine.base == Routine::Comm_rank) return Output::OwnRank;
  if (role == Role::SizeOut && routine.base == Routine::Comm_size) return Output::GroupSize;
  if (role == Role::ThreadLevelGranted) return Output::ThreadLevel;
  return role == Role::Flag ? Output::Flag : Output::Number;
}

/// Through a pointer that is captured as it is.
Output dataOf(const RoutineInfo &routine, Role role) {
  switch (role) {
    case Role::WindowBase:
    case Role::AttachedBuffer:
    case Role::FreedMemory:
      return Output::None;
    case Role::Pointer:
      return routine.cls == Class::Tool ? Output::Data : Output::None;
    default:
      break;
  }
  const std::string_view type = info(role).type;
  const bool isPointer = type.ends_with('*') && !type.starts_with("const");
  return isPointer && type.find("_function") == std::string_view::npos ? Output::Data : Output::None;
}

}  // namespace

Output outputOf(const RoutineInfo &routine, std::size_t argument) {
  const Role role = routine.args()[argument].role;
  switch (info(role).capture) {
    case Capture::Handle:
    case Capture::ScalarArray:
    case Capture::HandleArray:
    case Capture::Text:
      return Output::None;
    case Capture::Scalar:
    case Capture::Opaque:
      return dataOf(routine, role);
    case Capture::ScalarOut:
      return numberOf(routine, role);
    case Capture::ScalarArrayOut:
      return Output::Numbers;
    case Capture::HandleOut:
      return Output::NewHandle;
    case Capture::HandleInOut:
      return Output::ChangedHandle;
    case Capture::HandleArrayInOut:
      return Output::ChangedHandles;
    case Capture::AddressOut:
      return Output::Address;
    case Capture::StatusOut:
      return Output::Status;
    case Capture::StatusArrayOut:
      return Output::Statuses;
  }
  return Output::None;
}

}  // namespace lockstep::mpi
