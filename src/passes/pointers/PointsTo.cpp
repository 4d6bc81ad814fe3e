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
  spread();
  reachFrames();
}

PointsTo::Cell PointsTo::make() {
  const auto cell = static_cast<Cell>(cells_.size());
  cells_.emplace_back(cell);
  return cell;
}

PointsTo::Cell PointsTo::find(Cell cell) const {
  while (cells_[cell].parent != cell) cell = cells_[cell].parent = cells_[cells_[cell].parent].parent;
  return cell;
}

PointsTo::Cell PointsTo::join(Cell one, Cell other) {
  if (one == kNone || other == kNone) return one == kNone ? other : one;
  std::vector<std::pair<Cell, Cell>> pending{{one, other}};
  while (!pending.empty()) {
    auto [into, from] = pending.back();
    pending.pop_back();
    into = find(into);
    from = find(from);
    if (into == from) continue;
    CellData gone = std::move(cells_[from]);
    cells_[from] = CellData(into);
    CellData &kept = cells_[into];
    const auto merge = [&](Cell &mine, Cell theirs) {
      if (mine != kNone && theirs != kNone) pending.emplace_back(mine, theirs);
      if (mine == kNone) mine = theirs;
    };
    merge(kept.content, gone.content);
    merge(kept.result, gone.result);
    if (kept.parameters.size() < gone.parameters.size()) kept.parameters.resize(gone.parameters.size(), kNone);
    for (std::size_t i = 0; i < gone.parameters.size(); ++i) merge(kept.parameters[i], gone.parameters[i]);
    kept.isReached |= gone.isReached;
    kept.isGiven |= gone.isGiven;
    kept.isKept |= gone.isKept;
    kept.hasFrame |= gone.hasFrame;
    if (!kept.cause) kept.cause = gone.cause;
  }
  return find(one);
}

PointsTo::Cell PointsTo::contentOf(Cell cell) {
  if (cell == kNone) return kNone;
  cell = find(cell);
  if (cells_[cell].content == kNone) {
    const Cell content = make();
    cells_[cell].content = content;
  }
  return cells_[cell].content;
}

void PointsTo::reach(Cell cell, const llvm::CallBase *cause, Keeps keeps) {
  if (cell == kNone) return;
  CellData &data = cells_[find(cell)];
  data.isReached = true;
  data.isKept |= keeps == Keeps::Yes;
  if (!data.cause) data.cause = cause;
}

void PointsTo::give(Cell cell) {
  if (cell != kNone) cells_[find(cell)].isGiven = true;
}

void PointsTo::spread() {
  std::vector<Cell> pending;
  for (Cell cell = 0; cell < cells_.size(); ++cell)
    if (cells_[cell].parent == cell && cells_[cell].isReached) pending.push_back(cell);
  while (!pending.empty()) {
    const CellData from = cells_[pending.back()];
    pending.pop_back();
    const auto follow = [&](Cell cell) {
      if (cell == kNone || (isReached(cell) && (cells_[find(cell)].isKept || !from.isKept))) return;
      reach(cell, from.cause, from.isKept ? Keeps::Yes : Keeps::No);
      pending.push_back(find(cell));
    };
    follow(from.content);
    follow(from.result);
    for (const Cell parameter : from.parameters) follow(parameter);
  }
}

void PointsTo::reachFrames() {
  const bool isOutlived = llvm::any_of(cells_, [](const CellData &cell) { return cell.hasFrame && cell.isKept; });
  if (!isOutlived) return;
  for (Cell cell = 0; cell < cells_.size(); ++cell)
    if (cells_[cell].hasFrame) reach(cell, nullptr);
  spread();
}

PointsTo::Cell PointsTo::cellOf(const llvm::Value &value) const {
  const llvm::Value *named = &value;
  while (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(named)) named = expression->getOperand(0);
  const auto known = cellOfValue_.find(named);
  return known == cellOfValue_.end() ? kNone : known->second;
}

bool PointsTo::reaches(const llvm::Value &pointer) const {
  const Cell cell = cellOf(pointer);
  return cell == kNone || isReached(cell);
}

bool PointsTo::isGiven(const llvm::Value &pointer) const {
  const Cell cell = cellOf(pointer);
  return cell == kNone || isReached(cell) || cells_[find(cell)].isGiven;
}

PointsTo::Cell PointsTo::cell(const llvm::Value &value) {
  if (!mayHoldAddress(value.getType())) return kNone;
  if (const auto known = cellOfValue_.find(&value); known != cellOfValue_.end()) return known->second;
  const auto *constant = llvm::dyn_cast<llvm::Constant>(&value);
  if (constant && !llvm::isa<llvm::GlobalVariable>(value)) return cellOfConstant(*constant);
  return cellOfValue_[&value] = make();
}

PointsTo::Cell PointsTo::cellOfConstant(const llvm::Constant &constant) {
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant)) return cell(*alias->getAliasee());
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&constant)) {
    const Cell made = cellOfValue_[function] = make();
    if (function->isDeclaration()) reach(made, nullptr);
    for (const llvm::Argument &argument : function->args()) {
      const Cell parameter = cell(argument);
      cells_[made].parameters.push_back(parameter);
    }
    const Cell result = make();
    cells_[made].result = result;
    return made;
  }
  if (llvm::isa<llvm::ConstantData, llvm::BlockAddress>(constant)) return kNone;
  Cell joined = kNone;
  for (const llvm::Use &part : constant.operands()) joined = join(joined, cell(*part.get()));
  return joined == kNone ? kNone : cellOfValue_[&constant] = joined;
}

