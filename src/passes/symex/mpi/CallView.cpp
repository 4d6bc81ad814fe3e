#include "passes/symex/mpi/CallView.h"

#include <llvm/IR/GlobalVariable.h>

namespace lockstep::passes::symex {

using mpi::Element;
using mpi::Role;

std::optional<Value> CallView::value(std::size_t argument) const {
  const llvm::Value *operand = call_.operand(argument);
  if (!operand) return std::nullopt;
  const Value passed = interpreter_.valueOf(state_, *operand);
  if (!call_.isByReference(argument)) return passed;
  return interpreter_.load(state_, passed, bytesOf(argument));
}

std::optional<Value> CallView::value(Role role) const {
  const int index = routine().indexOf(role);
  return index < 0 ? std::nullopt : value(static_cast<std::size_t>(index));
}

std::optional<std::int64_t> CallView::number(std::size_t argument) const {
  const std::optional<Value> passed = value(argument);
  if (!passed) return std::nullopt;
  const Role role = routine().args()[argument].role;
  if (mpi::isDataBuffer(role) && isSpecialBuffer(state_, *passed) && !passed->isNumber()) return mpi::kInPlace;
  const bool isAddress = call_.operand(argument)->getType()->isPointerTy() && !call_.isByReference(argument);
  const auto number =
      isAddress ? state_.facts.numberOf(interpreter_.terms(), *passed) : interpreter_.numberOf(state_, *passed);
  if (!number) return std::nullopt;
  return mpi::specialOf(interpreter_.program().library(), role, *number);
}

std::optional<std::int64_t> CallView::number(Role role) const {
  const int index = routine().indexOf(role);
  return index < 0 ? std::nullopt : number(static_cast<std::size_t>(index));
}

std::optional<std::int64_t> CallView::element(std::size_t argument, std::int64_t index) const {
  const llvm::Value *operand = call_.operand(argument);
  if (!operand) return std::nullopt;
  const auto place = interpreter_.placeOf(state_, interpreter_.valueOf(state_, *operand));
  if (!place || place->number == Value::kSomewhere) return std::nullopt;
  const std::int64_t bytes = bytesOf(argument);
  const Value address = Value::ofPointer(place->id, place->number + index * bytes);
  const auto number = interpreter_.numberOf(state_, interpreter_.load(state_, address, bytes));
  if (!number) return std::nullopt;
  return mpi::specialOf(interpreter_.program().library(), routine().args()[argument].role, *number);
}

std::optional<std::vector<std::int64_t>> CallView::numbers(std::size_t argument, std::int64_t length) const {
  std::vector<std::int64_t> elements;
  for (std::int64_t i = 0; i < length; ++i) {
    const auto number = element(argument, i);
    if (!number) return std::nullopt;
    elements.push_back(*number);
  }
  return elements;
}

std::int64_t CallView::bytesOfHandle(Element element) const {
  return mpi::bytesOf(interpreter_.program().library(), element, call_.isFortran());
}

std::optional<mpi::RawHandle> CallView::raw(const Value &value) const {
  if (const auto number = state_.facts.numberOf(interpreter_.terms(), value))
    return mpi::RawHandle{*number, {}, call_.isFortran()};
  if (!value.isPointer() || value.number != 0) return std::nullopt;
  const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(state_.memory[value.id].origin);
  if (!global) return std::nullopt;
  const llvm::StringRef name = global->getName();
  return mpi::RawHandle{0, {name.data(), name.size()}, false};
}

bool CallView::isNull(Element element, const Value &value) const {
  const std::optional<mpi::RawHandle> handle = raw(value);
  if (!handle) return false;
  const bool isAddress = interpreter_.program().library() == mpi::Library::OpenMpi && !call_.isFortran();
  if (isAddress && handle->symbol.empty()) return handle->number == 0;
  return mpi::isNull(interpreter_.program().library(), element, *handle);
}

Value CallView::nullOf(Element element) const {
  const mpi::RawHandle null = mpi::nullHandle(interpreter_.program().library(), element, call_.isFortran());
  if (null.symbol.empty()) return Value::ofNumber(null.number);
  const llvm::GlobalVariable *global =
      interpreter_.program().module().getGlobalVariable({null.symbol.data(), null.symbol.size()});
  return global ? interpreter_.valueOf(state_, *global) : Value::ofNumber(0);
}

MpiObject *CallView::held(const Value &value) const { return value.isHandle() ? &state_.held[value.id] : nullptr; }

MpiObject *CallView::held(Role role) const {
  const std::optional<Value> passed = value(role);
  return passed ? held(*passed) : nullptr;
}

std::optional<mpi::PredefinedType> CallView::predefinedType(const Value &value) const {
  const std::optional<mpi::RawHandle> handle = raw(value);
  if (!handle) return std::nullopt;
  const mpi::PredefinedType type = mpi::predefinedTypeOf(interpreter_.program().library(), *handle);
  return type == mpi::PredefinedType::None ? std::nullopt : std::optional(type);
}

std::optional<mpi::PredefinedOp> CallView::predefinedOp() const {
  const std::optional<Value> passed = value(Role::Op);
  return passed ? predefinedOp(*passed) : std::nullopt;
}

std::optional<mpi::PredefinedOp> CallView::predefinedOp(const Value &value) const {
  const std::optional<mpi::RawHandle> handle = raw(value);
  if (!handle) return std::nullopt;
  const mpi::PredefinedOp op = mpi::predefinedOpOf(interpreter_.program().library(), *handle);
  return op == mpi::PredefinedOp::None ? std::nullopt : std::optional(op);
}

std::optional<Value> CallView::commOrWindow() const {
  if (const auto comm = value(Role::Comm)) return comm;
  return value(Role::Window);
}

const Comm *CallView::heldComm(const Value &commOrWindow) const {
  const Window *window = held<Window>(commOrWindow);
  return window ? &window->comm : held<Comm>(commOrWindow);
}

mpi::Standing CallView::standing() const {
  const std::optional<Value> group = commOrWindow();
  mpi::Standing standing;
  if (!group) return standing;
  if (const Comm *made = heldComm(*group)) {
    standing.isInter = made->isInter;
    if (made->rank) standing.ownRank = *made->rank;
    return standing;
  }
  const std::optional<mpi::RawHandle> handle = raw(*group);
  if (!handle) return standing;
  switch (mpi::predefinedCommOf(interpreter_.program().library(), *handle)) {
    case mpi::PredefinedComm::World:
      if (interpreter_.config().rank != RankConfig::kAny) standing.ownRank = interpreter_.config().rank;
      break;
    case mpi::PredefinedComm::Self:
      standing.ownRank = 0;
      break;
    case mpi::PredefinedComm::None:
      break;
  }
  return standing;
}

std::optional<int> CallView::groupSize() const {
  const std::optional<Value> group = commOrWindow();
  if (!group) return std::nullopt;
  if (const Comm *made = heldComm(*group)) return made->isInter ? std::nullopt : made->size;
  const std::optional<mpi::RawHandle> handle = raw(*group);
  if (!handle) return std::nullopt;
  switch (mpi::predefinedCommOf(interpreter_.program().library(), *handle)) {
    case mpi::PredefinedComm::World:
      if (interpreter_.config().size == RankConfig::kAny) return std::nullopt;
      return interpreter_.config().size;
    case mpi::PredefinedComm::Self:
      return 1;
    case mpi::PredefinedComm::None:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string CallView::groupName() const {
  const std::optional<Value> group = commOrWindow();
  const std::optional<mpi::RawHandle> handle = group ? raw(*group) : std::nullopt;
  const mpi::PredefinedComm comm =
      handle ? mpi::predefinedCommOf(interpreter_.program().library(), *handle) : mpi::PredefinedComm::None;
  if (comm != mpi::PredefinedComm::None) return std::string(mpi::predefinedCommName(static_cast<std::uint64_t>(comm)));
  return routine().indexOf(Role::Comm) >= 0 ? "the communicator" : "the window";
}

std::optional<bool> CallView::significance(std::size_t argument) const {
  const mpi::RoutineInfo &info = routine();
  const auto valueOf = [&](std::size_t index) -> std::int64_t {
    if (info.args()[index].role != Role::Op) return number(index).value_or(mpi::kNotKnown);
    const auto op = predefinedOp();
    return op ? static_cast<std::int64_t>(*op) : mpi::kNotKnown;
  };
  return mpi::significance(
      info, argument, [&] { return standing(); }, valueOf);
}

const semantics::Neighbors *CallView::neighbors() const {
  const Comm *comm = held<Comm>(Role::Comm);
  return comm ? comm->neighbors.get() : nullptr;
}

void CallView::write(std::size_t argument, std::int64_t bytes, const Value &value) const {
  const llvm::Value *operand = call_.operand(argument);
  if (operand) interpreter_.store(state_, interpreter_.valueOf(state_, *operand), bytes, value, operand);
}

bool isSpecialBuffer(const State &state, const Value &address) {
  if (address.isNumber()) return true;
  if (!address.isPointer()) return false;
  const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(state.memory[address.id].origin);
  return global && mpi::isFortranConstant(global->getName());
}

}  // namespace lockstep::passes::symex
