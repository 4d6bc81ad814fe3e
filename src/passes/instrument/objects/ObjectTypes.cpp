// The type of a heap block is the target type of the pointer to which it is assigned, or as which the function returns
// it: a vector gets its elements from a function that returns a pointer to them. If there are several different types,
// or void, the type is unknown.
#include "passes/instrument/objects/ObjectTypes.h"

#include <optional>
#include <string>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/xxhash.h>

#include "passes/instrument/objects/TypeLayout.h"

namespace lockstep::instrument {

namespace {

constexpr const char *kNote = "lockstep.type";
constexpr unsigned kSteps = 8;  // from pointer to pointer

/// The variable that debug information places at this address, as a whole.
const llvm::DIType *declaredType(const llvm::AllocaInst &slot) {
  auto *value = const_cast<llvm::AllocaInst *>(&slot);
  const llvm::DIType *found = nullptr;
  const auto take = [&](const llvm::DILocalVariable *variable, const llvm::DIExpression *expression) {
    if (expression->getNumElements() == 0) found = variable->getType();
  };
  for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(value))
    take(record->getVariable(), record->getExpression());
  for (const llvm::DbgDeclareInst *record : llvm::findDbgDeclares(value))
    take(record->getVariable(), record->getExpression());
  // With optimization clang uses assignment tracking instead, and the variable itself is one of the records.
  for (const llvm::DbgVariableRecord *record : llvm::at::getDVRAssignmentMarkers(value))
    if (record->getAddress() == value && record->getAddressExpression()->getNumElements() == 0)
      take(record->getVariable(), record->getExpression());
  return found;
}

/// The number and order of parameters must match the source.
const llvm::DIType *declaredType(const llvm::Argument &argument) {
  const llvm::Function &function = *argument.getParent();
  const llvm::DISubprogram *source = function.getSubprogram();
  if (!source || !source->getType()) return nullptr;
  const llvm::DITypeRefArray types = source->getType()->getTypeArray();
  if (types.size() != function.arg_size() + 1) return nullptr;
  return types[argument.getArgNo() + 1];
}

const llvm::DIType *resultType(const llvm::Function &function) {
  const llvm::DISubprogram *source = function.getSubprogram();
  if (!source || !source->getType()) return nullptr;
  const llvm::DITypeRefArray types = source->getType()->getTypeArray();
  return types.size() > 0 ? types[0] : nullptr;
}

/// The type of the memory at an address.
const llvm::DIType *typeAt(const llvm::Value &address, unsigned steps = kSteps) {
  if (steps == 0) return nullptr;
  if (const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&address)) return declaredType(*slot);
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&address)) return typeOf(*variable);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&address)) {
    const llvm::DIType *pointer = typeAt(*load->getPointerOperand(), steps - 1);
    return pointeeOf(pointer ? memberAt(pointer, 0) : nullptr);
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&address)) return pointeeOf(declaredType(*argument));
  const auto *part = llvm::dyn_cast<llvm::GEPOperator>(&address);
  if (!part) return nullptr;
  const llvm::Module *module = nullptr;
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(part)) module = instruction->getModule();
  const auto *base = part->getPointerOperand();
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(base)) module = variable->getParent();
  const llvm::DIType *whole = typeAt(*base, steps - 1);
  if (!whole || !module) return nullptr;
  const llvm::DataLayout &layout = module->getDataLayout();
  llvm::MapVector<llvm::Value *, llvm::APInt> indices;
  llvm::APInt offset(64, 0);
  if (!part->collectOffset(layout, 64, indices, offset) || offset.isNegative()) return nullptr;
  return memberAt(whole, offset.getZExtValue());
}

/// The target type of the pointer stored at an address.
const llvm::DIType *pointeeAt(const llvm::Value &address) {
  const llvm::DIType *whole = typeAt(address);
  return whole ? pointeeOf(memberAt(whole, 0)) : nullptr;
}

bool isSame(const llvm::DIType *a, const llvm::DIType *b) { return plainType(elementOf(a)) == plainType(elementOf(b)); }

