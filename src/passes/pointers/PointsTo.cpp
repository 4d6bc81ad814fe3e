#include "passes/pointers/PointsTo.h"

#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/IR/AbstractCallSite.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BuildLibCalls.h>

#include "mpi/Rma.h"
#include "mpi/Significance.h"
#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

namespace {

/// Whether a value of the type may contain an address, or a part of one.
bool mayHoldAddress(llvm::Type *type) {
  if (const auto *vector = llvm::dyn_cast<llvm::VectorType>(type)) return mayHoldAddress(vector->getElementType());
  if (const auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) return mayHoldAddress(array->getElementType());
  if (const auto *record = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::any_of(record->elements(), mayHoldAddress);
  return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() > 1);
}

bool isAddressWide(llvm::Type *type) { return type->getScalarType()->isIntegerTy(64); }

bool isFromPointer(const llvm::Value *value) { return llvm::isa<llvm::PtrToIntOperator>(value); }

/// Whether the result may be an address if an operand is one; the difference of two pointers is not.
bool keepsAddress(const llvm::BinaryOperator &operation) {
  using Operation = llvm::Instruction;
  if (!isAddressWide(operation.getType())) return false;
  switch (operation.getOpcode()) {
    case Operation::Sub:
      return !isFromPointer(operation.getOperand(0)) || !isFromPointer(operation.getOperand(1));
    case Operation::Add:
    case Operation::And:
    case Operation::Or:
    case Operation::Xor:
    case Operation::Shl:
    case Operation::LShr:
      return true;
    default:
      return false;
  }
}

/// Whether the argument is a buffer, or returns the address of one.
bool isMemory(mpi::Role role) {
  const mpi::RoleInfo &info = mpi::info(role);
  const bool isFollowed = info.capture == mpi::Capture::Scalar || info.capture == mpi::Capture::AddressOut ||
                          info.capture == mpi::Capture::Opaque;
  return isFollowed && info.type.find('*') != std::string_view::npos;
}

/// An array of counts, displacements or types, which a pending operation continues to read.
bool isReadOn(const mpi::RoutineInfo &routine, mpi::Role role) {
  return outlivesCall(routine) && mpi::info(role).name.ends_with("PerRank");
}

/// An array or a result variable, whose size matters only during the call.
bool isOwn(mpi::Role role) { return mpi::isWholeArray(role) || mpi::info(role).capture == mpi::Capture::ScalarOut; }

/// Whether it allocates memory and returns it through its first argument.
bool isMemalign(const llvm::Function &function) { return function.getName() == "posix_memalign"; }

/// Whether the call neither dereferences nor returns pointers, such as the instrumentation hooks.
bool isHarmless(const llvm::CallBase &call) {
  return call.getType()->isVoidTy() && (call.doesNotAccessMemory() || call.onlyAccessesInaccessibleMemory());
}

}  // namespace

PointsTo::PointsTo(llvm::Module &module, LibraryOf libraryOf) : libraryOf_(libraryOf) {
  for (llvm::GlobalVariable &variable : module.globals()) readGlobal(variable);
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) readFunction(function);
  cells_.spread();
  cells_.reachOutlivedFrames();
}

PointsTo::Cell PointsTo::cellOf(const llvm::Value &value) const {
  const llvm::Value *named = &value;
  while (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(named)) named = expression->getOperand(0);
  const auto known = cellOfValue_.find(named);
  return known == cellOfValue_.end() ? kNone : known->second;
}

bool PointsTo::reaches(const llvm::Value &pointer) const {
  const Cell cell = cellOf(pointer);
  return cell == kNone || cells_.isReached(cell);
}

bool PointsTo::isGiven(const llvm::Value &pointer) const {
  const Cell cell = cellOf(pointer);
  return cell == kNone || cells_.isReached(cell) || cells_.isGiven(cell);
}

PointsTo::Cell PointsTo::cell(const llvm::Value &value) {
  if (!mayHoldAddress(value.getType())) return kNone;
  if (const auto known = cellOfValue_.find(&value); known != cellOfValue_.end()) return known->second;
  const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (constant && !llvm::isa<llvm::GlobalVariable>(value)) return cellOfConstant(*constant);
  return cellOfValue_[&value] = cells_.make();
}

