#include "passes/instrument/accesses/WatchChecks.h"

#include <algorithm>
#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "passes/instrument/accesses/Polling.h"
#include "passes/instrument/accesses/Site.h"

namespace lockstep::instrument {

namespace {

using Shape = Access::Shape;

constexpr std::size_t kLooksOfARun = 6;

/// Whether the hook of `one` makes that of `other` redundant. A store conflicts with everything that a load conflicts
/// with.
bool tells(const Access &one, const Access &other) {
  const bool isEnough = one.kind == other.kind || one.kind == Access::Kind::Store;
  return isEnough && one.bytes == other.bytes && one.shape == Shape::Whole && other.shape == Shape::Whole &&
         isPoll(*one.instruction) == isPoll(*other.instruction) && areOnOneLine(one, other);
}

/// Emits the code of one check.
class Emitter {
 public:
  Emitter(const WatchCheck &look, Hooks &hooks) : look_(look), hooks_(hooks) {}

  /// Nonzero if one of the accesses may be watched.
  llvm::Value *watched(llvm::IRBuilderBase &builder);
  /// Calls the hooks of all its accesses.
  void tell(llvm::Instruction *end);

 private:
  llvm::Value *watchedEnds(llvm::IRBuilderBase &builder, llvm::Value *address, llvm::Value *last);
  llvm::Value *watchedScattered(llvm::IRBuilderBase &builder, const Access &access);
  void tellEachLane(llvm::Instruction *end, const Access &access);
  void tell(llvm::IRBuilderBase &builder, const Access &access, llvm::Value *address, llvm::Value *bytes);

  const WatchCheck &look_;
  Hooks &hooks_;
};

unsigned lanesOf(const llvm::Value &mask) {
  return llvm::cast<llvm::FixedVectorType>(mask.getType())->getNumElements();
}

llvm::Value *advanced(llvm::IRBuilderBase &builder, llvm::Value *address, llvm::Value *bytes) {
  return builder.CreatePtrAdd(address, bytes);
}

llvm::Value *Emitter::watchedEnds(llvm::IRBuilderBase &builder, llvm::Value *address, llvm::Value *last) {
  llvm::Value *first = hooks_.look(builder, address);
  return builder.CreateOr(first, hooks_.look(builder, advanced(builder, address, last)));
}

llvm::Value *Emitter::watchedScattered(llvm::IRBuilderBase &builder, const Access &access) {
  llvm::Value *any = nullptr;
  for (unsigned i = 0; i < lanesOf(*access.mask); ++i) {
    llvm::Value *address = builder.CreateExtractElement(access.address, i);
    const bool isAligned = access.alignment.value() >= access.bytes;
    llvm::Value *one =
        isAligned ? hooks_.look(builder, address) : watchedEnds(builder, address, builder.getInt64(access.bytes - 1));
    any = any ? builder.CreateOr(any, one) : one;
  }
  return any;
}

llvm::Value *Emitter::watched(llvm::IRBuilderBase &builder) {
  const Access &first = look_.members[look_.lowest];
  builder.SetCurrentDebugLocation(siteOf(*first.instruction));
  switch (first.shape) {
    case Shape::Whole: {
      const std::uint64_t span = static_cast<std::uint64_t>(look_.high - look_.low);
      if (first.alignment.value() >= llvm::PowerOf2Ceil(span)) return hooks_.look(builder, first.address);
      return watchedEnds(builder, first.address, builder.getInt64(span - 1));
    }
    case Shape::Range: {
      llvm::Value *length = builder.CreateZExtOrTrunc(first.length, builder.getInt64Ty());
      llvm::Value *ends = watchedEnds(builder, first.address, builder.CreateSub(length, builder.getInt64(1)));
      llvm::Value *isLong = builder.CreateICmpUGT(length, builder.getInt64(kPage));
      return builder.CreateOr(ends, builder.CreateZExt(isLong, builder.getInt8Ty()));
    }
    case Shape::Lanes:
    case Shape::Packed:
      return watchedEnds(builder, first.address, builder.getInt64(first.bytes * lanesOf(*first.mask) - 1));
    case Shape::Scattered:
      return watchedScattered(builder, first);
  }
  llvm_unreachable("all shapes are above");
}

void Emitter::tell(llvm::IRBuilderBase &builder, const Access &access, llvm::Value *address, llvm::Value *bytes) {
  const Hook hook = access.kind == Access::Kind::Store ? Hook::lockstepStore
                    : isPoll(*access.instruction)      ? Hook::lockstepPoll
                                                       : Hook::lockstepLoad;
  builder.SetCurrentDebugLocation(siteOf(*access.instruction));
  hooks_.call(builder, hook, {address, bytes});
}

/// Emits a loop over the bits of the mask.
void Emitter::tellEachLane(llvm::Instruction *end, const Access &access) {
  llvm::IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(siteOf(*access.instruction));
  llvm::Type *type = builder.getIntNTy(lanesOf(*access.mask));
  llvm::Constant *none = llvm::ConstantInt::get(type, 0);
  llvm::Value *mask = builder.CreateBitCast(access.mask, type);
  llvm::Instruction *some =
      llvm::SplitBlockAndInsertIfThen(builder.CreateICmpNE(mask, none), end->getIterator(), false);
  llvm::BasicBlock *entry = some->getParent();
  llvm::BasicBlock *loop = llvm::SplitBlock(entry, some);

  builder.SetInsertPoint(some);
  llvm::PHINode *bits = llvm::PHINode::Create(type, 2, "", loop->begin());
  llvm::Value *lane = builder.CreateIntrinsic(llvm::Intrinsic::cttz, type, {bits, builder.getTrue()});
  llvm::Value *index = builder.CreateZExtOrTrunc(lane, builder.getInt64Ty());
  llvm::Value *address =
      access.shape == Shape::Scattered
          ? builder.CreateExtractElement(access.address, index)
          : advanced(builder, access.address, builder.CreateMul(index, builder.getInt64(access.bytes)));
  tell(builder, access, address, builder.getInt64(access.bytes));
  llvm::Value *rest = builder.CreateAnd(bits, builder.CreateSub(bits, llvm::ConstantInt::get(type, 1)));
  bits->addIncoming(mask, entry);
  bits->addIncoming(rest, loop);
  builder.CreateCondBr(builder.CreateICmpNE(rest, none), loop, some->getSuccessor(0));
  some->eraseFromParent();
}

void Emitter::tell(llvm::Instruction *end) {
  for (const Access &access : look_.members) {
    llvm::IRBuilder<> builder(end);
    switch (access.shape) {
      case Shape::Whole:
        tell(builder, access, access.address, builder.getInt64(access.bytes));
        break;
      case Shape::Range:
        tell(builder, access, access.address, builder.CreateZExtOrTrunc(access.length, builder.getInt64Ty()));
        break;
      case Shape::Packed: {
        llvm::Value *mask = builder.CreateBitCast(access.mask, builder.getIntNTy(lanesOf(*access.mask)));
        llvm::Value *lanes =
            builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, mask), builder.getInt64Ty());
        tell(builder, access, access.address, builder.CreateMul(lanes, builder.getInt64(access.bytes)));
        break;
      }
      case Shape::Lanes:
      case Shape::Scattered:
        tellEachLane(end, access);
        break;
    }
  }
}

