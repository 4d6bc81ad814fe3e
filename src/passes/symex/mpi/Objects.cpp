// Communicators, datatypes, windows and other objects of MPI that the interpreter makes, and what a call writes into
// memory.
#include <algorithm>

#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Capture;
using mpi::Effect;
using mpi::Element;
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
      // All name the same color if it is a constant: the group stays as it is.
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

void makeObject(const CallView &view, std::size_t argument, Role role, Element element) {
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
  view.write(argument, view.bytesOfHandle(element), Value::ofHandle(static_cast<std::uint32_t>(state.held.size() - 1)));
}

/// An object may be missing after all: MPI_COMM_NULL for one who does not belong to the group.
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

void writeRank(const CallView &view, std::size_t argument, std::optional<std::int64_t> known, std::int64_t most) {
  Interpreter &interpreter = view.interpreter();
  if (known) return view.write(argument, 4, Value::ofNumber(*known));
  const Value fresh = interpreter.terms().leaf(32, UnknownKind::Forgotten);
  view.state().facts.assumeRange(interpreter.terms(), fresh, {0, most});
  view.write(argument, 4, fresh);
}

void writeUnknown(const CallView &view, std::size_t argument) {
  const Element element = mpi::elementOf(view.routine(), view.routine().args()[argument].role);
  const bool isLong = element == Element::Aint || element == Element::Count || element == Element::Offset;
  const bool isOpen = view.routine().args()[argument].role == Role::Flag;  // whether a message is there is chance
  view.write(argument, isLong ? 8 : 4,
             view.interpreter().terms().leaf(isLong ? 64 : 32, isOpen ? UnknownKind::Free : UnknownKind::Forgotten));
}

/// The memory of a window that MPI allocates.
void writeBase(const CallView &view, std::size_t argument) {
  const bool isOther = view.routine().cls == mpi::Class::Window;  // a question about another rank's part
  const bool isPlain = view.routine().cls == mpi::Class::Memory;
  const auto bytes = isOther ? std::nullopt : view.number(isPlain ? Role::AintIn : Role::WindowSize);
  const std::uint32_t object =
      view.interpreter().newObject(view.state(), Object::Kind::Heap, bytes.value_or(-1), view.at());
  if (!isPlain) view.state().memory.share(object, 0, INT64_MAX);
  view.write(argument, 8, Value::ofPointer(object, 0));
}

void shareWindow(const CallView &view, const Value &place) {
  const auto bytes = view.number(Role::WindowSize);
  const bool isKnown = bytes && place.number != Value::kSomewhere;
  view.state().memory.share(place.id, isKnown ? place.number : 0, isKnown ? place.number + *bytes : INT64_MAX);
}

void forgetWritten(const CallView &view, std::size_t argument, const Value &place) {
  const mpi::Role role = view.routine().args()[argument].role;
  const Footprint print = mpi::isDataBuffer(role) ? footprintOf(view, argument) : Footprint{};
  if (!print.isWhole || place.number == Value::kSomewhere)
    return view.interpreter().forget(view.state(), place, UnknownKind::Forgotten);
  for (const Run &run : print.runs)
    view.state().memory.forgetPart(place.id, place.number + run.offset, run.end() - run.offset, UnknownKind::Forgotten,
                                   view.interpreter().terms());
}

}  // namespace

void applyObjects(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  State &state = view.state();
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.args()[i].role;
    const Capture capture = mpi::info(role).capture;
    const llvm::Value *operand = view.call().operand(i);
    if (capture != Capture::HandleInOut || role == Role::Request || !operand) continue;
    const Element element = mpi::elementOf(routine, role);
    const Value address = view.interpreter().valueOf(state, *operand);
    const Value handle = view.interpreter().load(state, address, view.bytesOfHandle(element));
    MpiObject *held = view.held(handle);
    if (held && role == Role::CommittedDatatype) held->isCommitted = true;
    if (role == Role::CommittedDatatype) continue;
    if (held) held->isFreed = true;
    view.write(i, view.bytesOfHandle(element), view.nullOf(element));
  }
}

void applyOutputs(const CallView &view) {
  const mpi::RoutineInfo &routine = view.routine();
  Interpreter &interpreter = view.interpreter();
  State &state = view.state();
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.args()[i].role;
    const llvm::Value *operand = view.call().operand(i);
    if (!operand || !isWritable(role)) continue;
    const Value address = interpreter.valueOf(state, *operand);
    const std::optional<Value> place = interpreter.placeOf(state, address);
    switch (mpi::info(role).capture) {
      case Capture::HandleOut:
        if (role == Role::NewRequest) break;
        if (mayBeNull(view, role)) {
          view.write(i, view.bytesOfHandle(mpi::elementOf(routine, role)),
                     interpreter.terms().leaf(64, UnknownKind::Forgotten));
        } else {
          makeObject(view, i, role, mpi::elementOf(routine, role));
        }
        break;
      case Capture::HandleInOut:
      case Capture::HandleArrayInOut:
        break;
      case Capture::AddressOut:
        writeBase(view, i);
        break;
      case Capture::ScalarOut:
        if (role == Role::OwnRank && routine.base == Routine::Comm_rank)
          writeRank(view, i, view.standing().ownRank, view.groupSize().value_or(INT32_MAX) - 1);
        else if (role == Role::SizeOut && routine.base == Routine::Comm_size)
          writeRank(view, i, view.groupSize(), INT32_MAX);
        else if (role == Role::ThreadLevelGranted)
          view.write(i, 4, Value::ofNumber(view.number(Role::ThreadLevelAsked).value_or(3)));
        else if (const std::optional<Value> answer = answerOf(view))
          view.write(i, 4, *answer);
        else if (routine.cls != mpi::Class::Completion)
          writeUnknown(view, i);
        break;
      default: {
        if (!place) break;
        const bool isRead = (role == Role::BcastBuffer && view.number(Role::Root) == view.standing().ownRank) ||
                            (role == Role::UpdateBuffer && view.number(Role::Source) == mpi::kProcNull);
        if (isRead || (mpi::isDataBuffer(role) && !view.isSignificant(i))) break;
        if (role == Role::Status || role == Role::ArgumentCount || role == Role::ArgumentVector) break;
        if (role == Role::WindowBase) shareWindow(view, *place);
        if (role == Role::WindowBase || role == Role::AttachedBuffer || role == Role::Pointer) break;
        if (role == Role::FreedMemory) break;
        forgetWritten(view, i, *place);
        break;
      }
    }
  }
  if (routine.indexOf(Role::FreedMemory) >= 0) {
    const auto memory = view.value(Role::FreedMemory);
    if (const auto place = memory ? interpreter.placeOf(state, *memory) : std::nullopt) state.memory.kill(place->id);
  }
}

}  // namespace lockstep::passes::symex
