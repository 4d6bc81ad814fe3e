#include "passes/instrument/accesses/Atomics.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/AtomicOrdering.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "passes/instrument/accesses/Site.h"
#include "passes/ir/OpenMpCall.h"

namespace lockstep::instrument {

namespace {

using Ordering = llvm::AtomicOrdering;

/// Instruments one atomic operation on memory.
class Instrumenter {
 public:
  Instrumenter(llvm::Instruction &instruction, llvm::Value *address, llvm::Type *type, Hooks &hooks, bool isAlwaysTold)
      : instruction_(instruction), address_(address), hooks_(hooks), isAlwaysTold_(isAlwaysTold) {
    const llvm::DataLayout &layout = instruction.getDataLayout();
    bytes_ = layout.getTypeStoreSize(type).getFixedValue();
    bits_ = llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(layout.getTypeSizeInBits(type)));
  }

  void instrument(llvm::LoadInst &load);
  void instrument(llvm::StoreInst &store);
  void instrument(llvm::AtomicRMWInst &update);
  void instrument(llvm::AtomicCmpXchgInst &exchange);

 private:
  /// Insertion point for hooks before or after the operation, reached only if the operation matters.
  llvm::Instruction *place(llvm::Instruction *next, llvm::Value *condition = nullptr);
  llvm::Instruction *before() { return place(&instruction_); }
  llvm::Instruction *behind() { return place(instruction_.getNextNode()); }
  llvm::Value *word(llvm::IRBuilderBase &builder, llvm::Value *value) const;
  void call(llvm::IRBuilderBase &builder, Hook hook, Ordering order, llvm::ArrayRef<llvm::Value *> values = {});
  void releaseFirst(Ordering order);

  llvm::Instruction &instruction_;
  llvm::Value *address_;
  Hooks &hooks_;
  bool isAlwaysTold_;
  std::uint64_t bytes_;
  llvm::Type *bits_;
};

llvm::Instruction *Instrumenter::place(llvm::Instruction *next, llvm::Value *condition) {
  llvm::IRBuilder<> builder(next);
  builder.SetCurrentDebugLocation(siteOf(instruction_));
  if (!isAlwaysTold_) {
    llvm::Value *isWatched = builder.CreateIsNotNull(hooks_.look(builder, address_));
    condition = condition ? builder.CreateAnd(isWatched, condition) : isWatched;
  }
  if (!condition) return next;
  llvm::MDNode *weights = isAlwaysTold_ ? nullptr : llvm::MDBuilder(next->getContext()).createUnlikelyBranchWeights();
  return llvm::SplitBlockAndInsertIfThen(condition, next->getIterator(), false, weights);
}

/// The low 8 bytes of a value.
llvm::Value *Instrumenter::word(llvm::IRBuilderBase &builder, llvm::Value *value) const {
  llvm::Value *bits =
      value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, bits_) : builder.CreateBitCast(value, bits_);
  return builder.CreateZExtOrTrunc(bits, builder.getInt64Ty());
}

void Instrumenter::call(llvm::IRBuilderBase &builder, Hook hook, Ordering order, llvm::ArrayRef<llvm::Value *> values) {
  builder.SetCurrentDebugLocation(siteOf(instruction_));
  llvm::SmallVector<llvm::Value *> arguments{address_, builder.getInt64(bytes_),
                                             builder.getInt64(static_cast<std::uint64_t>(llvm::toCABI(order)))};
  for (llvm::Value *value : values) arguments.push_back(word(builder, value));
  hooks_.call(builder, hook, arguments);
}

void Instrumenter::releaseFirst(Ordering order) {
  if (!llvm::isReleaseOrStronger(order)) return;
  llvm::IRBuilder<> builder(before());
  call(builder, Hook::lockstepReleasing, order);
}

void Instrumenter::instrument(llvm::LoadInst &load) {
  llvm::IRBuilder<> builder(behind());
  call(builder, Hook::lockstepAtomicLoad, load.getOrdering(), &load);
}

