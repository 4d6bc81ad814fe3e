#include "passes/instrument/objects/Objects.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "mpi/Rma.h"
#include "mpi/Significance.h"
#include "passes/instrument/accesses/Site.h"
#include "passes/instrument/objects/ObjectTypes.h"
#include "passes/instrument/objects/TypeLayout.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/OpenMpCall.h"

namespace lockstep::instrument {

namespace {

using mpi::Role;
using Variables = llvm::SetVector<llvm::AllocaInst *>;

/// How MPI uses the memory that a value points to.
struct Use {
  bool isBuffer = false;    // its size or type matters
  bool isKept = false;      // it remains in use after the call
  bool isHandedOn = false;  // its address is stored to memory, where others may read it and pass it on

  bool add(const Use &other) {
    const Use before = *this;
    isBuffer = isBuffer || other.isBuffer;
    isKept = isKept || other.isKept;
    return before.isBuffer != isBuffer || before.isKept != isKept;
  }
};

/// The memory of windows and of nonblocking operations.
bool isKept(const mpi::RoutineInfo &routine, Role role) {
  if (role == Role::WindowBase) return true;
  const bool goesOn =
      routine.timing == mpi::Timing::Nonblocking || routine.timing == mpi::Timing::Persistent || isRma(routine.cls);
  return goesOn && mpi::isDataBuffer(role);
}

Use useBy(const mpi::RoutineInfo &routine, Role role) {
  const bool isBuffer = role == Role::WindowBase || mpi::isDataBuffer(role) || mpi::isWholeArray(role) ||
                        mpi::info(role).capture == mpi::Capture::ScalarOut;
  return {.isBuffer = isBuffer, .isKept = isKept(routine, role)};
}

/// Functions that create threads: pthreads, C11, and C++ by mangled names.
bool createsThread(const llvm::Function &callee) {
  const llvm::StringRef name = callee.getName();
  return name == "pthread_create" || name == "thrd_create" || name.starts_with("_ZNSt6threadC") ||
         name.starts_with("_ZNSt7jthreadC") || name.starts_with("_ZNSt6thread15_M_start_thread") ||
         name.starts_with("_ZSt5async");
}

/// Calls `visit(operand, use)` for the pointer operands of a call of MPI, or of a function that passes them on.
class Uses {
 public:
  explicit Uses(llvm::Module &module);

  template <class Visit>
  void forEachOperand(const llvm::CallBase &call, Visit visit) const;

 private:
  Use useOf(const llvm::Argument &argument) const;
  bool isHandedOnBy(const llvm::CallBase &call, const llvm::Value &value) const;

  llvm::DenseMap<const llvm::Argument *, Use> known_;  // by parameter
  llvm::DenseSet<const llvm::Argument *> handedOn_;
};

template <class Visit>
void Uses::forEachOperand(const llvm::CallBase &call, Visit visit) const {
  if (const auto mpiCall = passes::MpiCall::of(call)) {
    for (std::size_t i = 0; i < mpiCall->info().arity; ++i) {
      const llvm::Value *operand = mpiCall->operand(i);
      const Use use = useBy(mpiCall->info(), mpiCall->info().args()[i].role);
      if (use.isBuffer && operand && operand->getType()->isPointerTy()) visit(*operand, use);
    }
    return;
  }
  const llvm::Function *callee = passes::calledFunction(call);
  if (const passes::ParallelRegion region = passes::parallelRegionOf(call); region.body) {
    for (const llvm::Argument &parameter : region.body->args()) {
      const llvm::Value *passed = region.passedFor(call, parameter.getArgNo());
      if (!passed) continue;
      if (const auto known = known_.find(&parameter); known != known_.end())
        visit(*passed, known->second);
      else if (handedOn_.contains(&parameter))
        visit(*passed, Use{});
    }
    return;
  }
  if (!callee || callee->isDeclaration()) return;
  for (unsigned i = 0; i < call.arg_size() && i < callee->arg_size(); ++i)
    if (const auto known = known_.find(callee->getArg(i)); known != known_.end())
      visit(*call.getArgOperand(i), known->second);
}

bool Uses::isHandedOnBy(const llvm::CallBase &call, const llvm::Value &value) const {
  const llvm::Function *callee = passes::calledFunction(call);
  if (!callee) return false;
  for (unsigned i = 0; i < call.arg_size() && i < callee->arg_size(); ++i)
    if (call.getArgOperand(i) == &value && handedOn_.contains(callee->getArg(i))) return true;
  return false;
}

/// Traces the parameter to its uses, also through variables to which it is stored.
Use Uses::useOf(const llvm::Argument &argument) const {
  constexpr std::size_t kMostValues = 200;
  llvm::SetVector<const llvm::Value *> values;
  values.insert(&argument);
  Use use;
  for (std::size_t i = 0; i < values.size() && i < kMostValues; ++i) {
    for (const llvm::User *user : values[i]->users()) {
      if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst, llvm::CastInst>(user)) {
        values.insert(user);
      } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        const auto *slot = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
        if (store->getValueOperand() != values[i]) continue;
        if (!slot || slot->getAllocatedType()->isAggregateType()) {  // data of a task or thread
          use.isHandedOn = true;
          continue;
        }
        for (const llvm::User *other : slot->users())
          if (llvm::isa<llvm::LoadInst>(other)) values.insert(other);
      } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
        forEachOperand(*call, [&](const llvm::Value &operand, const Use &by) {
          if (&operand == values[i]) use.add(by);
        });
        use.isHandedOn = use.isHandedOn || isHandedOnBy(*call, *values[i]);
      }
    }
  }
  return use;
}

