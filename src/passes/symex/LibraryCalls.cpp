// Calls in symbolic execution: MPI, functions with a body, allocation and memory functions of libraries, the OpenMP
// runtime, and unknown code.
#include <algorithm>

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

namespace {

/// std::thread, which runs code of the program in a thread.
bool startsThread(const llvm::Function &callee) { return callee.getName().starts_with("_ZNSt6thread"); }

}  // namespace

void Interpreter::executeCall(State &state, const llvm::CallBase &call) {
  if (call.isLifetimeStartOrEnd()) return;
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) {
    if (!listener_.onMpi(*this, state, *mpiCall)) return lose(state, "call that is not understood");
    if (state.end == State::End::Open) afterCall(state, call);
    return;
  }
  if (const auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&call))
    return executeCopy(state, call, *copy->getRawDest(), *copy->getRawSource(), *copy->getLength());
  if (llvm::isa<llvm::MemSetInst>(call)) return executeFill(state, call);

  if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
      intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::expect)
    return setRegister(state, call, valueOf(state, *call.getArgOperand(0)));

  const llvm::Function *callee = calledFunction(call);
  if (!callee && !call.isInlineAsm()) callee = functionAt(state, *call.getCalledOperand());
  if (callee && executeOpenMp(state, call, *callee)) return;
  if (callee && !callee->isDeclaration()) {
    std::vector<Value> values;
    for (const llvm::Value *operand : call.args()) values.push_back(valueOf(state, *operand));
    return enter(state, call, *callee, values);
  }
  if (callee && executeExit(state, call, *callee)) return;
  if (program_.effects().endsProgram(call)) {
    state.end = State::End::Ended;
    return;
  }
  const bool isCommon = joint_ && callee && executeCommonInput(state, call, *callee);
  if (!isCommon && (!callee || (!executeMath(state, call, *callee) && !executeLibrary(state, call, *callee)))) {
    const bool isLibrary = program_.effects().isLibraryCall(call);
    const bool isThread = callee && startsThread(*callee);
    if (!isLibrary || isThread) state.trace.reset();
    if (isThread || program_.leadsToMpi(call)) state.lifecycle.meetUnseen();
    executeUnseen(state, call, isLibrary);
  }
  afterCall(state, call);
}

/// The function that a pointer refers to, if known.
const llvm::Function *Interpreter::functionAt(State &state, const llvm::Value &pointer) {
  const Value target = valueOf(state, pointer);
  return target.isTerm() ? llvm::dyn_cast_or_null<llvm::Function>(terms_[target.id].constant) : nullptr;
}

bool Interpreter::executeExit(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  const LibraryCall kind = program_.effects().libraryCall(callee);
  if (kind != LibraryCall::Exit && kind != LibraryCall::ExitAtOnce) return false;
  if (kind == LibraryCall::ExitAtOnce) state.atExit.clear();
  depart(state, &call, call.arg_size() > 0 ? valueOf(state, *call.getArgOperand(0)) : Value::ofNumber(0));
  return true;
}

void Interpreter::addExitHandler(State &state, const llvm::CallBase &call) {
  const llvm::Function *handler = functionAt(state, *call.getArgOperand(0));
  if (handler && !handler->isDeclaration() && program_.leadsToMpi(*handler))
    state.atExit.push_back({handler, call.arg_size() > 1 ? valueOf(state, *call.getArgOperand(1)) : Value{}});
  else if (!handler || program_.effects().mayHideCollective(*handler))
    state.lifecycle.meetUnseen();
}

/// Library functions that allocate, free or move memory. False for any other function.
bool Interpreter::executeAllocation(State &state, const llvm::CallBase &call) {
  const llvm::TargetLibraryInfo &library = targetLibrary();
  if (const llvm::Value *freed = llvm::getFreedOperand(&call, &library)) {
    if (const std::optional<Value> place = placeOf(state, valueOf(state, *freed))) free(state, call, place->id);
    return true;
  }
  if (call.getCalledFunction() && call.getCalledFunction()->getName() == "posix_memalign" && call.arg_size() == 3) {
    const auto bytes = numberOf(state, valueOf(state, *call.getArgOperand(2)));
    const std::uint32_t object = newObject(state, Object::Kind::Heap, bytes.value_or(-1), call);
    store(state, valueOf(state, *call.getArgOperand(0)), 8, Value::ofPointer(object, 0));
    setResult(state, call, Value::ofNumber(0));
    return true;
  }
  if (!llvm::isAllocationFn(&call, &library)) return false;
  const auto known = llvm::getAllocSize(&call, &library, [&](const llvm::Value *operand) -> const llvm::Value * {
    const auto number = numberOf(state, valueOf(state, *operand));
    return number && operand->getType()->isIntegerTy() ? llvm::ConstantInt::getSigned(operand->getType(), *number)
                                                       : operand;
  });
  const std::int64_t bytes = known ? known->getSExtValue() : -1;
  const std::uint32_t object = newObject(state, Object::Kind::Heap, bytes, call);
  setResult(state, call, Value::ofPointer(object, 0));
  if (const llvm::Value *moved = llvm::getReallocatedOperand(&call)) {
    const std::optional<Value> old = placeOf(state, valueOf(state, *moved));
    if (!old) return true;
    const std::int64_t kept = std::min(state.memory[old->id].size, bytes);
    if (kept > 0 && old->number == 0)
      state.memory.copy(object, 0, old->id, 0, kept, terms_);
    else
      state.memory.forget(object, UnknownKind::Forgotten);
    free(state, call, old->id);
    return true;
  }
  const auto *content = llvm::getInitialValueOfAllocation(&call, &library, llvm::Type::getInt8Ty(call.getContext()));
  if (content && content->isNullValue() && bytes > 0)
    state.memory.fill(object, 0, bytes, 0, terms_);
  else if (!content || content->isNullValue())
    state.memory.forget(object, UnknownKind::Forgotten);
  return true;
}

