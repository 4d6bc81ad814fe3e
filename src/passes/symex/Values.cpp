// Values and memory in symbolic execution: constants, addresses, and the results of instructions that neither branch
// nor call.
//
// A structure or array value is stored in an immutable object of its own; the register has its address.
#include <algorithm>
#include <utility>

#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include "passes/symex/Arithmetic.h"
#include "passes/symex/Interpreter.h"
#include "trace/CommId.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::int64_t kLargestInitializer = 1 << 16;
constexpr std::int64_t kForeignRoom = std::int64_t{1} << 40;

std::int64_t offsetOf(llvm::Type *type, llvm::ArrayRef<unsigned> indices, const llvm::DataLayout &layout) {
  auto *number = llvm::Type::getInt32Ty(type->getContext());
  llvm::SmallVector<llvm::Value *, 4> path{llvm::ConstantInt::get(number, 0)};
  for (const unsigned index : indices) path.push_back(llvm::ConstantInt::get(number, index));
  return layout.getIndexedOffsetInType(type, path);
}

}  // namespace

Value Interpreter::valueOf(State &state, const llvm::Value &value) {
  if (const auto *fixed = llvm::dyn_cast<llvm::Constant>(&value)) return constant(state, *fixed);
  auto &registers = state.frames.back().registers;
  if (const auto known = registers.find(&value); known != registers.end()) return known->second;
  const Value fresh = unknown(value.getType(), UnknownKind::Forgotten);
  registers[&value] = fresh;
  return fresh;
}

std::optional<std::int64_t> Interpreter::numberOf(State &state, const Value &value) const {
  if (const auto known = state.facts.numberOf(terms_, value)) return known;
  return joint_ && value.isTerm() ? joint_->numberOf(value) : std::nullopt;
}

Value Interpreter::unknown(const llvm::Type *type, UnknownKind quality) { return terms_.leaf(bitsOf(type), quality); }

Value Interpreter::constant(State &state, const llvm::Constant &constant) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (number->getBitWidth() == 1) return Value::ofNumber(number->isZero() ? 0 : 1);
    if (number->getBitWidth() <= 64) return Value::ofNumber(number->getSExtValue());
  }
  if (llvm::isa<llvm::ConstantPointerNull, llvm::ConstantAggregateZero>(constant)) return Value::ofNumber(0);
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&constant))
    return Value::ofPointer(globalObject(state, *global), 0);
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) return evaluateGep(state, *gep);
    if (llvm::Instruction::isBinaryOp(expression->getOpcode()))
      return binary(terms_, state.facts, expression->getOpcode(), bitsOf(expression->getType()),
                    this->constant(state, *expression->getOperand(0)),
                    this->constant(state, *expression->getOperand(1)));
    if (expression->isCast())
      return convert(terms_, state.facts, expression->getOpcode(), bitsOf(expression->getOperand(0)->getType()),
                     bitsOf(expression->getType()), this->constant(state, *expression->getOperand(0)));
  }
  if (llvm::isa<llvm::ConstantStruct, llvm::ConstantArray>(constant) &&
      bytesOf(constant.getType()) <= kLargestInitializer) {
    const std::uint32_t object = newObject(state, Object::Kind::Stack, bytesOf(constant.getType()), constant);
    initialize(state, object, 0, constant);
    return Value::ofPointer(object, 0);
  }
  if (llvm::isa<llvm::UndefValue>(constant)) return unknown(constant.getType(), UnknownKind::Forgotten);
  return terms_.ofConstant(constant, bitsOf(constant.getType()));
}

std::uint32_t Interpreter::globalObject(State &state, const llvm::GlobalVariable &global) {
  if (const auto known = state.globals.find(&global); known != state.globals.end()) return known->second;
  const std::int64_t size = roomOf(global.getValueType());
  const std::uint32_t object =
      addKnown(state, globals_, &global, {.kind = Object::Kind::Global, .size = size, .origin = &global});
  state.globals[&global] = object;
  const auto mayChange = [&](const llvm::CallBase *call) { return program_.effects().mayChange(*call, global); };
  const bool isChanged = !global.isConstant() && (config_.isPart || std::ranges::any_of(*state.skipped, mayChange));
  if (isChanged || !global.hasInitializer() || !global.hasDefinitiveInitializer()) {
    const bool isCommon = !isChanged && global.hasInitializer() && global.hasCommonLinkage();
    if (isCommon)
      state.memory.fill(object, 0, size, 0, terms_);
    else
      state.memory.forget(object, UnknownKind::Forgotten);
  } else if (global.getInitializer()->isNullValue()) {
    state.memory.fill(object, 0, size, 0, terms_);
  } else if (size > 0 && size <= kLargestInitializer) {
    initialize(state, object, 0, *global.getInitializer());
  } else {
    state.memory.forget(object, UnknownKind::Forgotten);
  }
  return object;
}