/// The element type of a Fortran array whose descriptor refers to the block.
const llvm::DIType *typeByDescriptor(const llvm::Value &value, unsigned steps = kSteps) {
  if (steps == 0) return nullptr;
  for (const llvm::User *user : value.users()) {
    if (llvm::isa<llvm::InsertValueInst>(user))
      if (const llvm::DIType *type = typeByDescriptor(*user, steps - 1)) return type;
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getValueOperand() != &value || !value.getType()->isStructTy()) continue;
    const llvm::DIType *whole = typeAt(*store->getPointerOperand());
    const llvm::DIType *array = whole && pointeeOf(whole) ? pointeeOf(whole) : whole;
    if (array && elementOf(array) != array) return elementOf(array);
  }
  return nullptr;
}

/// Whether the block may consist of elements of this size. A block from `new` may be larger than the pointer's target
/// type: it may be of a derived class.
bool isOfSize(const llvm::CallBase &call, std::uint64_t bytes) {
  const auto *size = llvm::dyn_cast<llvm::ConstantInt>(allocationOf(call).size);
  if (!size) return true;
  const bool isOne = call.getCalledOperand()->getName().starts_with("_Znw");
  return isOne ? size->getZExtValue() == bytes : size->getZExtValue() % bytes == 0 || allocationOf(call).times;
}

/// From everything to which the block is assigned; null if that is nothing, or contradictory.
const llvm::DIType *typeOfBlock(const llvm::CallBase &call) {
  const llvm::DIType *found = nullptr;
  for (const llvm::User *user : call.users()) {
    const llvm::DIType *type = nullptr;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getValueOperand() == &call)
      type = pointeeAt(*store->getPointerOperand());
    if (llvm::isa<llvm::InsertValueInst>(user)) type = typeByDescriptor(*user);
    if (llvm::isa<llvm::ReturnInst>(user)) type = pointeeOf(resultType(*call.getFunction()));
    if (!type) continue;
    if (found && !isSame(found, type)) return nullptr;
    found = type;
  }
  const auto layout = found ? layoutOf(found) : std::nullopt;
  return layout && !layout->mayGrow && isOfSize(call, layout->bytes) ? found : nullptr;
}

/// The only kind of value in memory of the type; none if there are several.
std::optional<LayoutPart> onlyValue(const llvm::DIType *type) {
  const auto layout = layoutOf(type);
  if (!layout || layout->parts.size() != 1) return std::nullopt;
  return layout->parts.front();
}

bool fits(const llvm::Type &accessed, const LayoutPart &value, const llvm::DataLayout &layout) {
  if (value.kind == ValueKind::Byte || value.kind == ValueKind::Anything || !accessed.isSized()) return true;
  if (accessed.isAggregateType() || accessed.isVectorTy()) return true;
  const bool isFloating = value.kind == ValueKind::Floating;
  auto *type = const_cast<llvm::Type *>(&accessed);
  return accessed.isFloatingPointTy() == isFloating && layout.getTypeAllocSize(type).getFixedValue() == value.bytes;
}

/// Whether memory with one kind of value is accessed as another through this pointer, or assigned to a pointer to
/// another.
bool isAccessedOtherwise(const llvm::Value &pointer, const LayoutPart &value, const llvm::DataLayout &layout,
                         unsigned steps) {
  if (steps == 0) return false;
  return llvm::any_of(pointer.users(), [&](const llvm::User *user) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) return !fits(*load->getType(), value, layout);
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return isAccessedOtherwise(*user, value, layout, steps - 1);
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store) return false;
    if (store->getPointerOperand() == &pointer) return !fits(*store->getValueOperand()->getType(), value, layout);
    const llvm::DIType *other = pointeeAt(*store->getPointerOperand());
    const auto otherValue = other ? onlyValue(other) : std::nullopt;
    if (!otherValue || otherValue->kind == ValueKind::Byte || otherValue->kind == ValueKind::Anything) return false;
    return otherValue->bytes != value.bytes ||
           (otherValue->kind == ValueKind::Floating) != (value.kind == ValueKind::Floating);
  });
}

/// Checks the accesses through the variables to which the block is assigned.
bool isMixed(const llvm::CallBase &call, const llvm::DIType *type) {
  const auto value = onlyValue(type);
  if (!value) return false;
  const llvm::DataLayout &layout = call.getModule()->getDataLayout();
  if (isAccessedOtherwise(call, *value, layout, kSteps)) return true;
  return llvm::any_of(call.users(), [&](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getValueOperand() != &call) return false;
    return llvm::any_of(store->getPointerOperand()->users(), [&](const llvm::User *other) {
      const auto *load = llvm::dyn_cast<llvm::LoadInst>(other);
      return load && load->getType()->isPointerTy() && isAccessedOtherwise(*load, *value, layout, kSteps);
    });
  });
}