/// The distance from one address to the other, if it is always the same when both are executed.
std::optional<std::int64_t> distanceBetween(const Access &from, const Access &to, llvm::ScalarEvolution &evolution) {
  if (from.address == to.address) return 0;
  const llvm::SCEV *distance = evolution.getMinusSCEV(evolution.getSCEV(to.address), evolution.getSCEV(from.address));
  const auto *known = llvm::dyn_cast<llvm::SCEVConstant>(distance);
  return known ? known->getAPInt().trySExtValue() : std::nullopt;
}

/// False if the check would no longer cover all pages.
bool join(WatchCheck &look, const Access &access, std::int64_t distance) {
  const std::int64_t low = std::min(look.low, distance);
  const std::int64_t high = std::max(look.high, distance + static_cast<std::int64_t>(access.bytes));
  if (high - low > static_cast<std::int64_t>(kPage)) return false;
  for (Access &member : look.members) {
    if (member.address != access.address) continue;
    if (tells(member, access)) return true;
    if (!tells(access, member)) continue;
    member = access;
    return true;
  }
  if (distance < look.low) look.lowest = look.members.size();
  look.low = low;
  look.high = high;
  look.members.push_back(access);
  return true;
}

}  // namespace

bool Run::isFull() const { return looks_.size() >= kLooksOfARun; }

void Run::add(const Access &access, llvm::ScalarEvolution &evolution) {
  const std::int64_t bytes = static_cast<std::int64_t>(access.bytes);
  const auto joins = [&](WatchCheck &look) {
    const Access &first = look.members.front();
    if (access.shape != Shape::Whole || first.shape != Shape::Whole) return false;
    const auto distance = distanceBetween(first, access, evolution);
    return distance && join(look, access, *distance);
  };
  if (llvm::none_of(looks_, joins)) looks_.push_back({.members = {access}, .high = bytes});
}

void Run::emit(llvm::Instruction &end, Hooks &hooks) const {
  llvm::IRBuilder<> builder(&end);
  llvm::Value *any = nullptr;
  for (const WatchCheck &look : looks_) {
    llvm::Value *one = Emitter(look, hooks).watched(builder);
    any = any ? builder.CreateOr(any, one) : one;
  }
  llvm::MDNode *weights = llvm::MDBuilder(end.getContext()).createUnlikelyBranchWeights();
  const auto split = [&](llvm::Value *watched, llvm::Instruction *before, llvm::MDNode *odds) {
    return llvm::SplitBlockAndInsertIfThen(builder.CreateIsNotNull(watched), before->getIterator(), false, odds);
  };
  llvm::Instruction *rare = split(any, &end, weights);
  if (looks_.size() == 1) return Emitter(looks_.front(), hooks).tell(rare);
  for (const WatchCheck &look : looks_) {
    builder.SetInsertPoint(rare);
    Emitter emitter(look, hooks);
    emitter.tell(split(emitter.watched(builder), rare, nullptr));
  }
}

}  // namespace lockstep::instrument
