#include "runtime/plans/CallPlan.h"

#include <mpi.h>

#include "mpi/Completion.h"
#include "mpi/Epochs.h"
#include "mpi/Rma.h"
#include "mpi/Significance.h"
#include "trace/Definitions.h"
#include "trace/Parts.h"

namespace lockstep::runtime {
namespace {

using mpi::Capture;
using mpi::Role;

std::array<CallPlan, mpi::kRoutineCount> gPlans;

/// Size of an element with this mpi.h; 0 if it lacks the type.
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

bool isBuffer(Role role) { return role == Role::ReadBuffer || role == Role::WriteBuffer; }

Elements elementsPerRank(const mpi::RoutineInfo &routine, std::size_t index) {
  if (routine.cls != mpi::Class::CollectiveNeighbor)
    return routine.indexOf(Role::Op) >= 0 ? Elements::LocalMembers : Elements::Members;
  while (index > 0 && !isBuffer(routine.storage[index].role)) --index;
  return routine.storage[index].role == Role::WriteBuffer ? Elements::Sources : Elements::Destinations;
}

/// The buffer whose MPI_IN_PLACE makes the argument insignificant.
std::int8_t inPlaceBuffer(const mpi::RoutineInfo &routine, mpi::When when) {
  for (std::size_t i = 0; i < routine.arity && when != mpi::When::Always; ++i)
    if (isBuffer(routine.storage[i].role) && routine.storage[i].when == when) return static_cast<std::int8_t>(i);
  return -1;
}

/// The degrees that give the number of edges: of each node, or cumulative.
std::int8_t degreesOf(const mpi::RoutineInfo &routine) {
  const int each = routine.indexOf(Role::Degrees);
  return static_cast<std::int8_t>(each >= 0 ? each : routine.indexOf(Role::CumulativeDegrees));
}

Elements elementsOf(const mpi::RoutineInfo &routine, std::size_t index, bool isStated) {
  const Role role = routine.storage[index].role;
  switch (role) {
    case Role::EdgeEnds:
      return Elements::Edges;
    case Role::Coordinates:
      return Elements::Dimensions;
    case Role::RankRanges:
      return Elements::Triples;
    default:
      break;
  }
  if (mpi::info(role).name.ends_with("PerRank")) return elementsPerRank(routine, index);
  return isStated ? Elements::Stated : Elements::None;
}

HandleUse handleUseOf(Role role, mpi::Element element) {
  if (!hasIds(element)) return HandleUse::None;
  if (role == Role::CommittedDatatype) return HandleUse::Commits;
  if (mpi::info(role).name.starts_with("Freed")) return HandleUse::Frees;
  return mpi::info(role).capture == Capture::HandleOut ? HandleUse::Makes : HandleUse::None;
}

ArgumentPlan planArgument(const mpi::RoutineInfo &routine, std::size_t index) {
  const mpi::Argument &argument = routine.storage[index];
  const mpi::RoleInfo &role = mpi::info(argument.role);
  const mpi::Element element = mpi::elementOf(routine, argument.role);
  ArgumentPlan plan{
      .capture = role.capture, .element = element, .special = specialsOf(argument.role), .width = widthOf(element)};
  plan.when = argument.when;
  plan.peer = static_cast<std::int8_t>(routine.peerOf(index));
  plan.handleUse = handleUseOf(argument.role, element);
  plan.isCumulative = argument.role == Role::CumulativeDegrees;
  if (isArray(role.capture)) {
    plan.inPlace = inPlaceBuffer(routine, argument.when);
    plan.length =
        argument.role == Role::EdgeEnds ? degreesOf(routine) : static_cast<std::int8_t>(routine.lengthOf(index));
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

/// The argument that tells whether a poll was successful, or -1 if the routine does not poll.
std::int8_t foundArgument(const mpi::RoutineInfo &row) {
  if (row.timing != mpi::Timing::Local) return -1;
  switch (row.effect) {
    case mpi::Effect::Test:
    case mpi::Effect::TestAll:
    case mpi::Effect::TestAny:
    case mpi::Effect::TestExposure:
    case mpi::Effect::Arrived:
      return static_cast<std::int8_t>(row.indexOf(Role::Flag));
    case mpi::Effect::TestSome:
      return static_cast<std::int8_t>(row.indexOf(Role::OutCount));
    default:
      return row.cls == mpi::Class::Probe ? static_cast<std::int8_t>(row.indexOf(Role::Flag)) : std::int8_t{-1};
  }
}

std::int8_t typesArgument(const mpi::RoutineInfo &row) {
  return row.cls == mpi::Class::Datatype ? static_cast<std::int8_t>(row.indexOf(Role::DatatypesOut)) : std::int8_t{-1};
}

/// The status, or statuses, of messages and requests; what a file operation says of itself is of no use.
std::int8_t statusArgument(const mpi::RoutineInfo &row) {
  if (row.cls == mpi::Class::File || row.cls == mpi::Class::CollectiveFile) return -1;
  const int one = row.indexOf(Role::Status);
  return static_cast<std::int8_t>(one >= 0 ? one : row.indexOf(Role::Statuses));
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

InFlightPart inFlightPartOf(const mpi::RoutineInfo &row) {
  if (mpi::startsRequests(row.effect)) return InFlightPart::Starts;
  if (mpi::completesRequests(row.effect)) return InFlightPart::Completes;
  if (mpi::synchronization(row.effect).completesAtOrigin) return InFlightPart::Synchronizes;
  if (row.effect == mpi::Effect::RequestFree) return InFlightPart::FreesRequest;
  if (changesWindow(row.effect)) return InFlightPart::Window;
  if (row.timing == mpi::Timing::Nonblocking) return InFlightPart::Begins;
  if (row.buffers().empty()) return InFlightPart::None;
  if (row.timing == mpi::Timing::Persistent) return InFlightPart::SetsUp;
  if (isRma(row.cls)) return InFlightPart::OneSided;
  return row.timing == mpi::Timing::Blocking ? InFlightPart::Holds : InFlightPart::None;
}

ValuePlan planValues(const mpi::RoutineInfo &row) {
  const auto argument = [&](Role role, int from = 0) {
    return static_cast<std::int8_t>(row.indexOf(role, static_cast<std::size_t>(from)));
  };
  ValuePlan plan;
  plan.completes = mpi::synchronization(row.effect).completesAtOrigin;
  plan.endsRequests = row.cls == mpi::Class::Completion;
  plan.freedWindow = argument(Role::FreedWindow);
  plan.concerns = plan.completes || plan.endsRequests || plan.freedWindow >= 0 || isRma(row.cls);
  plan.target = argument(Role::Target);
  plan.window = argument(Role::Window);
  if (!isRma(row.cls)) return plan;
  plan.given = argument(Role::ReadBuffer);
  if (plan.given >= 0) plan.compared = argument(Role::ReadBuffer, plan.given + 1);
  plan.fetched = argument(Role::WriteBuffer);
  plan.request = argument(Role::NewRequest);
  return plan;
}

bool isMemory(Role role) {
  return mpi::isDataBuffer(role) || role == Role::WindowBase || mpi::info(role).capture == Capture::ScalarOut;
}

/// Of requests that are complete the call tells as many as there are.
bool isWholeArray(const mpi::RoutineInfo &row, Role role, const ArgumentPlan &argument) {
  if (!mpi::isWholeArray(role) || argument.elements == Elements::None) return false;
  return role != Role::Statuses || row.indexOf(Role::OutCount) < 0;
}

/// Whose message it is, where it goes to in another process, and where the library puts handles and statuses.
bool isOfOthers(Role role) {
  switch (role) {
    case Role::Tag:
    case Role::Displacement:
    case Role::TargetCount:
    case Role::TargetDatatype:
      return true;
    default:
      break;
  }
  const Capture capture = mpi::info(role).capture;
  return capture == Capture::HandleOut || capture == Capture::HandleInOut || capture == Capture::StatusOut;
}

MemoryPlan planMemory(const mpi::RoutineInfo &row, const CallPlan &call) {
  MemoryPlan plan;
  for (std::size_t i = 0; i < row.arity; ++i) {
    const Role role = row.storage[i].role;
    const auto bit = static_cast<std::uint16_t>(1U << i);
    if (isMemory(role)) plan.pointers |= bit;
    if (isWholeArray(row, role, call.arguments[i])) plan.arrays |= bit;
    if (mpi::isPeer(role))
      plan.peers |= bit;
    else if (!isMemory(role) && !isOfOthers(role))
      plan.values |= bit;
  }
  return plan;
}

CallPlan planCall(const mpi::RoutineInfo &routine) {
  CallPlan plan{.row = &routine,
                .arity = routine.arity,
                .hasNeighbors = routine.cls == mpi::Class::CollectiveNeighbor,
                .isDefinition = trace::isDefinition(routine),
                .changesWindow = changesWindow(routine.effect),
                .completes = routine.cls == mpi::Class::Completion || routine.cls == mpi::Class::RequestQuery,
                .comm = static_cast<std::int8_t>(routine.indexOf(Role::Comm)),
                .root = static_cast<std::int8_t>(routine.indexOf(Role::Root)),
                .sequence = static_cast<std::int8_t>(mpi::sequenceArgument(routine)),
                .found = foundArgument(routine),
                .outCount = static_cast<std::int8_t>(routine.indexOf(Role::OutCount)),
                .indices = indicesArgument(routine),
                .typesOut = typesArgument(routine),
                .status = statusArgument(routine),
                .inFlight = inFlightPartOf(routine),
                .values = planValues(routine)};
  plan.changesHandles = plan.typesOut >= 0;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const ArgumentPlan &argument = plan.arguments[i] = planArgument(routine, i);
    plan.hasArrays = plan.hasArrays || argument.elements != Elements::None;
    plan.changesHandles = plan.changesHandles || argument.handleUse != HandleUse::None;
    if (argument.capture == Capture::HandleInOut) ++plan.addresses;
    plan.results = static_cast<std::uint8_t>(plan.results + trace::resultsOf(argument.capture));
  }
  plan.memory = planMemory(routine, plan);
  return plan;
}

}  // namespace

void makeCallPlans() {
  for (const mpi::RoutineInfo &routine : mpi::routines())
    gPlans[static_cast<std::size_t>(routine.routine)] = planCall(routine);
}

const CallPlan &callPlan(mpi::Routine routine) { return gPlans[static_cast<std::size_t>(routine)]; }

}  // namespace lockstep::runtime
