#include "passes/instrument/loops/LoopRanges.h"

#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>

#include "passes/instrument/accesses/Polling.h"
#include "passes/instrument/accesses/Site.h"

namespace lockstep::instrument {

namespace {

using Kind = Access::Kind;

std::optional<std::int64_t> constantDifference(llvm::ScalarEvolution &evolution, const llvm::SCEV *more,
                                               const llvm::SCEV *less) {
  const auto *difference = llvm::dyn_cast<llvm::SCEVConstant>(evolution.getMinusSCEV(more, less));
  return difference ? difference->getAPInt().trySExtValue() : std::nullopt;
}

/// Two ranges of the same line and stride, the second of which begins `shift` bytes after the first.
class Merging {
 public:
  Merging(LoopRange &range, const LoopRange &other, std::int64_t shift, llvm::ScalarEvolution &evolution)
      : range_(range), other_(other), shift_(shift), evolution_(evolution) {}

  /// Merges the second range into the first if the two are one range.
  bool merge() { return mergeEqual() || mergeNeighbors() || mergeShifted(); }

 private:
  Kind kindOf(const LoopRange &range) const { return range.members.front().kind; }
  std::int64_t bytes() const { return static_cast<std::int64_t>(range_.bytes); }
  bool isSameKind() const { return kindOf(range_) == kindOf(other_); }
  void takeMembers() { range_.members.insert(range_.members.end(), other_.members.begin(), other_.members.end()); }
  bool mergeEqual();
  bool mergeNeighbors();
  bool mergeShifted();

  LoopRange &range_;
  const LoopRange &other_;
  std::int64_t shift_;
  llvm::ScalarEvolution &evolution_;
};

/// A store conflicts with everything that a load conflicts with, so the store is reported.
bool Merging::mergeEqual() {
  if (shift_ != 0 || range_.bytes != other_.bytes || range_.count != other_.count) return false;
  const bool isStore = kindOf(other_) == Kind::Store;
  range_.members.insert(isStore ? range_.members.begin() : range_.members.end(), other_.members.begin(),
                        other_.members.end());
  return true;
}

/// Parts of one element, such as x and y in an array of points.
bool Merging::mergeNeighbors() {
  const auto *stride = llvm::dyn_cast<llvm::SCEVConstant>(range_.stride);
  if (!isSameKind() || !stride || range_.count != other_.count) return false;
  const std::int64_t otherBytes = static_cast<std::int64_t>(other_.bytes);
  if (shift_ != bytes() && shift_ != -otherBytes) return false;
  if (stride->getAPInt().abs().slt(bytes() + otherBytes)) return false;
  if (shift_ < 0) range_.base = other_.base;
  range_.bytes += other_.bytes;
  takeMembers();
  return true;
}

/// The same elements except one, such as a[i-1] and a[i]: one more iteration.
bool Merging::mergeShifted() {
  const auto *stride = llvm::dyn_cast<llvm::SCEVConstant>(range_.stride);
  if (!isSameKind() || !stride || range_.bytes != other_.bytes || stride->isZero()) return false;
  const std::int64_t step = stride->getAPInt().getSExtValue();
  const std::optional<std::int64_t> extra = constantDifference(evolution_, range_.count, other_.count);
  if (!extra || *extra < 0 || shift_ % step != 0) return false;
  const std::int64_t rounds = shift_ / step;  // by which the other one begins later
  if (rounds >= 0 && rounds <= *extra) {
    takeMembers();
    return true;
  }
  if (rounds == -1) range_.base = other_.base;
  if (rounds != -1 && rounds != *extra + 1) return false;
  range_.count = evolution_.getAddExpr(range_.count, evolution_.getOne(range_.count->getType()));
  takeMembers();
  return true;
}

/// A single piece with the same address in all iterations.
bool isOnePiece(const LoopRange &range) { return range.count->isOne() && !range.rowCount; }

bool isReadable(const llvm::Loop &loop) { return loop.getLoopPreheader() && loop.getLoopLatch(); }

}  // namespace

bool LoopReader::isCertain(const llvm::Loop &loop) const {
  return llvm::all_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
    return llvm::all_of(*block, [&](const llvm::Instruction &instruction) {
      return !mayEndSegment(instruction, &library_) && llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction);
    });
  });
}

const llvm::SCEV *LoopReader::countOf(const llvm::Loop &loop) const {
  if (!isReadable(loop) || loop.getExitingBlock() != loop.getLoopLatch() || !isCertain(loop)) return nullptr;
  const auto ends = [&](const llvm::Loop *inner) { return evolution_.hasLoopInvariantBackedgeTakenCount(inner); };
  if (!llvm::all_of(loop.getLoopsInPreorder(), ends)) return nullptr;
  const llvm::SCEV *again = evolution_.getBackedgeTakenCount(&loop);
  if (llvm::isa<llvm::SCEVCouldNotCompute>(again)) return nullptr;
  llvm::Type *type = llvm::Type::getInt64Ty(evolution_.getContext());
  if (evolution_.getTypeSizeInBits(again->getType()) > 64) return nullptr;
  return evolution_.getAddExpr(evolution_.getNoopOrZeroExtend(again, type), evolution_.getOne(type));
}

