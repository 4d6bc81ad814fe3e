#include "semantics/HandleArguments.h"

#include <fmt/format.h>

namespace lockstep::semantics {

using mpi::Element;
using mpi::Role;

namespace {

struct Words {
  std::string_view noun;
  std::string_view null;
};

Words wordsFor(Element kind) {
  switch (kind) {
    case Element::Comm:
      return {"communicator", "MPI_COMM_NULL"};
    case Element::Group:
      return {"group", "MPI_GROUP_NULL"};
    case Element::Datatype:
      return {"datatype", "MPI_DATATYPE_NULL"};
    case Element::Op:
      return {"operation", "MPI_OP_NULL"};
    case Element::Window:
      return {"window", "MPI_WIN_NULL"};
    case Element::File:
      return {"file", "MPI_FILE_NULL"};
    case Element::Request:
      return {"request", "MPI_REQUEST_NULL"};
    case Element::Message:
      return {"message", "MPI_MESSAGE_NULL"};
    case Element::Info:
      return {"info object", "MPI_INFO_NULL"};
    case Element::ErrHandler:
      return {"error handler", "MPI_ERRHANDLER_NULL"};
    case Element::Session:
      return {"session", "MPI_SESSION_NULL"};
    case Element::Other:
    case Element::Int:
    case Element::Aint:
    case Element::Count:
    case Element::Offset:
      return {"handle", "null"};
  }
  return {};
}

/// Most calls take no info as they take any, some queries tell the name of a null handle, and an error handler may be
/// set for files yet to be opened.
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

std::string_view nameOf(Element kind) { return wordsFor(kind).noun; }

Judgment judgeNull(const mpi::RoutineInfo &routine, Role role, Element kind) {
  if (mayBeNull(routine, role)) return std::nullopt;
  const auto [noun, null] = wordsFor(kind);
  return Complaint{fmt::format("is {}", null), fmt::format("pass a valid {}", noun)};
}

}  // namespace lockstep::semantics
