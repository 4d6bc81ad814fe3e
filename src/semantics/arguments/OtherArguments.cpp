#include <fmt/format.h>

#include "mpi/Special.h"
#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::Capture;
using mpi::Element;
using mpi::Role;

namespace {

// Every MPI has its file routines from one source, and their constants with them.
constexpr std::int64_t kDisplacementCurrent = -54278278;
constexpr std::int64_t kSeekSet = 600;

constexpr std::int64_t kAssertions = mpi::kNoCheck | mpi::kNoStore | mpi::kNoPut | mpi::kNoPrecede | mpi::kNoSucceed;

/// MPI_File_seek counts from the beginning of the file only where it says so, a view may begin where the file is.
Judgment judgeOffset(const CallFacts &facts, std::size_t argument, std::int64_t value) {
  const bool hasWhence = facts.routine().indexOf(Role::Whence) >= 0;
  if (value >= 0 || (hasWhence && facts.number(Role::Whence) != kSeekSet)) return std::nullopt;
  if (facts.routine().indexOf(Role::OffsetOut) >= 0) return std::nullopt;
  if (facts.isCalled(argument, "disp")) {
    if (value == kDisplacementCurrent) return std::nullopt;
    return Complaint{fmt::format("is {}, but a view begins at a displacement of 0 or more", value),
                     "pass a displacement in bytes from the beginning of the file, or MPI_DISPLACEMENT_CURRENT"};
  }
  if (facts.isCalled(argument, "size"))
    return Complaint{fmt::format("is {}, but a file's size is not negative", value),
                     "pass the size in bytes; compute it as MPI_Offset so that it does not overflow"};
  return Complaint{
      fmt::format("is {}, but an offset into a file is not negative", value),
      "count from the beginning of the view; compute the offset as MPI_Offset so that it does not overflow"};
}

Judgment judgeKey(const CallFacts &facts, std::size_t argument) {
  const Element made = facts.keyOwner(argument);
  const Element owner = attributeOwner(facts.routine());
  if (made == Element::Other || made == owner) return std::nullopt;
  return Complaint{fmt::format("is a key for attributes of {}s, but the call is about {}s", mpi::info(made).noun,
                               mpi::info(owner).noun),
                   fmt::format("make a key for {}s", mpi::info(owner).noun)};
}

Judgment judgeNumber(const CallFacts &facts, std::size_t argument, Role role, std::int64_t value) {
  switch (role) {
    case Role::Offset:
      return judgeOffset(facts, argument, value);
    case Role::Color:
      if (value >= 0 || value == mpi::kUndefined) return std::nullopt;
      return Complaint{fmt::format("is {}, but a color must not be negative", value),
                       "pass a color from 0 on, or MPI_UNDEFINED to belong to no communicator"};
    case Role::DispUnit:
      if (value > 0) return std::nullopt;
      return Complaint{fmt::format("is {}, but a displacement unit is positive", value),
                       "pass the size of an element, or 1 for bytes"};
    case Role::WindowSize:
      if (value >= 0) return std::nullopt;
      return Complaint{fmt::format("is {}, but a size must not be negative", value), "pass the size in bytes"};
    case Role::Displacement:
      if (value >= 0 || facts.isDynamicWindow() != false) return std::nullopt;
      return Complaint{fmt::format("is {}, but a displacement into a window must not be negative", value),
                       "count the displacement from the start of the target's window"};
    case Role::LockType:
      if (value == mpi::kLockExclusive || value == mpi::kLockShared) return std::nullopt;
      return Complaint{"is not a lock type", "pass MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED"};
    case Role::Assertion:
      if (value >= 0 && (value & ~kAssertions) == 0) return std::nullopt;
      return Complaint{"is not a valid combination of assertions",
                       "combine MPI_MODE_NOCHECK, NOSTORE, NOPUT, NOPRECEDE and NOSUCCEED, or pass 0"};
    default:
      return std::nullopt;
  }
}

/// The array surely has elements.
bool isNonEmptyArray(const CallFacts &facts, std::size_t argument) {
  switch (facts.roleOf(argument)) {
    case Role::CountsPerRank:
    case Role::DisplsPerRank:
    case Role::ByteDisplsPerRank:
    case Role::DatatypesPerRank:
      return facts.routine().cls != mpi::Class::CollectiveNeighbor && facts.peerCount().value_or(0) > 0;
    case Role::Infos:
    case Role::AddressDisplsPerRank:
    case Role::EdgeEnds:
    case Role::Requests:  // judgeGivenRequests
      return false;
    default:
      break;
  }
  const int length = facts.routine().lengthOf(argument);
  return length >= 0 && facts.number(static_cast<std::size_t>(length)).value_or(0) > 0;
}

}  // namespace

Element attributeOwner(const mpi::RoutineInfo &routine) {
  if (routine.cls != mpi::Class::Attribute) return Element::Other;
  for (const mpi::Argument &argument : routine.args()) switch (argument.role) {
      case Role::Comm:
      case Role::CommCopyFunction:
      case Role::OldCopyFunction:
        return Element::Comm;
      case Role::AnyDatatype:
      case Role::TypeCopyFunction:
        return Element::Datatype;
      case Role::Window:
      case Role::WinCopyFunction:
        return Element::Window;
      default:
        break;
    }
  return Element::Other;
}

Judgment judgeOther(const CallFacts &facts, std::size_t argument) {
  const Role role = facts.roleOf(argument);
  if (role == Role::Keyval) return judgeKey(facts, argument);
  if (role == Role::Message) {
    if (facts.handle(argument, 0) != HandleState::Null) return std::nullopt;
    return Complaint{"is MPI_MESSAGE_NULL", "pass a message that a matched probe has returned"};
  }
  if (mpi::info(role).capture != Capture::Scalar) return std::nullopt;
  const auto value = facts.number(argument);
  return value ? judgeNumber(facts, argument, role, *value) : std::nullopt;
}

Judgment judgePointer(const CallFacts &facts, std::size_t argument) {
  switch (mpi::info(facts.roleOf(argument)).capture) {
    case Capture::ScalarOut:
    case Capture::AddressOut:
    case Capture::HandleOut:
      if (!facts.isNull(argument)) return std::nullopt;
      return Complaint{"is NULL, but the call stores a result there", "pass the address of a variable"};
    case Capture::HandleInOut:
      if (!facts.isNull(argument)) return std::nullopt;
      return Complaint{"is NULL, but the call reads a handle there", "pass the address of the handle"};
    case Capture::ScalarArray:
    case Capture::HandleArray:
    case Capture::HandleArrayInOut:
      if (!facts.isNull(argument) || !isNonEmptyArray(facts, argument)) return std::nullopt;
      return Complaint{"is NULL, but the array has elements", "pass the address of the first element"};
    default:
      return std::nullopt;
  }
}

}  // namespace lockstep::semantics