PointsTo::Cell PointsTo::cellOfConstant(const llvm::Constant &constant) {
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) return cell(*alias->getAliasee());
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&constant)) {
    const Cell made = cellOfValue_[function] = cells_.make();
    if (function->isDeclaration()) cells_.reach(made, nullptr);
    for (const llvm::Argument &argument : function->args())
      cells_.passArgument(made, argument.getArgNo(), cell(argument));
    cells_.resultOf(made);
    return made;
  }
  if (llvm::isa<llvm::ConstantData, llvm::BlockAddress>(constant)) return kNone;
  Cell joined = kNone;
  for (const llvm::Use &part : constant.operands()) joined = cells_.join(joined, cell(*part.get()));
  return joined == kNone ? kNone : cellOfValue_[&constant] = joined;
}

void PointsTo::copy(const llvm::Value &from, const llvm::Value &to) { cells_.join(cell(from), cell(to)); }

void PointsTo::readGlobal(llvm::GlobalVariable &variable) {
  const Cell own = cell(variable);
  if (!variable.hasInitializer()) return cells_.reach(own, nullptr);
  if (const Cell value = cell(*variable.getInitializer()); value != kNone) cells_.join(cells_.contentOf(own), value);
}

void PointsTo::readFunction(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) read(instruction);
}

void PointsTo::read(llvm::Instruction &instruction) {
  const auto copyOperands = [&](llvm::ArrayRef<unsigned> operands) {
    for (const unsigned index : operands) copy(*instruction.getOperand(index), instruction);
  };
  const auto address = [&] { return cells_.contentOf(cell(*llvm::getLoadStorePointerOperand(&instruction))); };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Load:
      cells_.join(address(), cell(instruction));
      return;
    case llvm::Instruction::Store:
      cells_.join(address(), cell(*instruction.getOperand(0)));
      return;
    case llvm::Instruction::AtomicRMW:
    case llvm::Instruction::AtomicCmpXchg: {
      const Cell content = cells_.contentOf(cell(*instruction.getOperand(0)));
      for (const llvm::Use &operand : llvm::drop_begin(instruction.operands()))
        cells_.join(content, cell(*operand.get()));
      cells_.join(content, cell(instruction));
      return;
    }
    case llvm::Instruction::GetElementPtr:
      if (llvm::isa<llvm::ConstantPointerNull>(instruction.getOperand(0))) return copyOperands({1});
      return copyOperands({0});
    case llvm::Instruction::ExtractElement:
      return copyOperands({0});
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
      return copyOperands({0, 1});
    case llvm::Instruction::Select:
      return copyOperands({1, 2});
    case llvm::Instruction::PHI:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
      for (const llvm::Use &operand : instruction.operands()) copy(*operand.get(), instruction);
      return;
    case llvm::Instruction::Ret: {
      if (instruction.getNumOperands() == 0) return;
      const Cell function = cell(*instruction.getFunction());
      cells_.join(cells_.resultOf(function), cell(*instruction.getOperand(0)));
      return;
    }
    case llvm::Instruction::Call:
    case llvm::Instruction::Invoke:
      return readCall(llvm::cast<llvm::CallBase>(instruction));
    case llvm::Instruction::Alloca:
      cells_.addFrame(cell(instruction));
      return;
    default:
      break;
  }
  if (llvm::isa<llvm::CastInst>(instruction)) return copyOperands({0});
  if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (keepsAddress(*operation)) copyOperands({0, 1});
    return;
  }
  cells_.reach(cell(instruction), nullptr);
  for (const llvm::Use &operand : instruction.operands())
    if (operand->getType()->isPointerTy()) cells_.reach(cell(*operand.get()), nullptr);
}

void PointsTo::readCall(llvm::CallBase &call) {
  llvm::Function *callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts());
  if (!callee || !callee->isDeclaration()) return readInside(call);
  if (callee->isIntrinsic()) return readIntrinsic(call);
  if (readMpi(call) || readCallbacks(call)) return;
  readOutside(call, *callee);
}

/// The parameters of all possible targets of the called pointer share one list.
void PointsTo::readInside(const llvm::CallBase &call) {
  if (call.isInlineAsm()) return reachAll(call);
  const Cell called = cell(*call.getCalledOperand());
  if (called == kNone) return reachAll(call);
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const Cell argument = cell(*call.getArgOperand(i));
    if (i >= call.getFunctionType()->getNumParams()) cells_.reach(argument, &call);  // of a variable number
    cells_.passArgument(called, i, argument);
  }
  cells_.join(cells_.resultOf(called), cell(call));
}

void PointsTo::reachAll(const llvm::CallBase &call) {
  for (const llvm::Use &argument : call.args()) cells_.reach(cell(*argument.get()), &call);
  cells_.reach(cell(call), &call);
}