Uses::Uses(llvm::Module &module) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (const llvm::Function &function : module)
      for (const llvm::Argument &argument : function.args()) {
        if (function.isDeclaration() || !argument.getType()->isPointerTy()) continue;
        const Use use = useOf(argument);
        if (use.isHandedOn && handedOn_.insert(&argument).second) isChanged = true;
        if (use.isBuffer && known_[&argument].add(use)) isChanged = true;
      }
  }
}

/// Variables whose addresses the function stores somewhere: a loaded pointer may point to one of them.
Variables keptVariables(llvm::Function &function) {
  constexpr std::size_t kMost = 8;
  Variables kept;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (!store || !store->getValueOperand()->getType()->isPointerTy() || kept.size() == kMost) continue;
    auto *object = const_cast<llvm::Value *>(llvm::getUnderlyingObject(store->getValueOperand()));
    if (auto *slot = llvm::dyn_cast<llvm::AllocaInst>(object); slot && slot->isStaticAlloca()) kept.insert(slot);
  }
  return kept;
}

class FunctionObjects {
 public:
  FunctionObjects(llvm::Function &function, const Uses &uses, const passes::PointsTo *reach, LayoutConstants &layouts,
                  Hooks &hooks)
      : function_(function), uses_(uses), reach_(reach), layouts_(layouts), hooks_(hooks) {}

  void tell();

 private:
  Variables variablesOf(const llvm::CallBase &call);
  Variables variablesForThread(const llvm::CallBase &call);
  void lend(llvm::CallBase &call, const Variables &variables);
  void tellBlock(llvm::CallBase &call, const Allocation &allocation);
  void tellLeaving(llvm::AllocaInst &variable);
  void tellUnused(llvm::CallBase &call);
  llvm::Value *sizeOf(llvm::IRBuilderBase &builder, const llvm::AllocaInst &variable) const;
  llvm::Constant *layoutOf(const llvm::Instruction &object);

  llvm::Function &function_;
  const Uses &uses_;
  const passes::PointsTo *reach_;
  LayoutConstants &layouts_;
  Hooks &hooks_;
  bool isThere(const llvm::AllocaInst &variable, const llvm::Instruction &end);

  std::optional<llvm::DominatorTree> dominators_;
  std::optional<Variables> kept_;
  Variables lasting_;  // used by a window, or by an operation that may be pending
};

/// The instruction after a call on its normal path; null if that is not unique.
llvm::Instruction *behind(llvm::CallBase &call) {
  if (auto *plain = llvm::dyn_cast<llvm::CallInst>(&call))
    return plain->isMustTailCall() ? nullptr : plain->getNextNode();
  auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (!invoke || !invoke->getNormalDest()->getSinglePredecessor()) return nullptr;
  return &*invoke->getNormalDest()->getFirstInsertionPt();
}

