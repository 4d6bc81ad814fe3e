#include "passes/instrument/EarlyStage.h"

#include <optional>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopAccessAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopVersioning.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "passes/instrument/Hooks.h"
#include "passes/instrument/accesses/AccessMetadata.h"
#include "passes/instrument/accesses/Site.h"
#include "passes/instrument/loops/IndexedAccesses.h"
#include "passes/instrument/loops/Inspector.h"
#include "passes/instrument/loops/LoopRanges.h"

namespace lockstep::instrument {

namespace {

/// A range whose values have been computed before the loop.
struct Told {
  struct Dimension {
    llvm::Value *stride;
    llvm::Value *count;
  };

  const LoopRange *range;
  llvm::Instruction *before;
  llvm::Value *base;
  llvm::SmallVector<Dimension, 2> dimensions;                      // within a row, and the rows if there are any
  const Access &access() const { return range->members.front(); }  // provides the source location
};

std::optional<Told> expand(const LoopRange &range, llvm::SCEVExpander &expander) {
  llvm::Instruction *before = range.loop->getLoopPreheader()->getTerminator();
  for (const llvm::SCEV *value : {range.base, range.stride, range.count, range.rowStride, range.rowCount})
    if (value && !expander.isSafeToExpandAt(value, before)) return std::nullopt;
  llvm::Type *number = llvm::Type::getInt64Ty(before->getContext());
  llvm::Type *pointer = llvm::PointerType::getUnqual(before->getContext());
  Told told{
      .range = &range, .before = before, .base = expander.expandCodeFor(range.base, pointer, before), .dimensions = {}};
  const auto add = [&](const llvm::SCEV *stride, const llvm::SCEV *count) {
    told.dimensions.push_back(
        {expander.expandCodeFor(stride, number, before), expander.expandCodeFor(count, number, before)});
  };
  add(range.stride, range.count);
  if (range.rowCount) add(range.rowStride, range.rowCount);
  return told;
}

/// Whether part of it may be watched: a short range is looked up at its ends, rows at the four corners; a long range
/// always may be.
llvm::Value *mayBeWatched(llvm::IRBuilderBase &builder, const Told &told, Hooks &hooks) {
  llvm::SmallVector<llvm::Value *, 8> corners{told.base};
  llvm::Value *extent = builder.getInt64(0);
  for (const Told::Dimension &dimension : told.dimensions) {
    llvm::Value *rounds = builder.CreateSub(dimension.count, builder.getInt64(1));
    llvm::Value *distance = builder.CreateMul(rounds, dimension.stride);
    for (std::size_t i = corners.size(); i-- > 0;) corners.push_back(builder.CreatePtrAdd(corners[i], distance));
    extent = builder.CreateAdd(extent,
                               builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, distance, builder.getInt1(false)));
  }
  if (told.access().alignment.value() < told.range->bytes)
    for (std::size_t i = corners.size(); i-- > 0;)
      corners.push_back(builder.CreatePtrAdd(corners[i], builder.getInt64(told.range->bytes - 1)));
  llvm::Value *any = hooks.look(builder, corners.front());
  for (llvm::Value *corner : llvm::drop_begin(corners)) any = builder.CreateOr(any, hooks.look(builder, corner));
  return builder.CreateOr(builder.CreateIsNotNull(any), builder.CreateICmpUGT(extent, builder.getInt64(kPage)));
}

Hook hookOf(const Told &told) {
  const bool isStore = told.access().kind == Access::Kind::Store;
  if (told.dimensions.size() > 1) return isStore ? Hook::lockstepStoreRows : Hook::lockstepLoadRows;
  return isStore ? Hook::lockstepStores : Hook::lockstepLoads;
}

/// The place at which all conditions of the range hold.
llvm::Instruction *underConditions(const Told &told) {
  llvm::IRBuilder<> builder(told.before);
  llvm::Value *all = nullptr;
  for (const auto &[value, isMet] : told.range->conditions) {
    llvm::Value *one = builder.CreateXor(builder.CreateFreeze(value), builder.getInt1(!isMet));
    all = all ? builder.CreateAnd(all, one) : one;
  }
  return all ? llvm::SplitBlockAndInsertIfThen(all, told.before->getIterator(), false) : told.before;
}

void emit(const Told &told, Hooks &hooks) {
  llvm::Instruction *before = underConditions(told);
  llvm::IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(siteOf(*told.access().instruction));
  llvm::Value *isWatched = mayBeWatched(builder, told, hooks);
  llvm::Instruction *then = llvm::SplitBlockAndInsertIfThen(isWatched, before->getIterator(), false);
  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(siteOf(*told.access().instruction));
  llvm::SmallVector<llvm::Value *> arguments{told.base, builder.getInt64(told.range->bytes)};
  for (const auto &[stride, count] : told.dimensions) arguments.append({stride, count});
  hooks.call(builder, hookOf(told), arguments);
}

/// A conditional inner loop leaves a counter of the outer loop in two branches, as two additions of which one is
/// executed. Merging them makes the trip count of the outer loop known.
void uniteCounters(const llvm::Loop &loop, llvm::ScalarEvolution &evolution, llvm::SCEVExpander &expander) {
  llvm::BasicBlock *latch = loop.getLoopLatch();
  if (!latch || latch == loop.getHeader()) return;
  for (llvm::PHINode &join : llvm::make_early_inc_range(latch->phis())) {
    if (!join.getType()->isIntegerTy()) continue;
    const llvm::SCEV *value = evolution.getSCEV(join.getIncomingValue(0));
    const auto isSame = [&](llvm::Value *incoming) { return evolution.getSCEV(incoming) == value; };
    llvm::Instruction *place = &*latch->getFirstInsertionPt();
    if (!llvm::all_of(join.incoming_values(), isSame) || !expander.isSafeToExpandAt(value, place)) continue;
    llvm::Value *united = expander.expandCodeFor(value, join.getType(), place);
    evolution.forgetValue(&join);
    evolution.forgetLoop(&loop);
    join.replaceAllUsesWith(united);
    join.eraseFromParent();
  }
}

constexpr std::size_t kLargestTwin = 400;  // instructions

bool canHaveTwin(const llvm::Loop &loop) {
  std::size_t size = 0;
  for (const llvm::BasicBlock *block : loop.blocks()) size += block->size();
  const llvm::Function &function = *loop.getHeader()->getParent();
  return loop.isInnermost() && loop.isLoopSimplifyForm() && loop.isSafeToClone() && !function.hasOptSize() &&
         size <= kLargestTwin;
}

/// Duplicates a loop with irregular accesses; the original is the version that follows the inspector.
void addTwin(const IndexedLoop &indexed, llvm::FunctionAnalysisManager &manager, Hooks &hooks) {
  llvm::Function &function = *indexed.loop->getHeader()->getParent();
  auto &evolution = manager.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const llvm::LoopAccessInfo &accesses = manager.getResult<llvm::LoopAccessAnalysis>(function).getInfo(*indexed.loop);
  llvm::BasicBlock *before = indexed.loop->getLoopPreheader();
  llvm::LoopVersioning(accesses, {}, indexed.loop, &manager.getResult<llvm::LoopAnalysis>(function),
                       &manager.getResult<llvm::DominatorTreeAnalysis>(function), &evolution)
      .versionLoop();
  evolution.forgetTopmostLoop(indexed.loop);
  auto *branch = llvm::cast<llvm::BranchInst>(before->getTerminator());
  llvm::IRBuilder<> builder(branch);
  llvm::Value *any = nullptr;
  for (llvm::Value *object : indexed.objects) {
    llvm::Value *one = hooks.look(builder, object);
    any = any ? builder.CreateOr(any, one) : one;
  }
  branch->setCondition(builder.CreateIsNull(any));
}

/// The outermost enclosing loop that certainly does not end the segment.
const llvm::Loop &nestOf(const llvm::Loop &loop, const LoopReader &reader) {
  const llvm::Loop *nest = &loop;
  while (nest->getParentLoop() && reader.countOf(*nest->getParentLoop())) nest = nest->getParentLoop();
  return *nest;
}

/// The loops with irregular accesses, each duplicated.
std::vector<IndexedLoop> addTwins(llvm::Function &function, const LoopReader &reader, Locality &locality,
                                  llvm::FunctionAnalysisManager &manager, Hooks &hooks) {
  IndexReader indices(manager.getResult<llvm::ScalarEvolutionAnalysis>(function),
                      manager.getResult<llvm::DominatorTreeAnalysis>(function),
                      manager.getResult<llvm::AAManager>(function), locality);
  std::vector<IndexedLoop> all;
  for (llvm::Loop *loop : manager.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (canHaveTwin(*loop) && reader.countOf(*loop))
      if (IndexedLoop found = indices.read(*loop); !found.accesses.empty()) all.push_back(std::move(found));
  for (const IndexedLoop &one : all) addTwin(one, manager, hooks);
  return all;
}

std::vector<Inspector> makeInspectors(std::vector<IndexedLoop> loops, const LoopReader &reader,
                                      llvm::ScalarEvolution &evolution, llvm::SCEVExpander &expander) {
  std::vector<Inspector> made;
  for (IndexedLoop &indexed : loops) {
    const llvm::SCEV *count = reader.countOf(*indexed.loop);
    if (!count) continue;
    const llvm::Loop &nest = nestOf(*indexed.loop, reader);
    Inspector inspector(std::move(indexed), count, nest, evolution, expander);
    if (!inspector.isPossible()) continue;
    for (const IndexedAccess &access : inspector.indexed().accesses)
      for (const Access &member : access.members) mark(*member.instruction, Mark::Covered);
    made.push_back(std::move(inspector));
  }
  return made;
}

}  // namespace

llvm::PreservedAnalyses EarlyStage::run(llvm::Function &function, llvm::FunctionAnalysisManager &manager) {
  if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) return llvm::PreservedAnalyses::all();
  auto &evolution = manager.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto &dominators = manager.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &loopInfo = manager.getResult<llvm::LoopAnalysis>(function);
  auto &assumptions = manager.getResult<llvm::AssumptionAnalysis>(function);
  for (llvm::Loop *loop : loopInfo)  // as the vectorizer does first: separates consecutive loops
    llvm::simplifyLoop(loop, &dominators, &loopInfo, &evolution, &assumptions, nullptr, false);
  Locality locality(false);
  Hooks hooks(*function.getParent());
  LoopReader reader(evolution, dominators, loopInfo, manager.getResult<llvm::TargetLibraryAnalysis>(function),
                    locality);
  llvm::SCEVExpander expander(evolution, function.getDataLayout(), "lockstep");
  for (const llvm::Loop *loop : loopInfo.getLoopsInPreorder())
    if (!loop->isInnermost()) uniteCounters(*loop, evolution, expander);

  // Values first: analyses of the loops must stay valid while they are computed.
  const std::vector<Inspector> inspectors =
      makeInspectors(addTwins(function, reader, locality, manager, hooks), reader, evolution, expander);
  std::vector<LoopRanges> nests;
  for (const llvm::Loop *loop : loopInfo) nests.push_back(reader.read(*loop));
  std::vector<Told> all;
  for (const LoopRanges &nest : nests) {
    for (llvm::Instruction *access : nest.conditional) mark(*access, Mark::Conditional);
    for (const LoopRange &range : nest.ranges) {
      const auto told = expand(range, expander);
      if (!told) continue;
      all.push_back(*told);
      for (const Access &access : range.members) mark(*access.instruction, Mark::Covered);
    }
  }
  for (const Inspector &inspector : inspectors) inspector.emit(hooks);
  for (const Told &told : all) emit(told, hooks);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lockstep::instrument