void PointsTo::copy(const llvm::Value &from, const llvm::Value &to) { join(cell(from), cell(to)); }

void PointsTo::readGlobal(llvm::GlobalVariable &variable) {
  const Cell own = cell(variable);
  if (!variable.hasInitializer()) return reach(own, nullptr);
  if (const Cell value = cell(*variable.getInitializer()); value != kNone) join(contentOf(own), value);
}

void PointsTo::readFunction(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) read(instruction);
}

void PointsTo::read(llvm::Instruction &instruction) {
  const auto copyOperands = [&](llvm::ArrayRef<unsigned> operands) {
    for (const unsigned index : operands) copy(*instruction.getOperand(index), instruction);
  };
  const auto address = [&] { return contentOf(cell(*llvm::getLoadStorePointerOperand(&instruction))); };
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Load:
      join(address(), cell(instruction));
      return;
    case llvm::Instruction::Store:
      join(address(), cell(*instruction.getOperand(0)));
      return;
    case llvm::Instruction::AtomicRMW:
    case llvm::Instruction::AtomicCmpXchg: {
      const Cell content = contentOf(cell(*instruction.getOperand(0)));
      for (const llvm::Use &operand : llvm::drop_begin(instruction.operands())) join(content, cell(*operand.get()));
      join(content, cell(instruction));
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
      join(cells_[find(function)].result, cell(*instruction.getOperand(0)));
      return;
    }
    case llvm::Instruction::Call:
    case llvm::Instruction::Invoke:
      return readCall(llvm::cast<llvm::CallBase>(instruction));
    case llvm::Instruction::Alloca:
      cells_[find(cell(instruction))].hasFrame = true;
      return;
    default:
      break;
  }
  if (llvm::isa<llvm::CastInst>(instruction)) return copyOperands({0});
  if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    if (keepsAddress(*operation)) copyOperands({0, 1});
    return;
  }
  reach(cell(instruction), nullptr);
  for (const llvm::Use &operand : instruction.operands())
    if (operand->getType()->isPointerTy()) reach(cell(*operand.get()), nullptr);
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
    if (i >= call.getFunctionType()->getNumParams()) reach(argument, &call);  // a variadic argument
    CellData &data = cells_[find(called)];
    if (data.parameters.size() <= i) data.parameters.resize(i + 1, kNone);
    if (data.parameters[i] == kNone)
      data.parameters[i] = argument;
    else
      join(data.parameters[i], argument);
  }
  if (cells_[find(called)].result == kNone) {
    const Cell result = make();
    cells_[find(called)].result = result;
  }
  join(cells_[find(called)].result, cell(call));
}

void PointsTo::reachAll(const llvm::CallBase &call) {
  for (const llvm::Use &argument : call.args()) reach(cell(*argument.get()), &call);
  reach(cell(call), &call);
}

void PointsTo::readIntrinsic(const llvm::CallBase &call) {
  const auto content = [&](unsigned argument) { return contentOf(cell(*call.getArgOperand(argument))); };
  const auto value = [&](unsigned argument) { return cell(*call.getArgOperand(argument)); };
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memcpy_inline:
    case llvm::Intrinsic::memmove:
      join(content(0), content(1));
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
      join(join(content(0), value(3)), cell(call));
      return;
    case llvm::Intrinsic::masked_expandload:
      join(join(content(0), value(2)), cell(call));
      return;
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_scatter:
    case llvm::Intrinsic::masked_compressstore:
      join(content(1), value(0));
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
      reach(cell(*operand), &call, outlivesCall(known->info()) ? Keeps::Yes : Keeps::No);
    else if (isOwn(role))
      give(cell(*operand));
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
        if (inner.getNumArgOperands() <= i) reach(cell(*callee->getArg(i)), &call);
        continue;
      }
      copy(*inner.getCallArgOperand(i), *callee->getArg(i));
      isPassedOn.insert(inner.getCallArgOperand(i));
    }
  }
  for (const llvm::Use &argument : call.args())
    if (argument->getType()->isPointerTy() && !isPassedOn.contains(argument.get())) reach(cell(*argument.get()), &call);
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
      content = join(content, contentOf(cell(argument)));
    } else if (isPointer || (!isKnown && isAddressWide(argument.getType()))) {
      reach(cell(argument), &call, isKnown ? Keeps::No : Keeps::Yes);
      keepsSome |= isPointer;
    }
  }
  if (keepsSome && !call.onlyReadsMemory()) reach(content, &call);

  const bool isOwnMemory = call.returnDoesNotAlias() || llvm::isAllocationFn(&call, &library);
  if (const llvm::Value *same = call.getReturnedArgOperand()) return copy(*same, call);
  if (isOwnMemory) {
    join(content, contentOf(cell(call)));
  } else if (call.getType()->isPointerTy() || !isKnown) {
    reach(cell(call), &call);
  }
}

}  // namespace lockstep::passes
