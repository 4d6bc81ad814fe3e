#include "passes/instrument/accesses/Access.h"

#include <optional>

#include <llvm/ADT/APInt.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/accesses/AccessMetadata.h"

namespace lockstep::instrument {

namespace {

using Accesses = llvm::SmallVector<Access, 2>;
using Kind = Access::Kind;
using Shape = Access::Shape;

std::uint64_t storedBytes(const llvm::Instruction &user, llvm::Type *type) {
  const llvm::TypeSize size = user.getDataLayout().getTypeStoreSize(type);
  return size.isScalable() ? 0 : size.getFixedValue();
}

void add(Accesses &found, Access access) {
  if (access.address->getType()->getScalarType()->getPointerAddressSpace() != 0) return;
  const bool isEmpty = access.shape != Shape::Range && access.bytes == 0;
  if (!isEmpty && !access.address->isSwiftError()) found.push_back(access);
}

llvm::Align alignmentOf(const llvm::Value *constant) {
  return llvm::MaybeAlign(llvm::cast<llvm::ConstantInt>(constant)->getZExtValue()).valueOrOne();
}

/// A vector access with some active lanes; all of them if the mask is known to be full.
Access lanes(llvm::IntrinsicInst &call, Kind kind, llvm::Type *type, unsigned address, unsigned alignment) {
  auto *vector = llvm::cast<llvm::VectorType>(type);
  llvm::Value *mask = call.getArgOperand(alignment + 1);
  Access access{.instruction = &call,
                .kind = kind,
                .shape = Shape::Lanes,
                .address = call.getArgOperand(address),
                .bytes = storedBytes(call, vector->getElementType()),
                .alignment = alignmentOf(call.getArgOperand(alignment)),
                .mask = mask};
  const bool isScattered = access.address->getType()->isVectorTy();
  const auto *known = llvm::dyn_cast<llvm::Constant>(mask);
  if (isScattered) {
    access.shape = Shape::Scattered;
  } else if (known && known->isAllOnesValue()) {
    access.shape = Shape::Whole;
    access.bytes = storedBytes(call, type);
  }
  return access;
}

Access packed(llvm::IntrinsicInst &call, Kind kind, llvm::Type *type, unsigned address) {
  return {.instruction = &call,
          .kind = kind,
          .shape = Shape::Packed,
          .address = call.getArgOperand(address),
          .bytes = storedBytes(call, llvm::cast<llvm::VectorType>(type)->getElementType()),
          .mask = call.getArgOperand(address + 1)};
}

Access range(llvm::Instruction &instruction, Kind kind, llvm::Value *address, llvm::Value *length) {
  Access access{.instruction = &instruction, .kind = kind, .shape = Shape::Range, .address = address, .length = length};
  const auto *known = llvm::dyn_cast<llvm::ConstantInt>(length);
  if (!known || known->getZExtValue() > kPage) return access;
  access.shape = Shape::Whole;
  access.bytes = known->getZExtValue();
  return access;
}

/// The elements of a loaded vector that are extracted, if all users extract some. For a strided loop the vectorizer
/// also loads the elements in between and drops them.
std::optional<llvm::APInt> takenLanes(const llvm::LoadInst &load) {
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(load.getType());
  if (!vector || load.use_empty()) return std::nullopt;
  const unsigned lanes = vector->getNumElements();
  llvm::APInt taken(lanes, 0);
  for (const llvm::User *user : load.users()) {
    if (const auto *one = llvm::dyn_cast<llvm::ExtractElementInst>(user)) {
      const auto *index = llvm::dyn_cast<llvm::ConstantInt>(one->getIndexOperand());
      if (!index || index->getValue().uge(lanes)) return std::nullopt;
      taken.setBit(static_cast<unsigned>(index->getZExtValue()));
      continue;
    }
    const auto *some = llvm::dyn_cast<llvm::ShuffleVectorInst>(user);
    if (!some) return std::nullopt;
    for (const int lane : some->getShuffleMask()) {
      const bool isFirst = lane >= 0 && static_cast<unsigned>(lane) < lanes;
      if (isFirst && some->getOperand(0) == &load) taken.setBit(static_cast<unsigned>(lane));
      if (lane >= 0 && !isFirst && some->getOperand(1) == &load) taken.setBit(static_cast<unsigned>(lane) - lanes);
    }
  }
  return taken.isAllOnes() ? std::nullopt : std::optional(taken);
}

Access loadOf(llvm::LoadInst &load) {
  Access access{.instruction = &load,
                .kind = Kind::Load,
                .address = load.getPointerOperand(),
                .bytes = storedBytes(load, load.getType()),
                .alignment = load.getAlign()};
  const std::optional<llvm::APInt> taken = takenLanes(load);
  if (!taken) return access;
  llvm::SmallVector<llvm::Constant *> mask;
  for (unsigned i = 0; i < taken->getBitWidth(); ++i)
    mask.push_back(llvm::ConstantInt::getBool(load.getContext(), (*taken)[i]));
  access.shape = Shape::Lanes;
  access.bytes = storedBytes(load, llvm::cast<llvm::VectorType>(load.getType())->getElementType());
  access.mask = llvm::ConstantVector::get(mask);
  return access;
}

bool isFixed(const llvm::Type *type) { return !llvm::isa<llvm::ScalableVectorType>(type); }

void addIntrinsic(Accesses &found, llvm::IntrinsicInst &call) {
  if (auto *copy = llvm::dyn_cast<llvm::AnyMemTransferInst>(&call))
    add(found, range(call, Kind::Load, copy->getRawSource(), copy->getLength()));
  if (auto *memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&call))
    add(found, range(call, Kind::Store, memory->getRawDest(), memory->getLength()));
  llvm::Type *result = call.getType();
  llvm::Type *stored = call.arg_empty() ? nullptr : call.getArgOperand(0)->getType();
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_gather:
      if (isFixed(result)) add(found, lanes(call, Kind::Load, result, 0, 1));
      break;
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_scatter:
      if (isFixed(stored)) add(found, lanes(call, Kind::Store, stored, 1, 2));
      break;
    case llvm::Intrinsic::masked_expandload:
      if (isFixed(result)) add(found, packed(call, Kind::Load, result, 0));
      break;
    case llvm::Intrinsic::masked_compressstore:
      if (isFixed(stored)) add(found, packed(call, Kind::Store, stored, 1));
      break;
    default:  // other intrinsics access no memory of the program
      break;
  }
}