void LoopReader::add(std::vector<LoopRange> &ranges, const Access &access, const llvm::Loop &loop,
                     const llvm::SCEV *count) {
  const llvm::SCEV *address = evolution_.getSCEV(access.address);
  LoopRange range{
      .loop = &loop, .members = {access}, .base = address, .stride = nullptr, .count = count, .bytes = access.bytes};
  const auto *advancing = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
  if (advancing && advancing->getLoop() == &loop && advancing->isAffine()) {
    range.base = advancing->getStart();
    range.stride = advancing->getStepRecurrence(evolution_);
  } else if (evolution_.isLoopInvariant(address, &loop)) {
    range.stride = evolution_.getZero(count->getType());
    range.count = evolution_.getOne(count->getType());
  } else {
    return;
  }
  if (evolution_.getTypeSizeInBits(range.stride->getType()) != 64) return;
  for (LoopRange &known : ranges) {
    if (known.rowCount || !known.conditions.empty()) continue;
    if (known.stride != range.stride || !areOnOneLine(known.members.front(), access)) continue;
    const auto shift = constantDifference(evolution_, range.base, known.base);
    if (shift && Merging(known, range, *shift, evolution_).merge()) return;
  }
  ranges.push_back(std::move(range));
}

/// Adds the conditions under which an iteration reaches the range. False if these are not loop-invariant.
bool LoopReader::addConditions(LoopRange &range, const llvm::Loop &loop) const {
  const llvm::BasicBlock *block = range.loop->getLoopPreheader();
  while (!dominators_.dominates(block, loop.getLoopLatch())) {
    const llvm::BasicBlock *before = dominators_.getNode(block)->getIDom()->getBlock();
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
    if (!branch || !branch->isConditional() || !loop.isLoopInvariant(branch->getCondition())) return false;
    const auto leads = [&](unsigned way) {
      return dominators_.dominates(llvm::BasicBlockEdge(before, branch->getSuccessor(way)), block);
    };
    if (!leads(0) && !leads(1)) return false;
    range.conditions.push_back({branch->getCondition(), leads(0)});
    block = before;
  }
  return true;
}

/// Moves the report of a range from inside the loop to before it, if possible.
bool LoopReader::lift(LoopRange &range, const llvm::Loop &loop, const llvm::SCEV *count) const {
  for (const llvm::SCEV *value : {range.stride, range.count, range.rowStride, range.rowCount})
    if (value && !evolution_.isLoopInvariant(value, &loop)) return false;
  for (const LoopRange::Condition &condition : range.conditions)
    if (!loop.isLoopInvariant(condition.value)) return false;
  LoopRange lifted = range;
  if (!evolution_.isLoopInvariant(range.base, &loop)) {
    const auto *advancing = llvm::dyn_cast<llvm::SCEVAddRecExpr>(range.base);
    if (!advancing || advancing->getLoop() != &loop || !advancing->isAffine() || range.rowCount) return false;
    const llvm::SCEV *step = advancing->getStepRecurrence(evolution_);
    if (evolution_.getTypeSizeInBits(step->getType()) != 64) return false;
    lifted.base = advancing->getStart();
    (isOnePiece(range) ? lifted.stride : lifted.rowStride) = step;
    (isOnePiece(range) ? lifted.count : lifted.rowCount) = count;
  }
  if (!addConditions(lifted, loop)) return false;
  lifted.loop = &loop;
  range = std::move(lifted);
  return true;
}

void LoopReader::readOwn(const llvm::Loop &loop, const llvm::SCEV *count, std::vector<LoopRange> &ranges,
                         LoopRanges &found) {
  for (llvm::BasicBlock *block : loop.blocks()) {
    if (loops_.getLoopFor(block) != &loop) continue;
    const bool isInEveryRound = dominators_.dominates(block, loop.getLoopLatch());
    for (llvm::Instruction &instruction : *block)
      for (const Access &access : accessesOf(instruction)) {
        if (locality_.isPrivate(access)) continue;
        if (!isInEveryRound && loop.isInnermost()) found.conditional.push_back(&instruction);
        const bool canBe = count && isInEveryRound && access.shape == Access::Shape::Whole && !isPoll(instruction);
        const bool isOnly = llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
        if (canBe && isOnly) add(ranges, access, loop, count);
      }
  }
}

LoopRanges LoopReader::read(const llvm::Loop &loop) {
  LoopRanges found;
  const llvm::SCEV *count = countOf(loop);
  std::vector<LoopRange> ranges;
  if (isReadable(loop)) readOwn(loop, count, ranges, found);
  for (const llvm::Loop *inner : loop) {
    LoopRanges ofInner = read(*inner);
    llvm::append_range(found.conditional, ofInner.conditional);
    for (LoopRange &range : ofInner.ranges)
      (count && range.loop == inner && lift(range, loop, count) ? ranges : found.ranges).push_back(std::move(range));
  }
  llvm::append_range(found.ranges, std::move(ranges));
  return found;
}

}  // namespace lockstep::instrument
