// Communicators, datatypes, windows and other MPI objects created in symbolic execution, and what calls write to
// memory.
#include <algorithm>

#include "mpi/Output.h"
#include "passes/symex/mpi/Memberships.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Capture;
using mpi::Element;
using mpi::Output;
using mpi::Role;
using mpi::Routine;

constexpr std::int64_t kMostNeighbors = 64;

/// The ranks of an array that follows its length.
std::optional<std::vector<std::int64_t>> ranksAt(const CallView &view, int argument) {
  const auto array = static_cast<std::size_t>(argument);
  const auto length = view.number(static_cast<std::size_t>(view.routine().lengthOf(array)));
  auto ranks = length && *length <= kMostNeighbors ? view.numbers(array, *length) : std::nullopt;
  if (ranks && std::ranges::any_of(*ranks, [](std::int64_t rank) { return rank < 0; })) return std::nullopt;
  return ranks;
}

/// Every process names its own neighbors; if MPI may not reorder the ranks, it keeps them.
Comm describeGraph(const CallView &view) {
  const auto isReordered = view.number(Role::IntIn);
  const mpi::Standing standing = view.standing();
  if (isReordered != 0 || standing.isInter) return {};
  Comm made{.size = view.groupSize()};
  if (standing.ownRank) made.rank = static_cast<int>(*standing.ownRank);
  const int sources = view.routine().indexOf(Role::Neighbors);
  const auto incoming = ranksAt(view, sources);
  const auto outgoing = ranksAt(view, view.routine().indexOf(Role::Neighbors, static_cast<std::size_t>(sources) + 1));
  if (incoming && outgoing)
    made.neighbors = std::make_shared<const semantics::Neighbors>(semantics::Neighbors{*incoming, *outgoing});
  return made;
}

/// Rank and size in the new communicator, as far as they follow from the old one.
Comm describeUnknownComm(const CallView &view) {
  const mpi::Standing standing = view.standing();
  const auto rank = standing.ownRank ? std::optional(static_cast<int>(*standing.ownRank)) : std::nullopt;
  if (view.routine().indexOf(Role::NewWindow) >= 0)
    return {.rank = rank, .size = view.groupSize(), .members = membersOf(view)};
  const Comm *old = view.held<Comm>(Role::Comm);
  switch (view.call().routine()) {
    case Routine::Comm_dup:
    case Routine::Comm_dup_with_info:
    case Routine::Comm_idup:
    case Routine::Comm_idup_with_info:
      return {.rank = rank,
              .size = view.groupSize(),
              .isInter = standing.isInter,
              .neighbors = old ? old->neighbors : nullptr};
    case Routine::Dist_graph_create_adjacent:
      return describeGraph(view);
    case Routine::Comm_split: {
      // A constant color is the same on all ranks: the group does not change.
      const llvm::Value *color = view.call().operand(Role::Color);
      if (color && llvm::isa<llvm::Constant>(color) && !view.call().isFortran() && view.number(Role::Color) >= 0)
        return {.size = view.groupSize()};
      return {};
    }
    case Routine::Intercomm_create:
      return {.rank = rank, .isInter = true};
    default:
      return {};
  }
}

Comm describeComm(const CallView &view) {
  Comm comm = describeUnknownComm(view);
  if (view.routine().indexOf(Role::NewWindow) >= 0) return comm;
  const Made made = madeComm(view);
  if (!made.members) return comm;
  Comm known = commOf(view, made.members);
  known.neighbors = comm.neighbors;
  return known;
}

/// How many members the new group has: those of the communicator or window, or as many as are listed.
std::optional<int> sizeOfGroup(const CallView &view) {
  if (view.routine().indexOf(Role::Group) < 0) return view.groupSize();
  const auto listed = view.routine().base == Routine::Group_incl ? view.number(Role::Length) : std::nullopt;
  return listed ? std::optional(static_cast<int>(*listed)) : std::nullopt;
}

Group describeGroup(const CallView &view) {
  Group group = madeGroup(view);
  return group.ranks ? group : Group{.size = sizeOfGroup(view)};
}