/// Byval arguments, which the call copies from memory.
void addCopiedArguments(Accesses &found, llvm::CallBase &call) {
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    add(found, {.instruction = &call,
                .kind = Kind::Load,
                .address = call.getArgOperand(i),
                .bytes = storedBytes(call, call.getParamByValType(i)),
                .alignment = call.getParamAlign(i).valueOrOne()});
  }
}

}  // namespace

llvm::SmallVector<Access, 2> accessesOf(llvm::Instruction &instruction) {
  Accesses found;
  if (instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize) || isMarked(instruction, Mark::Covered)) return found;
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!llvm::isStrongerThanUnordered(load->getOrdering())) add(found, loadOf(*load));
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!llvm::isStrongerThanUnordered(store->getOrdering()))
      add(found, {.instruction = store,
                  .kind = Kind::Store,
                  .address = store->getPointerOperand(),
                  .bytes = storedBytes(*store, store->getValueOperand()->getType()),
                  .alignment = store->getAlign()});
  } else if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    addIntrinsic(found, *intrinsic);
  } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    addCopiedArguments(found, *call);
  }
  return found;
}

bool mayEndSegment(const llvm::Instruction &instruction, const llvm::TargetLibraryInfo *library) {
  if (llvm::isa<llvm::IntrinsicInst>(instruction)) return false;
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const llvm::Function *callee = call->getCalledFunction();
    llvm::LibFunc known;
    if (callee && (isHook(*callee) || (library && library->getLibFunc(*callee, known)))) return false;
    return !call->onlyReadsMemory();
  }
  return instruction.isAtomic();
}

}  // namespace lockstep::instrument