void PointsTo::readIntrinsic(const llvm::CallBase &call) {
  const auto content = [&](unsigned argument) { return cells_.contentOf(cell(*call.getArgOperand(argument))); };
  const auto value = [&](unsigned argument) { return cell(*call.getArgOperand(argument)); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
      cells_.join(content(0), content(1));
      return;
    case llvm::Intrinsic::memset:
    case llvm::Intrinsic::memset_inline:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::prefetch:
      return;
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_gather:
      cells_.join(cells_.join(content(0), value(3)), cell(call));
      return;
    case llvm::Intrinsic::masked_expandload:
      cells_.join(cells_.join(content(0), value(2)), cell(call));
      return;
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_scatter:
    case llvm::Intrinsic::masked_compressstore:
      cells_.join(content(1), value(0));
      return;
    default:
      break;
  }
  if (llvm::isa<llvm::DbgInfoIntrinsic>(call)) return;
  if (!call.doesNotAccessMemory()) return reachAll(call);
  for (const llvm::Use &argument : call.args()) copy(*argument.get(), call);
}

bool PointsTo::readMpi(const llvm::CallBase &call) {
  const std::optional<MpiCall> known = MpiCall::of(call);
  if (!known) return false;
  for (std::size_t i = 0; i < known->info().arity; ++i) {
    const llvm::Value *operand = known->operand(i);
    if (!operand) continue;
    const mpi::Role role = known->info().args()[i].role;
    if (isMemory(role) || isReadOn(known->info(), role))
      cells_.reach(cell(*operand), &call,
                   outlivesCall(known->info()) ? MemoryCells::Keeps::Yes : MemoryCells::Keeps::No);
    else if (isOwn(role))
      cells_.give(cell(*operand));
  }
  return true;
}

/// Functions that call a function argument with arguments that they are passed: parallel regions, threads.
bool PointsTo::readCallbacks(const llvm::CallBase &call) {
  llvm::SmallVector<const llvm::Use *, 4> uses;
  llvm::AbstractCallSite::getCallbackUses(call, uses);
  if (uses.empty()) return false;
  llvm::SmallPtrSet<const llvm::Value *, 8> isPassedOn;
  for (const llvm::Use *use : uses) {
    const llvm::AbstractCallSite inner(use);
    llvm::Function *callee = inner ? inner.getCalledFunction() : nullptr;
    if (!callee || callee->isDeclaration()) return false;
    isPassedOn.insert(use->get());
    for (unsigned i = 0; i < callee->arg_size(); ++i) {
      const bool isTold = i < inner.getNumArgOperands() && inner.getCallArgOperand(i);
      if (!isTold) {
        if (inner.getNumArgOperands() <= i) cells_.reach(cell(*callee->getArg(i)), &call);
        continue;
      }
      copy(*inner.getCallArgOperand(i), *callee->getArg(i));
      isPassedOn.insert(inner.getCallArgOperand(i));
    }
  }
  for (const llvm::Use &argument : call.args())
    if (argument->getType()->isPointerTy() && !isPassedOn.contains(argument.get()))
      cells_.reach(cell(*argument.get()), &call);
  return true;
}

/// Arguments that the callee may keep are reached. It may copy between the others.
void PointsTo::readOutside(const llvm::CallBase &call, llvm::Function &callee) {
  if (isHarmless(call)) return;
  const llvm::TargetLibraryInfo &library = libraryOf_(callee);
  llvm::LibFunc function{};
  const bool isKnown = library.getLibFunc(callee, function) && library.has(function);
  if (isKnown) llvm::inferNonMandatoryLibFuncAttrs(callee, library);
  if (isMemalign(callee) || llvm::getFreedOperand(&call, &library)) return;

  Cell content = kNone;
  bool keepsSome = false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const llvm::Value &argument = *call.getArgOperand(i);
    const bool isPointer = argument.getType()->isPointerTy();
    if (isPointer && call.doesNotCapture(i)) {
      content = cells_.join(content, cells_.contentOf(cell(argument)));
    } else if (isPointer || (!isKnown && isAddressWide(argument.getType()))) {
      cells_.reach(cell(argument), &call, isKnown ? MemoryCells::Keeps::No : MemoryCells::Keeps::Yes);
      keepsSome |= isPointer;
    }
  }
  if (keepsSome && !call.onlyReadsMemory()) cells_.reach(content, &call);

  const bool isOwnMemory = call.returnDoesNotAlias() || llvm::isAllocationFn(&call, &library);
  if (const llvm::Value *same = call.getReturnedArgOperand()) return copy(*same, call);
  if (isOwnMemory) {
    cells_.join(content, cells_.contentOf(cell(call)));
  } else if (call.getType()->isPointerTy() || !isKnown) {
    cells_.reach(cell(call), &call);
  }
}

}  // namespace lockstep::passes