llvm::Value *FunctionObjects::sizeOf(llvm::IRBuilderBase &builder, const llvm::AllocaInst &variable) const {
  const llvm::DataLayout &layout = function_.getDataLayout();
  llvm::Value *one = builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType()).getFixedValue());
  auto *count = const_cast<llvm::Value *>(variable.getArraySize());
  return builder.CreateMul(one, builder.CreateZExtOrTrunc(count, builder.getInt64Ty()));
}

llvm::Constant *FunctionObjects::layoutOf(const llvm::Instruction &object) {
  const NotedType noted = notedType(object);
  llvm::Constant *layout = noted.type ? layouts_.of(noted.type, noted.isMixed) : nullptr;
  return layout ? layout : llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(function_.getContext()));
}

/// The creator of a thread may pass it the address of any variable that the function has stored somewhere.
Variables FunctionObjects::variablesForThread(const llvm::CallBase &call) {
  if (!kept_) kept_ = keptVariables(function_);
  Variables variables = *kept_;
  for (const llvm::Use &operand : call.args()) {
    llvm::SmallVector<const llvm::Value *, 4> objects;
    if (operand->getType()->isPointerTy()) llvm::getUnderlyingObjects(operand.get(), objects, nullptr, 0);
    for (const llvm::Value *object : objects) {
      auto *slot = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value *>(object));
      if (slot && slot->isStaticAlloca() && !slot->getAllocatedType()->isScalableTy()) variables.insert(slot);
    }
  }
  return variables;
}

Variables FunctionObjects::variablesOf(const llvm::CallBase &call) {
  if (const llvm::Function *callee = passes::calledFunction(call); callee && createsThread(*callee))
    return variablesForThread(call);
  Variables variables;
  uses_.forEachOperand(call, [&](const llvm::Value &operand, const Use &use) {
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(&operand, objects, nullptr, 0);
    for (const llvm::Value *object : objects) {
      auto *slot = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value *>(object));
      const bool isHere = slot && (slot->isStaticAlloca() || objects.size() == 1);
      if (isHere && !slot->getAllocatedType()->isScalableTy()) variables.insert(slot);
      if (slot && use.isKept) lasting_.insert(slot);
      if (slot || llvm::isa<llvm::Constant>(object)) continue;
      if (!kept_) kept_ = keptVariables(function_);
      variables.insert(kept_->begin(), kept_->end());
    }
  });
  return variables;
}

void FunctionObjects::lend(llvm::CallBase &call, const Variables &variables) {
  llvm::Instruction *next = behind(call);
  if (!next || variables.empty()) return;
  llvm::IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  for (llvm::AllocaInst *variable : variables)
    hooks_.call(builder, Hook::lockstepLend, {variable, sizeOf(builder, *variable), layoutOf(*variable)});
  builder.SetInsertPoint(next);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  hooks_.call(builder, Hook::lockstepTakeBack, {builder.getInt64(variables.size())});
}

/// The result is never read: it is dropped, or only stored to a variable that is never read.
bool isResultUnused(const llvm::CallBase &call) {
  if (!call.getType()->isIntegerTy(32)) return false;
  return llvm::all_of(call.users(), [&](const llvm::User *user) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    const auto *slot = store ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()) : nullptr;
    return slot && llvm::all_of(slot->users(), [&](const llvm::User *use) {
             const auto *other = llvm::dyn_cast<llvm::StoreInst>(use);
             return (other && other->getPointerOperand() == slot) || llvm::isa<llvm::LifetimeIntrinsic>(use);
           });
  });
}

void FunctionObjects::tellUnused(llvm::CallBase &call) {
  const auto mpiCall = passes::MpiCall::of(call);
  if (!mpiCall || !isResultUnused(call)) return;
  llvm::IRBuilder<> builder(&call);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  hooks_.call(builder, Hook::lockstepUnused, {builder.getInt64(static_cast<std::uint64_t>(mpiCall->info().routine))});
}

void FunctionObjects::tellBlock(llvm::CallBase &call, const Allocation &allocation) {
  llvm::Instruction *next = behind(call);
  if (!next || (reach_ && !reach_->isGiven(call))) return;
  llvm::IRBuilder<> builder(next);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  auto *size = const_cast<llvm::Value *>(allocation.size);
  if (allocation.times) size = builder.CreateMul(size, const_cast<llvm::Value *>(allocation.times));
  hooks_.call(builder, Hook::lockstepAllocated, {&call, size, layoutOf(call)});
}