MpiObject::Content describe(const CallView &view, Role role) {
  switch (mpi::elementOf(view.routine(), role)) {
    case Element::Comm:
      return role == Role::NewComm ? describeComm(view) : Comm{};
    case Element::Group:
      return role == Role::NewGroup ? describeGroup(view) : Group{};
    case Element::Datatype:
      return role == Role::NewDatatype ? describeType(view) : Datatype{.isCommitted = role == Role::PredefinedDatatype};
    case Element::Window:
      return Window{role == Role::NewWindow ? describeComm(view) : Comm{}};
    case Element::Op:
      return Op{};
    default:
      return {};
  }
}

/// Whether the new object may be null: MPI_COMM_NULL on processes outside the group.
bool mayBeNull(const CallView &view, Role role) {
  if (role != Role::NewComm) return false;
  switch (view.call().routine()) {
    case Routine::Comm_split:
      return !view.number(Role::Color) || *view.number(Role::Color) < 0;
    case Routine::Comm_create:
    case Routine::Comm_create_group:
    case Routine::Cart_create:
    case Routine::Graph_create:
    case Routine::Comm_split_type:
      return true;
    default:
      return false;
  }
}

void writeUnknown(const CallView &view, std::size_t argument, UnknownKind quality) {
  const std::int64_t bytes = view.bytesOf(argument);
  view.write(argument, bytes, view.interpreter().terms().leaf(static_cast<unsigned>(8 * bytes), quality));
}

void makeObject(const CallView &view, std::size_t argument) {
  const Role role = view.routine().args()[argument].role;
  const Made made = role == Role::NewComm ? madeComm(view) : Made{};
  if (made.kind == Made::Kind::Null) return view.write(argument, view.bytesOf(argument), view.nullOf(Element::Comm));
  if (made.kind == Made::Kind::Unknown && mayBeNull(view, role))
    return writeUnknown(view, argument, UnknownKind::Forgotten);
  const std::uint32_t handle =
      view.interpreter().newHandle(view.state(), {.made = &view.at(), .content = describe(view, role)});
  view.write(argument, view.bytesOf(argument), Value::ofHandle(handle));
}

void writeRank(const CallView &view, std::size_t argument, std::optional<std::int64_t> known, std::int64_t most) {
  Interpreter &interpreter = view.interpreter();
  if (known) return view.write(argument, 4, Value::ofNumber(*known));
  const Value fresh = interpreter.terms().leaf(32, UnknownKind::Forgotten);
  view.state().facts.assumeRange(interpreter.terms(), fresh, {0, most});
  view.write(argument, 4, fresh);
}

/// The memory of a window allocated by MPI.
void writeBase(const CallView &view, std::size_t argument) {
  const bool isOther = view.routine().cls == mpi::Class::Window;  // a query of another rank's part
  const bool isPlain = view.routine().cls == mpi::Class::Memory;
  const auto bytes = isOther ? std::nullopt : view.number(isPlain ? Role::AintIn : Role::WindowSize);
  const std::uint32_t object =
      view.interpreter().newObject(view.state(), Object::Kind::Heap, bytes.value_or(-1), view.at());
  if (!isPlain) view.state().memory.share(object, 0, INT64_MAX);
  view.write(argument, 8, Value::ofPointer(object, 0));
}

std::optional<Value> placeOf(const CallView &view, Role role) {
  const std::optional<Value> address = view.value(role);
  return address ? view.interpreter().placeOf(view.state(), *address) : std::nullopt;
}

void shareWindow(const CallView &view, const Value &place) {
  const auto bytes = view.number(Role::WindowSize);
  const bool isKnown = bytes && place.number != Value::kSomewhere;
  view.state().memory.share(place.id, isKnown ? place.number : 0, isKnown ? place.number + *bytes : INT64_MAX);
}

/// The command line could be changed, but no library does that.
bool isOnlyRead(const CallView &view, std::size_t argument) {
  const Role role = view.routine().args()[argument].role;
  if (role == Role::ArgumentCount || role == Role::ArgumentVector) return true;
  if (!mpi::isDataBuffer(role)) return false;
  if (view.significance(argument) == false) return true;
  const semantics::BufferUse use = useOf(view, argument);
  return use == semantics::BufferUse::None || use == semantics::BufferUse::Read;
}