void Interpreter::free(State &state, const llvm::CallBase &call, std::uint32_t object) {
  listener_.onFree(*this, state, call, object);
  state.memory.kill(object);
}

bool Interpreter::executeLibrary(State &state, const llvm::CallBase &call, const llvm::Function &callee) {
  const auto argument = [&](unsigned index) { return valueOf(state, *call.getArgOperand(index)); };
  switch (program_.effects().libraryCall(callee)) {
    case LibraryCall::None:
    case LibraryCall::Exit:
    case LibraryCall::ExitAtOnce:
      return false;
    case LibraryCall::Other:
      return executeAllocation(state, call);
    case LibraryCall::Asks:
      setResult(state, call, unknown(call.getType(), UnknownKind::Free));
      return true;
    case LibraryCall::Input:
      for (unsigned i = 0; i < call.arg_size(); ++i)
        if (program_.effects().mayWrite(call, i)) forget(state, argument(i), UnknownKind::Free);
      setResult(state, call, unknown(call.getType(), UnknownKind::Free));
      return true;
    case LibraryCall::Copy:
      executeCopy(state, call, *call.getArgOperand(0), *call.getArgOperand(1), *call.getArgOperand(2));
      setResult(state, call, argument(0));
      return true;
    case LibraryCall::Fill:
      executeFill(state, call);
      setResult(state, call, argument(0));
      return true;
    case LibraryCall::ExitHandler:
      addExitHandler(state, call);
      setResult(state, call, Value::ofNumber(0));
      return true;
    case LibraryCall::GuardAcquire:
      setResult(state, call, Value::ofNumber(1));
      return true;
    case LibraryCall::GuardRelease:
      store(state, argument(0), 1, Value::ofNumber(1));
      return true;
    case LibraryCall::Assign:
      return executeAssign(state, call);
    case LibraryCall::IsContiguous: {
      const auto array = arrayOf(state, argument(0));
      setResult(state, call,
                array ? Value::ofNumber(array->isContiguous ? 1 : 0) : unknown(call.getType(), UnknownKind::Forgotten));
      return true;
    }
    case LibraryCall::CopyIn: {
      const std::uint32_t copy = newObject(state, Object::Kind::Heap, -1, call);
      setResult(state, call, Value::ofPointer(copy, 0));
      state.memory.forget(copy, UnknownKind::Forgotten);
      store(state, argument(0), 8, Value::ofPointer(copy, 0));
      return true;
    }
    case LibraryCall::CopyOut: {
      forget(state, argument(0), UnknownKind::Forgotten);
      if (const auto copy = placeOf(state, load(state, argument(1), 8))) free(state, call, copy->id);
      return true;
    }
  }
  return false;
}

/// Fortran's array descriptor: address, element size, rank in one byte, and for each dimension the lower bound, extent
/// and stride in bytes. Nothing if a part of it is unknown.
std::optional<Interpreter::FortranArray> Interpreter::arrayOf(State &state, const Value &descriptor) {
  constexpr std::int64_t kElement = 8;
  constexpr std::int64_t kRank = 20;
  constexpr std::int64_t kDimensions = 24;
  const std::optional<Value> place = placeOf(state, descriptor);
  if (!place || place->number == Value::kSomewhere) return std::nullopt;
  const auto number = [&](std::int64_t offset, std::int64_t bytes) {
    return numberOf(state, load(state, Value::ofPointer(place->id, place->number + offset), bytes));
  };
  const auto rank = number(kRank, 1);
  const auto element = number(kElement, 8);
  if (!rank || !element || *rank < 0 || *rank > 15) return std::nullopt;
  FortranArray array{load(state, *place, 8), {}, *element, true};
  for (std::int64_t i = 0; i < *rank; ++i) {
    const auto extent = number(kDimensions + 24 * i + 8, 8);
    const auto stride = number(kDimensions + 24 * i + 16, 8);
    if (!extent || !stride) return std::nullopt;
    array.isContiguous &= *extent <= 1 || *stride == array.bytes;
    array.bytes *= *extent;
    array.extents.push_back(*extent);
  }
  return array;
}