void Interpreter::initialize(State &state, std::uint32_t object, std::int64_t offset, const llvm::Constant &content) {
  llvm::Type *type = content.getType();
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *layout = program_.layout().getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (const llvm::Constant *element = content.getAggregateElement(i))
        initialize(state, object, offset + static_cast<std::int64_t>(layout->getElementOffset(i)), *element);
    return;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::int64_t size = bytesOf(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (const llvm::Constant *element = content.getAggregateElement(static_cast<unsigned>(i)))
        initialize(state, object, offset + static_cast<std::int64_t>(i) * size, *element);
    return;
  }
  state.memory.store(object, offset, bytesOf(type), constant(state, content), terms_);
}

std::uint32_t Interpreter::newObject(State &state, Object::Kind kind, std::int64_t size, const llvm::Value &origin) {
  Object object;
  object.kind = kind;
  object.size = size;
  object.origin = &origin;
  return addObject(state, std::move(object));
}

/// Where paths meet again, what one of them has made in the meantime must not have the number of something else.
std::uint32_t Interpreter::addObject(State &state, Object object) {
  if (!walkedDepth_) return state.memory.add(std::move(object));
  return state.memory.add(std::move(object), objectsMade_++);
}

std::uint32_t Interpreter::newHandle(State &state, MpiObject object) {
  if (walkedDepth_) {
    handlesMade_ = std::max(handlesMade_, state.held.size());
    state.held.resize(handlesMade_++);
  }
  state.held.push_back(std::move(object));
  return static_cast<std::uint32_t>(state.held.size() - 1);
}

std::optional<Value> Interpreter::placeOf(State &state, const Value &address) {
  if (address.isPointer()) return address;
  if (!address.isTerm()) return std::nullopt;
  std::int64_t offset = 0;
  std::uint32_t base = address.id;
  for (unsigned depth = 0; depth < 16; ++depth) {
    const SymExpr &term = terms_[base];
    if (term.opcode != llvm::Instruction::Add) break;
    if (term.second.isNumber() && offset != Value::kSomewhere)
      offset += term.second.number;
    else
      offset = Value::kSomewhere;
    if (term.first.isPointer()) return Value::ofPointer(term.first.id, Value::kSomewhere);
    if (!term.first.isTerm()) return std::nullopt;
    base = term.first.id;
  }
  if (terms_[base].constant) return std::nullopt;
  const auto [known, isNew] = state.foreign.try_emplace(base, 0U);
  if (isNew) {
    Object object;
    object.kind = Object::Kind::Foreign;
    object.rest = Object::Rest::Unknown;
    object.quality = terms_[base].quality;
    const Uniformity uniformity = terms_[base].uniformity;
    if (joint_ && uniformity != Uniformity::None)
      object.uniform.push_back({-kForeignRoom, kForeignRoom, 0, trace::IdHash("behind").add(base).id(), uniformity});
    known->second = addKnown(state, foreign_, base, std::move(object));
  }
  return Value::ofPointer(known->second, offset);
}

Value Interpreter::load(State &state, const Value &address, std::int64_t bytes, UnknownKind quality) {
  const auto bits = bytes > 0 && bytes <= 8 ? static_cast<unsigned>(8 * bytes) : 0U;
  const std::optional<Value> place = placeOf(state, address);
  if (!place || place->number == Value::kSomewhere || bytes <= 0) return terms_.leaf(bits, UnknownKind::Forgotten);
  if (state.memory.isShared(place->id, place->number, bytes)) return terms_.leaf(bits, UnknownKind::Forgotten);
  if (const auto content = state.memory.load(place->id, place->number, bytes)) return *content;
  const Object &object = state.memory[place->id];
  if (const UniformPart *part = state.memory.uniformPart(place->id, place->number, bytes);
      part && state.memory.isUntouched(place->id, place->number, bytes))
    return terms_.leafOf(
        trace::IdHash("part").add(part->origin).add(static_cast<std::uint64_t>(place->number - part->base)).id(), bits,
        part->uniformity);
  if (!state.memory.isUntouched(place->id, place->number, bytes)) {
    for (const auto &[offset, cell] : object.cells)  // a handle that is part of an aggregate
      if (cell.value.isHandle() && offset < place->number + bytes && place->number < offset + cell.size)
        state.held[cell.value.id].isInvalidated = true;
    return terms_.leaf(bits, UnknownKind::Forgotten);
  }
  if (object.rest == Object::Rest::Zero) return Value::ofNumber(0);
  const Value fresh = terms_.oldLeaf(bits, object.rest == Object::Rest::Unknown ? object.quality : quality);
  state.memory.store(place->id, place->number, bytes, fresh, terms_);
  return fresh;
}

