// Definition records: others refer to them by id, so a trace with a size limit keeps them all, in separate streams.
#pragma once

#include "mpi/Routine.h"
#include "trace/Record.h"

namespace lockstep::trace {

constexpr bool isDefinition(Kind kind) {
  switch (kind) {
    case Kind::Process:
    case Kind::Module:
    case Kind::Site:
    case Kind::ResolvedSite:
    case Kind::Stack:
    case Kind::Comm:
    case Kind::Neighbors:
    case Kind::Group:
    case Kind::Type:
    case Kind::Window:
    case Kind::SharedPart:
    case Kind::Layout:
      return true;
    case Kind::Array:
    case Kind::Enter:
    case Kind::Leave:
    case Kind::Access:
    case Kind::AccessBits:
    case Kind::Value:
    case Kind::ThreadOrder:
    case Kind::Signal:
    case Kind::Exit:
    case Kind::Freed:
    case Kind::Round:
    case Kind::Memory:
    case Kind::Released:
    case Kind::Failure:
    case Kind::Callback:
    case Kind::Misplaced:
      return false;
  }
  return false;
}

/// The records of some calls are definitions: that of a persistent request defines its starts until it is freed. Not
/// those of collectives, which all members have to call; and these have arrays.
constexpr bool isDefinition(const mpi::RoutineInfo &routine) {
  const bool isMessage = routine.cls == mpi::Class::Send || routine.cls == mpi::Class::Receive;
  return (isMessage && routine.timing == mpi::Timing::Persistent) || routine.effect == mpi::Effect::RequestFree;
}

/// Of a record in a trace, whose numbers have been checked.
inline bool isDefinition(const RecordHeader &header) {
  const auto ofCall = [](std::uint16_t routine) { return isDefinition(mpi::info(static_cast<mpi::Routine>(routine))); };
  if (header.kind == Kind::Enter) return ofCall(reinterpret_cast<const Enter &>(header).routine);
  if (header.kind == Kind::Leave) return ofCall(reinterpret_cast<const Leave &>(header).routine);
  return isDefinition(header.kind);
}

}  // namespace lockstep::trace