/// A variable of dynamic size exists only on paths through its alloca.
bool FunctionObjects::isThere(const llvm::AllocaInst &variable, const llvm::Instruction &end) {
  if (variable.isStaticAlloca()) return true;
  if (!dominators_) dominators_.emplace(function_);
  return dominators_->dominates(&variable, &end);
}

/// Reports the end of the variable's scope, if the optimizer has kept it, otherwise the return of its function.
/// Variables of main live to the end of the program.
void FunctionObjects::tellLeaving(llvm::AllocaInst &variable) {
  llvm::SmallVector<llvm::Instruction *> ends;
  for (llvm::User *user : variable.users())
    if (auto *end = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user);
        end && end->getIntrinsicID() == llvm::Intrinsic::lifetime_end)
      ends.push_back(end);
  const bool isMain = function_.getName() == "main" || function_.getName() == "_QQmain";
  if (ends.empty() && !isMain)
    for (llvm::BasicBlock &block : function_)
      if (llvm::isa<llvm::ReturnInst>(block.getTerminator()) && isThere(variable, *block.getTerminator()))
        ends.push_back(block.getTerminator());
  for (llvm::Instruction *end : ends) {
    llvm::IRBuilder<> builder(end);
    builder.SetCurrentDebugLocation(siteOf(*end));
    hooks_.call(builder, Hook::lockstepLeft, {&variable, sizeOf(builder, variable)});
  }
}

void FunctionObjects::tell() {
  llvm::SmallVector<llvm::CallBase *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function_))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) calls.push_back(call);
  for (llvm::CallBase *call : calls) {
    if (const Allocation allocation = allocationOf(*call); allocation.size)
      tellBlock(*call, allocation);
    else
      lend(*call, variablesOf(*call));
    tellUnused(*call);
  }
  for (llvm::AllocaInst *variable : lasting_) tellLeaving(*variable);
}

/// Whether the linker cannot replace this definition.
bool isFinal(const llvm::GlobalVariable &variable) {
  if (variable.isDeclaration() || variable.isThreadLocal() || variable.isInterposable()) return false;
  if (variable.hasAvailableExternallyLinkage() || variable.hasAppendingLinkage()) return false;
  return !(variable.hasLocalLinkage() && variable.hasComdat()) && !variable.getName().starts_with("llvm.");
}

void tellGlobals(llvm::Module &module, const passes::PointsTo *reach, LayoutConstants &layouts) {
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *number = llvm::Type::getInt64Ty(context);
  llvm::SmallVector<llvm::Constant *> all;
  llvm::SmallVector<llvm::GlobalVariable *> variables;
  for (llvm::GlobalVariable &variable : module.globals()) variables.push_back(&variable);
  for (llvm::GlobalVariable *variable : variables) {
    if (!isFinal(*variable) || !variable->hasMetadata(llvm::LLVMContext::MD_dbg)) continue;
    if (!variable->getValueType()->isSized() || (reach && !reach->isGiven(*variable))) continue;
    const std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue();
    const llvm::DIType *type = typeOf(*variable);
    const bool isWhole = type && bytesOf(type) == bytes;
    llvm::Constant *layout = isWhole ? layouts.of(type) : nullptr;
    if (bytes == 0) continue;
    all.push_back(llvm::ConstantStruct::getAnon(
        {variable, llvm::ConstantInt::get(number, bytes), layout ? layout : llvm::ConstantPointerNull::get(pointer)}));
  }
  if (all.empty()) return;
  auto *type = llvm::ArrayType::get(all.front()->getType(), all.size());
  auto *table = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::PrivateLinkage,
                                         llvm::ConstantArray::get(type, all), "lockstep.globals");
  table->setSection("lockstep_globals");
  table->setAlignment(llvm::Align(8));
  llvm::appendToUsed(module, {table});
}

}  // namespace

void tellObjects(llvm::Module &module, bool isOptimized, const Exclusion &exclusion, const passes::PointsTo *reach,
                 Hooks &hooks) {
  LayoutConstants layouts(module);
  const Uses uses(module);
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.hasAvailableExternallyLinkage() || exclusion.covers(function)) continue;
    if (!isOptimized) noteTypes(function);
    FunctionObjects(function, uses, reach, layouts, hooks).tell();
  }
  tellGlobals(module, reach, layouts);
}

}  // namespace lockstep::instrument