/// The bounded array in which an element with an unknown index lies.
std::optional<Access> Interpreter::arrayAround(State &state, const llvm::Value *pointer) {
  const auto *gep = llvm::dyn_cast_or_null<llvm::GEPOperator>(pointer);
  if (!gep) return std::nullopt;
  const std::optional<Value> base = placeOf(state, valueOf(state, *gep->getPointerOperand()));
  if (!base || base->number == Value::kSomewhere) return std::nullopt;
  std::int64_t offset = base->number;
  const llvm::Type *container = nullptr;  // in which the index chooses
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index) {
    const auto *array = llvm::dyn_cast_or_null<llvm::ArrayType>(std::exchange(container, index.getIndexedType()));
    if (llvm::StructType *structure = index.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue());
      offset += static_cast<std::int64_t>(program_.layout().getStructLayout(structure)->getElementOffset(field));
      continue;
    }
    const auto stride = static_cast<std::int64_t>(index.getSequentialElementStride(program_.layout()).getFixedValue());
    if (const auto number = numberOf(state, valueOf(state, *index.getOperand()))) {
      offset += *number * stride;
      continue;
    }
    if (!array || array->getNumElements() <= 1) return std::nullopt;  // of one element: its length is not the type's
    return Access{base->id, offset, static_cast<std::int64_t>(array->getNumElements()) * stride, true};
  }
  return std::nullopt;
}

void Interpreter::store(State &state, const Value &address, std::int64_t bytes, const Value &value,
                        const llvm::Value *pointer) {
  const std::optional<Value> place = placeOf(state, address);
  const bool isLost = !place || place->number == Value::kSomewhere;
  if (isLost && value.isHandle()) state.held[value.id].isAdrift = true;
  if (!place) return;
  if (isLost) {
    const auto array = arrayAround(state, pointer);
    state.memory.forEachHandle(place->id, [&](std::uint32_t handle) { state.held[handle].isAdrift = true; });
    if (array && array->object == place->id)
      return state.memory.forgetPart(place->id, array->offset, array->bytes, UnknownKind::Forgotten, terms_);
    return state.memory.forget(place->id, UnknownKind::Forgotten);
  }
  state.memory.store(place->id, place->number, bytes, value, terms_);
}

/// Unknown code may use the handles in the object: nothing is reported about them any more.
void Interpreter::invalidate(State &state, std::uint32_t object) {
  state.memory.forEachHandle(object, [&](std::uint32_t handle) { state.held[handle].isInvalidated = true; });
}

void Interpreter::forget(State &state, const Value &address, UnknownKind quality) {
  const std::optional<Value> place = placeOf(state, address);
  if (!place) return;
  invalidate(state, place->id);
  state.memory.forget(place->id, quality);
}

void Interpreter::forgetReachable(State &state, const Value &address, const StoreTypes &stores) {
  const std::optional<Value> first = placeOf(state, address);
  if (!first) return;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> pending{first->id};
  while (!pending.empty()) {
    const std::uint32_t object = pending.back();
    pending.pop_back();
    if (!seen.insert(object).second) continue;
    for (const auto &[offset, cell] : state.memory[object].cells)
      if (cell.value.isPointer()) pending.push_back(cell.value.id);
    forgetStored(state, object, stores);
  }
}

/// The allocation size of a variable of the type: larger than its value for `long double`, which has 10 bytes of 16.
std::int64_t Interpreter::roomOf(llvm::Type *type) const {
  if (!type->isSized()) return -1;
  const llvm::TypeSize size = program_.layout().getTypeAllocSize(type);
  return size.isScalable() ? -1 : static_cast<std::int64_t>(size.getFixedValue());
}

std::int64_t Interpreter::bytesOf(llvm::Type *type) const {
  const bool isSimple = type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy();
  return isSimple ? static_cast<std::int64_t>(program_.layout().getTypeStoreSize(type).getFixedValue()) : roomOf(type);
}