/// Assigns an array of the same shape, or a single value, to existing memory. False if new memory may be needed.
bool Interpreter::executeAssign(State &state, const llvm::CallBase &call) {
  const auto to = arrayOf(state, valueOf(state, *call.getArgOperand(0)));
  const auto from = arrayOf(state, valueOf(state, *call.getArgOperand(1)));
  if (!to || !from || (!from->extents.empty() && from->extents != to->extents)) return false;
  const std::optional<Value> target = placeOf(state, to->address);
  const std::optional<Value> source = placeOf(state, from->address);
  const auto touch = [&](const std::optional<Value> &place, const FortranArray &array, bool isWrite) {
    if (place && place->number != Value::kSomewhere && array.isContiguous && array.bytes > 0)
      listener_.onAccess(*this, state, call, {place->id, place->number, array.bytes, isWrite});
  };
  touch(source, *from, false);
  touch(target, *to, true);
  if (target) forget(state, *target, UnknownKind::Forgotten);
  return true;
}

void Interpreter::executeCopy(State &state, const llvm::CallBase &call, const llvm::Value &to, const llvm::Value &from,
                              const llvm::Value &bytes) {
  const auto count = numberOf(state, valueOf(state, bytes));
  const std::optional<Value> target = placeOf(state, valueOf(state, to));
  const std::optional<Value> source = placeOf(state, valueOf(state, from));
  const bool isSourceKnown = source && source->number != Value::kSomewhere && count;
  const bool isTargetKnown = target && target->number != Value::kSomewhere && count;
  if (isSourceKnown && *count > 0) listener_.onAccess(*this, state, call, {source->id, source->number, *count, false});
  if (isTargetKnown && *count > 0) listener_.onAccess(*this, state, call, {target->id, target->number, *count, true});
  if (isSourceKnown && isTargetKnown)
    return state.memory.copy(target->id, target->number, source->id, source->number, *count, terms_);
  if (source) invalidate(state, source->id);
  if (target) forget(state, *target, UnknownKind::Forgotten);
}

void Interpreter::executeFill(State &state, const llvm::CallBase &call) {
  const auto byte = numberOf(state, valueOf(state, *call.getArgOperand(1)));
  const auto count = numberOf(state, valueOf(state, *call.getArgOperand(2)));
  const std::optional<Value> target = placeOf(state, valueOf(state, *call.getArgOperand(0)));
  if (!target) return;
  if (!count || target->number == Value::kSomewhere) return forget(state, *target, UnknownKind::Forgotten);
  if (*count > 0) listener_.onAccess(*this, state, call, {target->id, target->number, *count, true});
  state.memory.fill(target->id, target->number, *count, byte, terms_);
}

void Interpreter::noteSkipped(State &state, const llvm::CallBase &call) {
  if (!state.skipped->contains(&call)) state.skipped.edit().insert(&call);
}

/// Code that is not explored: everything that it can reach may have changed.
void Interpreter::executeUnseen(State &state, const llvm::CallBase &call, bool isLibrary) {
  const UnknownKind quality = UnknownKind::Forgotten;
  const CallEffects &effects = program_.effects();
  StoreTypes stores;
  if (!isLibrary) program_.addStores(call, stores);
  if (!isLibrary) noteSkipped(state, call);
  if (!isLibrary && effects.mayHideCollective(call)) {
    state.lifecycle.meetUnseen();
    if (const llvm::Function *callee = calledFunction(call); callee && callee->isDeclaration())
      extent_.unseen.try_emplace(callee, &call);
  }
  for (unsigned i = 0; i < call.arg_size() && !call.onlyReadsMemory(); ++i) {
    const Value value = valueOf(state, *call.getArgOperand(i));
    const bool isPointer = call.getArgOperand(i)->getType()->isPointerTy();
    if (isLibrary) {
      if (isPointer && effects.mayWrite(call, i)) forget(state, value, quality);
    } else if (isPointer) {
      if (const auto place = placeOf(state, value)) state.exposed.insert(place->id);
      forgetReachable(state, value, stores);
    } else {
      if (value.isHandle()) state.held[value.id].isInvalidated = true;
      if (value.isPointer()) invalidate(state, value.id);
    }
  }
  if (!isLibrary) {
    for (MpiObject &held : state.held) held.isInvalidated = held.isInvalidated || held.isAdrift;
    for (const std::uint32_t object : std::set<std::uint32_t>(state.exposed))
      forgetReachable(state, Value::ofPointer(object, 0), stores);
    for (const auto &[global, object] : state.globals)
      if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
          variable && !variable->isConstant() && effects.mayChange(call, *variable))
        forgetReachable(state, Value::ofPointer(object, 0), stores);
  }
  setResult(state, call, unknown(call.getType(), UnknownKind::Forgotten));
}

}  // namespace lockstep::passes::symex
