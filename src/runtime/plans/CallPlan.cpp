#include "runtime/plans/CallPlan.h"

#include <mpi.h>

#include "trace/Definitions.h"
#include "trace/Parts.h"

namespace lockstep::runtime {
namespace {

using mpi::Capture;

constexpr std::size_t kMaxRoutines = 2048;
CallPlan gPlans[kMaxRoutines];

/// How many bytes an element has with this mpi.h; 0 for what it lacks.
std::uint8_t widthOf(mpi::Element element) {
  switch (element) {
    case mpi::Element::Other:
      return 0;
    case mpi::Element::Int:
      return sizeof(int);
    case mpi::Element::Aint:
      return sizeof(MPI_Aint);
    case mpi::Element::Count:
      return sizeof(MPI_Count);
    case mpi::Element::Offset:
      return sizeof(MPI_Offset);
#define MPI_HANDLE(kind, type, null, noun, mpich, openMpi) \
  case mpi::Element::kind:                                 \
    return sizeof(type);
#if MPI_VERSION < 4
#define MPI_HANDLE_SINCE_4(kind, type, null, noun, mpich, openMpi) \
  case mpi::Element::kind:                                         \
    return 0;
#endif
#include "mpi/Handles.def"
  }
  return 0;
}

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

bool isBuffer(mpi::Role role) { return role == mpi::Role::ReadBuffer || role == mpi::Role::WriteBuffer; }

Elements elementsPerRank(const mpi::RoutineInfo &routine, std::size_t index) {
  if (routine.cls != mpi::Class::CollectiveNeighbor)
    return routine.indexOf(mpi::Role::Op) >= 0 ? Elements::LocalMembers : Elements::Members;
  while (index > 0 && !isBuffer(routine.storage[index].role)) --index;
  return routine.storage[index].role == mpi::Role::WriteBuffer ? Elements::Sources : Elements::Destinations;
}

/// The buffer that may be in place, for an argument that is not significant then.
std::int8_t inPlaceBuffer(const mpi::RoutineInfo &routine, mpi::When when) {
  for (std::size_t i = 0; i < routine.arity && when != mpi::When::Always; ++i)
    if (isBuffer(routine.storage[i].role) && routine.storage[i].when == when) return static_cast<std::int8_t>(i);
  return -1;
}

/// The degrees that say how many edges there are: of each node, or added up.
std::int8_t degreesOf(const mpi::RoutineInfo &routine) {
  const int each = routine.indexOf(mpi::Role::Degrees);
  return static_cast<std::int8_t>(each >= 0 ? each : routine.indexOf(mpi::Role::CumulativeDegrees));
}

Elements elementsOf(const mpi::RoutineInfo &routine, std::size_t index, bool isStated) {
  const mpi::Role role = routine.storage[index].role;
  switch (role) {
    case mpi::Role::EdgeEnds:
      return Elements::Edges;
    case mpi::Role::Coordinates:
      return Elements::Dimensions;
    case mpi::Role::RankRanges:
      return Elements::Triples;
    default:
      break;
  }
  if (mpi::info(role).name.ends_with("PerRank")) return elementsPerRank(routine, index);
  return isStated ? Elements::Stated : Elements::None;
}

ArgumentPlan planArgument(const mpi::RoutineInfo &routine, std::size_t index) {
  const mpi::Argument &argument = routine.storage[index];
  const mpi::RoleInfo &role = mpi::info(argument.role);
  const mpi::Element element = mpi::elementOf(routine, argument.role);
  ArgumentPlan plan{
      .capture = role.capture, .element = element, .special = specialsOf(argument.role), .width = widthOf(element)};
  plan.when = argument.when;
  plan.isCumulative = argument.role == mpi::Role::CumulativeDegrees;
  if (isArray(role.capture)) {
    plan.inPlace = inPlaceBuffer(routine, argument.when);
    plan.length =
        argument.role == mpi::Role::EdgeEnds ? degreesOf(routine) : static_cast<std::int8_t>(routine.lengthOf(index));
    plan.elements = elementsOf(routine, index, plan.length >= 0);
  }
  if (role.capture == Capture::AddressOut) plan.width = sizeof(void *);
  return plan;
}

/// The argument that says which requests of an array are complete, or -1.
std::int8_t indicesArgument(const mpi::RoutineInfo &row) {
  if (row.indexOf(mpi::Role::Requests) < 0) return -1;
  const int one = row.indexOf(mpi::Role::Index);
  return static_cast<std::int8_t>(one >= 0 ? one : row.indexOf(mpi::Role::Indices));
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

/// The status, or statuses, of messages and requests; what a file operation says of itself is of no use.
std::int8_t statusArgument(const mpi::RoutineInfo &row) {
  if (row.cls == mpi::Class::File || row.cls == mpi::Class::CollectiveFile) return -1;
  const int one = row.indexOf(mpi::Role::Status);
  return static_cast<std::int8_t>(one >= 0 ? one : row.indexOf(mpi::Role::Statuses));
}

bool changesWindow(mpi::Effect effect) {
  switch (effect) {
    case mpi::Effect::WinCreate:
    case mpi::Effect::WinFree:
    case mpi::Effect::WinAttach:
    case mpi::Effect::WinDetach:
      return true;
    default:
      return false;
  }
}

CallPlan planCall(const mpi::RoutineInfo &routine) {
  CallPlan plan{.arity = routine.arity,
                .hasNeighbors = routine.cls == mpi::Class::CollectiveNeighbor,
                .isDefinition = trace::isDefinition(routine),
                .changesWindow = changesWindow(routine.effect),
                .completes = routine.cls == mpi::Class::Completion || routine.cls == mpi::Class::RequestQuery,
                .comm = static_cast<std::int8_t>(routine.indexOf(mpi::Role::Comm)),
                .root = static_cast<std::int8_t>(routine.indexOf(mpi::Role::Root)),
                .sequence = static_cast<std::int8_t>(mpi::sequenceArgument(routine)),
                .found = foundArgument(routine),
                .outCount = static_cast<std::int8_t>(routine.indexOf(mpi::Role::OutCount)),
                .indices = indicesArgument(routine),
                .status = statusArgument(routine)};
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const ArgumentPlan &argument = plan.arguments[i] = planArgument(routine, i);
    plan.hasArrays = plan.hasArrays || argument.elements != Elements::None;
    if (argument.capture == Capture::HandleInOut) ++plan.addresses;
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