void Instrumenter::instrument(llvm::StoreInst &store) {
  llvm::IRBuilder<> builder(before());
  call(builder, Hook::lockstepAtomicStore, store.getOrdering(), store.getValueOperand());
}

void Instrumenter::instrument(llvm::AtomicRMWInst &update) {
  releaseFirst(update.getOrdering());
  llvm::IRBuilder<> builder(behind());
  llvm::Value *result = llvm::buildAtomicRMWValue(update.getOperation(), builder, &update, update.getValOperand());
  call(builder, Hook::lockstepAtomicUpdate, update.getOrdering(), {&update, result});
}

/// A failed exchange only reads.
void Instrumenter::instrument(llvm::AtomicCmpXchgInst &exchange) {
  releaseFirst(exchange.getSuccessOrdering());
  llvm::Instruction *next = exchange.getNextNode();
  llvm::IRBuilder<> builder(next);
  builder.SetCurrentDebugLocation(siteOf(exchange));
  llvm::Value *old = builder.CreateExtractValue(&exchange, 0);
  llvm::Value *hasSucceeded = builder.CreateExtractValue(&exchange, 1);
  llvm::Value *hasFailed = builder.CreateNot(hasSucceeded);
  llvm::IRBuilder<> updated(place(next, hasSucceeded));
  call(updated, Hook::lockstepAtomicUpdate, exchange.getSuccessOrdering(), {old, exchange.getNewValOperand()});
  llvm::IRBuilder<> loaded(place(next, hasFailed));
  call(loaded, Hook::lockstepAtomicLoad, exchange.getFailureOrdering(), old);
}

bool orders(Ordering order) { return llvm::isAcquireOrStronger(order) || llvm::isReleaseOrStronger(order); }

}  // namespace

/// OpenMP's flush is a call of its runtime library.
bool isFence(const llvm::Instruction &instruction) {
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return passes::openMpOf(*call) == passes::OpenMp::Flush;
  return llvm::isa<llvm::FenceInst>(instruction) && isAtomic(instruction);
}

bool isAtomic(const llvm::Instruction &instruction) {
  if (instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize)) return false;
  const auto isPlain = [](const auto *access) {
    return access && !llvm::isStrongerThanUnordered(access->getOrdering());
  };
  if (isPlain(llvm::dyn_cast<llvm::LoadInst>(&instruction)) || isPlain(llvm::dyn_cast<llvm::StoreInst>(&instruction)))
    return false;
  if (llvm::isa<llvm::CallInst>(instruction)) return isFence(instruction);
  const std::optional<llvm::SyncScope::ID> scope = llvm::getAtomicSyncScopeID(&instruction);
  return scope && *scope != llvm::SyncScope::SingleThread;
}

void instrumentAtomic(llvm::Instruction &instruction, Hooks &hooks, bool moduleHasFences) {
  const auto instrument = [&](auto &operation, llvm::Type *type, Ordering order) {
    if (operation.getPointerAddressSpace() != 0) return;
    Instrumenter(operation, operation.getPointerOperand(), type, hooks, moduleHasFences || orders(order))
        .instrument(operation);
  };
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    instrument(*load, load->getType(), load->getOrdering());
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    instrument(*store, store->getValueOperand()->getType(), store->getOrdering());
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    instrument(*update, update->getType(), update->getOrdering());
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    instrument(*exchange, exchange->getNewValOperand()->getType(), exchange->getMergedOrdering());
  } else if (auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    llvm::IRBuilder<> builder(fence);
    hooks.call(builder, Hook::lockstepFence,
               builder.getInt64(static_cast<std::uint64_t>(llvm::toCABI(fence->getOrdering()))));
  } else if (isFence(instruction)) {
    llvm::IRBuilder<> builder(&instruction);
    hooks.call(builder, Hook::lockstepFence,
               builder.getInt64(static_cast<std::uint64_t>(llvm::AtomicOrderingCABI::seq_cst)));
  }
}

}  // namespace lockstep::instrument
