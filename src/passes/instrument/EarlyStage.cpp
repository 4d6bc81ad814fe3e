#include "passes/instrument/EarlyStage.h"

#include <vector>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/LoopRanges.h"
#include "passes/instrument/Marks.h"
#include "passes/instrument/Site.h"

namespace lockstep::instrument {

namespace {

/// A range whose values have been computed in front of the loop.
struct Told {
  const Access *access;  // whose place it gets
  llvm::Instruction *before;
  llvm::Value *base;
  llvm::Value *stride;
  llvm::Value *count;
  std::uint64_t bytes;
};

std::optional<Told> expand(const LoopRange &range, llvm::Instruction *before, llvm::SCEVExpander &expander) {
  for (const llvm::SCEV *value : {range.base, range.stride, range.count})
    if (!expander.isSafeToExpandAt(value, before)) return std::nullopt;
  llvm::Type *number = llvm::Type::getInt64Ty(before->getContext());
  return Told{.access = &range.members.front(),
              .before = before,
              .base = expander.expandCodeFor(range.base, llvm::PointerType::getUnqual(before->getContext()), before),
              .stride = expander.expandCodeFor(range.stride, number, before),
              .count = expander.expandCodeFor(range.count, number, before),
              .bytes = range.bytes};
}

/// Whether something of it may be watched: a short one is looked up, a long one may.
llvm::Value *mayBeWatched(llvm::IRBuilderBase &builder, const Told &told, Hooks &hooks) {
  llvm::Value *rounds = builder.CreateSub(told.count, builder.getInt64(1));
  llvm::Value *last = builder.CreatePtrAdd(told.base, builder.CreateMul(rounds, told.stride));
  llvm::Value *ends = builder.CreateOr(hooks.look(builder, told.base), hooks.look(builder, last));
  const bool mayStraddle = told.access->alignment.value() < told.bytes;
  for (llvm::Value *end : {told.base, last})
    if (mayStraddle)
      ends = builder.CreateOr(ends, hooks.look(builder, builder.CreatePtrAdd(end, builder.getInt64(told.bytes - 1))));
  llvm::Value *distance = builder.CreateSub(builder.CreatePtrToInt(last, builder.getInt64Ty()),
                                            builder.CreatePtrToInt(told.base, builder.getInt64Ty()));
  llvm::Value *isLong =
      builder.CreateICmpUGT(builder.CreateAdd(distance, builder.getInt64(kPage)), builder.getInt64(2 * kPage));
  return builder.CreateOr(builder.CreateIsNotNull(ends), isLong);
}

void emit(const Told &told, Hooks &hooks) {
  llvm::IRBuilder<> builder(told.before);
  builder.SetCurrentDebugLocation(siteOf(*told.access->instruction));
  llvm::Value *isWatched = mayBeWatched(builder, told, hooks);
  llvm::Instruction *then = llvm::SplitBlockAndInsertIfThen(isWatched, told.before->getIterator(), false);
  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(siteOf(*told.access->instruction));
  const Hook hook = told.access->kind == Access::Kind::Store ? Hook::lockstepStores : Hook::lockstepLoads;
  hooks.call(builder, hook, {told.base, builder.getInt64(told.bytes), told.stride, told.count});
}

bool isReadable(const llvm::Loop &loop) { return loop.isInnermost() && loop.getLoopPreheader() && loop.getLoopLatch(); }

}  // namespace

llvm::PreservedAnalyses EarlyStage::run(llvm::Function &function, llvm::FunctionAnalysisManager &manager) {
  if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) return llvm::PreservedAnalyses::all();
  auto &evolution = manager.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto &dominators = manager.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &loopInfo = manager.getResult<llvm::LoopAnalysis>(function);
  auto &assumptions = manager.getResult<llvm::AssumptionAnalysis>(function);
  for (llvm::Loop *loop : loopInfo)  // as the vectoriser does first: loops that follow each other part
    llvm::simplifyLoop(loop, &dominators, &loopInfo, &evolution, &assumptions, nullptr, false);
  Locality locality(false);
  LoopReader reader(evolution, dominators, manager.getResult<llvm::TargetLibraryAnalysis>(function), locality);

  // Values first: while they are computed, what is known of the loops must hold.
  llvm::SCEVExpander expander(evolution, function.getDataLayout(), "lockstep");
  std::vector<LoopRanges> loops;
  std::vector<Told> all;
  for (const llvm::Loop *loop : loopInfo.getLoopsInPreorder()) {
    if (!isReadable(*loop)) continue;
    loops.push_back(reader.read(*loop));
    for (llvm::Instruction *access : loops.back().conditional) mark(*access, Mark::Conditional);
    for (const LoopRange &range : loops.back().ranges) {
      const auto told = expand(range, loop->getLoopPreheader()->getTerminator(), expander);
      if (!told) continue;
      all.push_back(*told);
      for (const Access &access : range.members) mark(*access.instruction, Mark::Covered);
    }
  }
  if (all.empty()) return llvm::PreservedAnalyses::none();

  Hooks hooks(*function.getParent());
  for (const Told &told : all) emit(told, hooks);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lockstep::instrument
