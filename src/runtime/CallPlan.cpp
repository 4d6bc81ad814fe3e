#include "runtime/CallPlan.h"

#include <mpi.h>

#include <string_view>

#include "trace/Parts.h"

namespace lockstep::runtime {
namespace {

using mpi::Capture;

constexpr std::size_t kMaxRoutines = 2048;
CallPlan gPlans[kMaxRoutines];

/// The type of one element: "const MPI_Aint *" gives "MPI_Aint".
std::string_view elementType(std::string_view type) {
  if (type.starts_with("const ")) type.remove_prefix(6);
  while (!type.empty() && (type.back() == '*' || type.back() == ' ')) type.remove_suffix(1);
  return type;
}

struct ElementType {
  std::string_view name;
  HandleKind handle;
  std::uint8_t width;
};

constexpr ElementType kElementTypes[] = {
    {"int", HandleKind::None, sizeof(int)},
    {"MPI_Aint", HandleKind::None, sizeof(MPI_Aint)},
    {"MPI_Count", HandleKind::None, sizeof(MPI_Count)},
    {"MPI_Offset", HandleKind::None, sizeof(MPI_Offset)},
    {"MPI_Comm", HandleKind::Comm, sizeof(MPI_Comm)},
    {"MPI_Group", HandleKind::Group, sizeof(MPI_Group)},
    {"MPI_Datatype", HandleKind::Datatype, sizeof(MPI_Datatype)},
    {"MPI_Op", HandleKind::Op, sizeof(MPI_Op)},
    {"MPI_Win", HandleKind::Window, sizeof(MPI_Win)},
    {"MPI_File", HandleKind::File, sizeof(MPI_File)},
    {"MPI_Request", HandleKind::Request, sizeof(MPI_Request)},
    {"MPI_Message", HandleKind::Message, sizeof(MPI_Message)},
    {"MPI_Info", HandleKind::Info, sizeof(MPI_Info)},
    {"MPI_Errhandler", HandleKind::ErrHandler, sizeof(MPI_Errhandler)},
    {"MPI_Session", HandleKind::Session, sizeof(MPI_Info)},
};

bool isArray(Capture capture) {
  switch (capture) {
    case Capture::ScalarArray:
    case Capture::ScalarArrayOut:
    case Capture::HandleArray:
    case Capture::HandleArrayInOut:
    case Capture::StatusArrayOut:
      return true;
    case Capture::Scalar:
    case Capture::Handle:
    case Capture::ScalarOut:
    case Capture::AddressOut:
    case Capture::HandleOut:
    case Capture::HandleInOut:
    case Capture::StatusOut:
    case Capture::Text:
    case Capture::Opaque:
      return false;
  }
  return false;
}

/// The argument that says how many elements the array at `index` has: the nearest one before it that counts.
std::int8_t lengthOf(const mpi::RoutineInfo &routine, std::size_t index) {
  for (std::size_t i = index; i-- > 0;)
    if (routine.storage[i].role == mpi::Role::Length || routine.storage[i].role == mpi::Role::BlockCount)
      return static_cast<std::int8_t>(i);
  return -1;
}

ArgumentPlan planArgument(const mpi::RoutineInfo &routine, std::size_t index) {
  const mpi::Argument &argument = routine.storage[index];
  const mpi::RoleInfo &role = mpi::info(argument.role);
  const std::string_view type = elementType(routine.isLarge() ? role.largeType : role.type);
  ArgumentPlan plan{role.capture};
  for (const ElementType &known : kElementTypes) {
    if (known.name != type) continue;
    plan.handle = known.handle;
    plan.width = known.width;
  }
  const bool follow = isArray(role.capture) && argument.when == mpi::When::Always && !role.name.ends_with("PerRank");
  if (follow) plan.length = lengthOf(routine, index);
  if (role.capture == Capture::AddressOut) plan.width = sizeof(void *);
  return plan;
}

/// The argument that says whether a poll found something, or -1 for a routine that does not poll.
std::int8_t foundArgument(const mpi::RoutineInfo &row) {
  if (row.timing != mpi::Timing::Local) return -1;
  switch (row.effect) {
    case mpi::Effect::Test:
    case mpi::Effect::TestAll:
    case mpi::Effect::TestAny:
    case mpi::Effect::TestExposure:
    case mpi::Effect::Arrived:
      return static_cast<std::int8_t>(row.indexOf(mpi::Role::Flag));
    case mpi::Effect::TestSome:
      return static_cast<std::int8_t>(row.indexOf(mpi::Role::OutCount));
    default:
      return row.cls == mpi::Class::Probe ? static_cast<std::int8_t>(row.indexOf(mpi::Role::Flag)) : std::int8_t{-1};
  }
}

CallPlan planCall(const mpi::RoutineInfo &routine) {
  CallPlan plan{.arity = routine.arity, .found = foundArgument(routine)};
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const ArgumentPlan &argument = plan.arguments[i] = planArgument(routine, i);
    plan.hasArrays = plan.hasArrays || argument.length >= 0;
    plan.results = static_cast<std::uint8_t>(plan.results + trace::resultsOf(argument.capture));
  }
  return plan;
}

}  // namespace

void makeCallPlans() {
  static_assert(sizeof(gPlans) < (1U << 20));
  for (const mpi::RoutineInfo &routine : mpi::routines())
    gPlans[static_cast<std::size_t>(routine.routine)] = planCall(routine);
}

const CallPlan &callPlan(mpi::Routine routine) { return gPlans[static_cast<std::size_t>(routine)]; }

}  // namespace lockstep::runtime