void forgetWritten(const CallView &view, std::size_t argument) {
  Interpreter &interpreter = view.interpreter();
  const auto place =
      interpreter.placeOf(view.state(), interpreter.valueOf(view.state(), *view.call().operand(argument)));
  if (!place || isOnlyRead(view, argument)) return;
  const bool isBuffer = mpi::isDataBuffer(view.routine().args()[argument].role);
  const Footprint print = isBuffer ? footprintsOf(view, argument).front() : Footprint{};
  const UnknownKind quality = isBuffer ? kindOfResult(view.routine()) : UnknownKind::Forgotten;
  if (!print.isWhole || place->number == Value::kSomewhere)
    return interpreter.forget(view.state(), *place, UnknownKind::Forgotten);
  for (const semantics::StridedRun &run : print.runs)
    view.state().memory.forgetPart(place->id, place->number + run.offset, endOfBytes(run) - run.offset, quality,
                                   interpreter.terms());
}

void applyOutput(const CallView &view, std::size_t argument, Output output) {
  switch (output) {
    case Output::NewHandle:
      return makeObject(view, argument);
    case Output::Address:
      return writeBase(view, argument);
    case Output::OwnRank:
      return writeRank(view, argument, view.standing().ownRank, view.groupSize().value_or(INT32_MAX) - 1);
    case Output::GroupSize:
      return writeRank(view, argument, view.groupSize(), INT32_MAX);
    case Output::ThreadLevel:
      return view.write(argument, 4, Value::ofNumber(view.number(Role::ThreadLevelAsked).value_or(3)));
    case Output::Flag:  // whether a message has arrived is nondeterministic
      if (const std::optional<Value> answer = answerOf(view)) return view.write(argument, 4, *answer);
      return writeUnknown(view, argument, UnknownKind::Free);
    case Output::Number:
      return writeUnknown(view, argument, UnknownKind::Forgotten);
    case Output::Numbers:
    case Output::Statuses:
    case Output::Data:
      return forgetWritten(view, argument);
    case Output::None:
    case Output::Status:
    case Output::ChangedHandle:  // applyObjects, applyRequests
    case Output::ChangedHandles:
      return;
  }
}

}  // namespace

/// What a root gives out may be known to it, and both sides of a branch on it are feasible for the root if for anybody.
UnknownKind kindOfResult(const mpi::RoutineInfo &routine) {
  switch (routine.base) {
    case Routine::Allgather:
    case Routine::Iallgather:
    case Routine::Allgather_init:
    case Routine::Allgatherv:
    case Routine::Iallgatherv:
    case Routine::Allgatherv_init:
    case Routine::Allreduce:
    case Routine::Iallreduce:
    case Routine::Allreduce_init:
      return UnknownKind::Common;
    default:
      return routine.cls == mpi::Class::CollectiveFromRoot ? UnknownKind::Forgotten : UnknownKind::Received;
  }
}

void applyObjects(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  State &state = view.state();
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.args()[i].role;
    const llvm::Value *operand = view.call().operand(i);
    if (mpi::outputOf(routine, i) != Output::ChangedHandle || role == Role::Request || !operand) continue;
    const Value address = view.interpreter().valueOf(state, *operand);
    const Value handle = view.interpreter().load(state, address, view.bytesOf(i));
    MpiObject *held = view.held(handle);
    if (Datatype *type = held ? held->as<Datatype>() : nullptr; type && role == Role::CommittedDatatype)
      type->isCommitted = true;
    if (role == Role::CommittedDatatype) continue;
    if (held) held->isFreed = true;
    view.write(i, view.bytesOf(i), view.nullOf(mpi::elementOf(routine, role)));
  }
}

void applyOutputs(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  if (routine.base == Routine::Dims_create && chooseDimensions(view)) return;
  const auto contribution = isExchange(view) ? contributionOf(view) : std::nullopt;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    if (!view.call().operand(i) || routine.args()[i].role == Role::NewRequest) continue;
    const bool isNumber = mpi::info(routine.args()[i].role).capture == Capture::ScalarOut;
    if (isNumber && routine.cls == mpi::Class::Completion) continue;  // applyRequests
    applyOutput(view, i, mpi::outputOf(routine, i));
  }
  applyTopology(view);
  if (isExchange(view)) applyExchange(view, contribution);
  if (const auto base = placeOf(view, Role::WindowBase)) shareWindow(view, *base);
  if (const auto memory = placeOf(view, Role::FreedMemory)) view.state().memory.kill(memory->id);
}

}  // namespace lockstep::passes::symex