llvm::MDNode *noteOf(llvm::LLVMContext &context, const llvm::DIType *type, bool isMixed) {
  llvm::Metadata *content[] = {const_cast<llvm::DIType *>(type), llvm::MDString::get(context, isMixed ? "mixed" : "")};
  return llvm::MDNode::get(context, content);
}

/// Attributes of a call survive when it becomes an invoke, metadata does not. The attribute has the name of a list in
/// the module, which stays separate when modules are linked, and an index in it.
void noteCall(llvm::CallBase &call, const llvm::DIType *type, bool isMixed) {
  llvm::Module &module = *call.getModule();
  const std::string list =
      (llvm::Twine(kNote) + "." + llvm::utohexstr(llvm::xxh3_64bits(module.getSourceFileName()))).str();
  llvm::NamedMDNode *notes = module.getOrInsertNamedMetadata(list);
  const std::string place = std::to_string(notes->getNumOperands());
  notes->addOperand(noteOf(module.getContext(), type, isMixed));
  call.addFnAttr(llvm::Attribute::get(module.getContext(), kNote, list + " " + place));
}

const llvm::MDNode *noteAt(const llvm::CallBase &call) {
  const auto [list, place] = call.getFnAttr(kNote).getValueAsString().split(' ');
  const llvm::NamedMDNode *notes = call.getModule()->getNamedMetadata(list);
  unsigned index = 0;
  if (!notes || place.getAsInteger(10, index) || index >= notes->getNumOperands()) return nullptr;
  return notes->getOperand(index);
}

/// For an alloca of the same size as the variable that it represents.
void noteVariable(llvm::AllocaInst &slot) {
  const llvm::DIType *type = declaredType(slot);
  const auto room = slot.getAllocationSize(slot.getModule()->getDataLayout());
  if (!type) return;
  const bool isOfUnknownLength = !room || bytesOf(type) == 0;
  if (isOfUnknownLength || room->getFixedValue() == bytesOf(type))
    slot.setMetadata(kNote, noteOf(slot.getContext(), type, false));
}

}  // namespace

const llvm::DIType *typeOf(const llvm::GlobalVariable &variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> described;
  variable.getDebugInfo(described);
  if (described.size() != 1 || described.front()->getExpression()->getNumElements() != 0) return nullptr;
  return described.front()->getVariable()->getType();
}

Allocation allocationOf(const llvm::CallBase &call) {
  const auto *callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee || !callee->isDeclaration()) return {};
  const auto argument = [&](unsigned index) -> const llvm::Value * {
    return index < call.arg_size() && call.getArgOperand(index)->getType()->isIntegerTy(64) ? call.getArgOperand(index)
                                                                                            : nullptr;
  };
  const llvm::StringRef name = callee->getName();
  if (name == "calloc") return {argument(0), argument(1)};
  if (name == "realloc" || name == "aligned_alloc" || name == "memalign") return {argument(1)};
  const bool isFirst = llvm::StringSwitch<bool>(name)
                           .Cases("malloc", "valloc", "_Znwm", "_Znam", true)
                           .Cases("_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", true)
                           .Cases("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", true)
                           .Default(false);
  if (isFirst) return {argument(0)};
  return {};
}

void noteTypes(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.hasMetadata(kNote)) continue;
    if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) noteVariable(*slot);
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !allocationOf(*call).size || call->hasFnAttr(kNote)) continue;
    if (const llvm::DIType *type = typeOfBlock(*call)) noteCall(*call, type, isMixed(*call, type));
  }
}

NotedType notedType(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::MDNode *content = call ? noteAt(*call) : instruction.getMetadata(kNote);
  if (!content) return {};
  return {llvm::dyn_cast<llvm::DIType>(content->getOperand(0).get()),
          !llvm::cast<llvm::MDString>(content->getOperand(1))->getString().empty()};
}

}  // namespace lockstep::instrument
