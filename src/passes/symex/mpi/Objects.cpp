// Communicators, datatypes, windows and other MPI objects created in symbolic execution, and what calls write to
// memory.
#include <algorithm>

#include "mpi/Output.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Capture;
using mpi::Element;
using mpi::Output;
using mpi::Role;
using mpi::Routine;

/// Rank and size in the new communicator, as far as they follow from the old one.
void describeComm(const CallView &view, MpiObject &made) {
  const mpi::Standing standing = view.standing();
  switch (view.call().routine()) {
    case Routine::Comm_dup:
    case Routine::Comm_dup_with_info:
    case Routine::Comm_idup:
    case Routine::Comm_idup_with_info:
      made.isInter = standing.isInter;
      if (standing.ownRank) made.rank = static_cast<int>(*standing.ownRank);
      made.size = view.groupSize();
      return;
    case Routine::Comm_split: {
      // A constant color is the same on all ranks: the group does not change.
      const llvm::Value *color = view.call().operand(Role::Color);
      if (color && llvm::isa<llvm::Constant>(color) && !view.call().isFortran() && view.number(Role::Color) >= 0)
        made.size = view.groupSize();
      return;
    }
    case Routine::Intercomm_create:
      made.isInter = true;
      return;
    default:
      return;
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
  if (mayBeNull(view, role)) return writeUnknown(view, argument, UnknownKind::Forgotten);
  const Element element = mpi::elementOf(view.routine(), role);
  MpiObject made;
  made.kind = element;
  made.made = &view.at();
  made.routine = &view.routine();
  if (role == Role::NewDatatype) describeType(view, made);
  if (role == Role::PredefinedDatatype) made.isCommitted = true;
  if (role == Role::NewComm) describeComm(view, made);
  if (role == Role::NewWindow) {
    const mpi::Standing standing = view.standing();
    if (standing.ownRank) made.rank = static_cast<int>(*standing.ownRank);
    made.size = view.groupSize();
  }
  State &state = view.state();
  state.held.push_back(std::move(made));
  view.write(argument, view.bytesOf(argument), Value::ofHandle(static_cast<std::uint32_t>(state.held.size() - 1)));
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

/// Whether a buffer is only read here: a broadcast at the root, an in-place exchange with MPI_PROC_NULL. MPI_Init could
/// change the command line, but no library does.
bool isOnlyRead(const CallView &view, std::size_t argument) {
  const Role role = view.routine().args()[argument].role;
  if (role == Role::ArgumentCount || role == Role::ArgumentVector) return true;
  if (role == Role::BcastBuffer && view.number(Role::Root) == view.standing().ownRank) return true;
  if (role == Role::UpdateBuffer && view.number(Role::Source) == mpi::kProcNull) return true;
  return mpi::isDataBuffer(role) && !view.isSignificant(argument);
}

void forgetWritten(const CallView &view, std::size_t argument) {
  Interpreter &interpreter = view.interpreter();
  const auto place =
      interpreter.placeOf(view.state(), interpreter.valueOf(view.state(), *view.call().operand(argument)));
  if (!place || isOnlyRead(view, argument)) return;
  const bool isBuffer = mpi::isDataBuffer(view.routine().args()[argument].role);
  const Footprint print = isBuffer ? footprintOf(view, argument) : Footprint{};
  if (!print.isWhole || place->number == Value::kSomewhere)
    return interpreter.forget(view.state(), *place, UnknownKind::Forgotten);
  for (const semantics::StridedRun &run : print.runs)
    view.state().memory.forgetPart(place->id, place->number + run.offset, endOfBytes(run) - run.offset,
                                   UnknownKind::Forgotten, interpreter.terms());
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
    if (held && role == Role::CommittedDatatype) held->isCommitted = true;
    if (role == Role::CommittedDatatype) continue;
    if (held) held->isFreed = true;
    view.write(i, view.bytesOf(i), view.nullOf(mpi::elementOf(routine, role)));
  }
}

void applyOutputs(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  for (std::size_t i = 0; i < routine.arity; ++i) {
    if (!view.call().operand(i) || routine.args()[i].role == Role::NewRequest) continue;
    const bool isNumber = mpi::info(routine.args()[i].role).capture == Capture::ScalarOut;
    if (isNumber && routine.cls == mpi::Class::Completion) continue;  // applyRequests
    applyOutput(view, i, mpi::outputOf(routine, i));
  }
  if (const auto base = placeOf(view, Role::WindowBase)) shareWindow(view, *base);
  if (const auto memory = placeOf(view, Role::FreedMemory)) view.state().memory.kill(memory->id);
}

}  // namespace lockstep::passes::symex