Value Interpreter::evaluate(State &state, const llvm::Instruction &instruction) {
  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) return evaluateGep(state, *gep);
  const unsigned bits = bitsOf(instruction.getType());
  if (const auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) return evaluateInsert(state, *insert);
  if (const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    Value whole = valueOf(state, *extract->getAggregateOperand());
    if (whole.isPointer()) {
      whole.number += offsetOf(extract->getAggregateOperand()->getType(), extract->getIndices(), program_.layout());
      return extract->getType()->isAggregateType() ? whole : load(state, whole, bytesOf(extract->getType()));
    }
  }
  if (const auto folded = foldFloats(state, instruction)) return *folded;
  if (instruction.getType()->isVectorTy()) return unknown(instruction.getType(), UnknownKind::Forgotten);
  if (const auto *comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return compare(terms_, state.facts, comparison->getPredicate(), bitsOf(comparison->getOperand(0)->getType()),
                   valueOf(state, *comparison->getOperand(0)), valueOf(state, *comparison->getOperand(1)));
  if (instruction.isBinaryOp())
    return binary(terms_, state.facts, instruction.getOpcode(), bits, valueOf(state, *instruction.getOperand(0)),
                  valueOf(state, *instruction.getOperand(1)));
  if (instruction.isCast())
    return convert(terms_, state.facts, instruction.getOpcode(), bitsOf(instruction.getOperand(0)->getType()), bits,
                   valueOf(state, *instruction.getOperand(0)));
  if (llvm::isa<llvm::FreezeInst>(instruction)) return valueOf(state, *instruction.getOperand(0));
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) return evaluateSelect(state, *select);
  UnknownKind quality = UnknownKind::Free;
  for (const llvm::Value *operand : instruction.operands()) {
    const Value value = valueOf(state, *operand);
    quality = std::max(quality, terms_.qualityOf(value));
    if (value.isHandle()) state.held[value.id].isInvalidated = true;  // hidden in an aggregate
  }
  if (instruction.getNumOperands() == 1)
    return terms_.operation(instruction.getOpcode(), 0, bits, valueOf(state, *instruction.getOperand(0)),
                            Value::ofNumber(0));
  return unknown(instruction.getType(), quality);
}

Value Interpreter::evaluateInsert(State &state, const llvm::InsertValueInst &insert) {
  const std::int64_t bytes = bytesOf(insert.getType());
  const Value whole = valueOf(state, *insert.getAggregateOperand());
  const Value part = valueOf(state, *insert.getInsertedValueOperand());
  llvm::Type *partType = insert.getInsertedValueOperand()->getType();
  const std::int64_t offset = offsetOf(insert.getType(), insert.getIndices(), program_.layout());
  const std::uint32_t object = newObject(state, Object::Kind::Stack, bytes, insert);
  if (whole.isPointer())
    state.memory.copy(object, 0, whole.id, whole.number, bytes, terms_);
  else if (whole == Value::ofNumber(0))
    state.memory.fill(object, 0, bytes, 0, terms_);
  if (!partType->isAggregateType())
    state.memory.store(object, offset, bytesOf(partType), part, terms_);
  else if (part.isPointer())
    state.memory.copy(object, offset, part.id, part.number, bytesOf(partType), terms_);
  return Value::ofPointer(object, 0);
}

Value Interpreter::evaluateSelect(State &state, const llvm::SelectInst &select) {
  const Value condition = valueOf(state, *select.getCondition());
  const Value yes = valueOf(state, *select.getTrueValue());
  const Value no = valueOf(state, *select.getFalseValue());
  if (const auto known = state.facts.numberOf(terms_, condition)) return *known != 0 ? yes : no;
  if (yes == no) return yes;
  if (joint_)
    if (const auto outcome = joint_->decide(condition, select)) return *outcome ? yes : no;
  for (const Value &value : {yes, no}) {
    if (value.isHandle()) state.held[value.id].isInvalidated = true;
    if (value.isPointer() && select.getType()->isAggregateType()) invalidate(state, value.id);
  }
  return unknown(select.getType(),
                 std::max({terms_.qualityOf(condition), terms_.qualityOf(yes), terms_.qualityOf(no)}));
}

Value Interpreter::evaluateGep(State &state, const llvm::GEPOperator &gep) {
  Value address = valueOf(state, *gep.getPointerOperand());
  std::int64_t offset = 0;
  for (auto index = llvm::gep_type_begin(gep); index != llvm::gep_type_end(gep); ++index) {
    if (llvm::StructType *structure = index.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue());
      offset += static_cast<std::int64_t>(program_.layout().getStructLayout(structure)->getElementOffset(field));
      continue;
    }
    const Value by = valueOf(state, *index.getOperand());
    const auto stride = static_cast<std::int64_t>(index.getSequentialElementStride(program_.layout()).getFixedValue());
    if (const auto number = numberOf(state, by)) {
      offset += *number * stride;
      continue;
    }
    if (address.isPointer()) {
      address.number = Value::kSomewhere;
    } else {
      const Value bytes = binary(terms_, state.facts, llvm::Instruction::Mul, 64, by, Value::ofNumber(stride));
      address = terms_.operation(llvm::Instruction::Add, 0, 64, address, bytes);
    }
  }
  if (address.isPointer() && address.number == Value::kSomewhere) return address;
  return binary(terms_, state.facts, llvm::Instruction::Add, 64, address, Value::ofNumber(offset));
}

}  // namespace lockstep::passes::symex
