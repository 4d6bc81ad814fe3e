#include "passes/instrument/accesses/Polling.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace lockstep::instrument {

namespace {

constexpr const char *kMark = "lockstep.poll";
constexpr std::uint64_t kLargestElement = 16;
constexpr int kDeepest = 16;

/// The values on which the exits of one loop depend, traced to loads of one location, to calls and to loop invariants.
/// Local variables that are still in memory are traced through their stores.
class Deciders {
 public:
  explicit Deciders(const llvm::Loop &loop) : loop_(loop) {}

  /// Whether each exit depends on a polling load; these are then in `polls`.
  bool decideAll();
  llvm::SmallPtrSet<llvm::LoadInst *, 4> polls;

 private:
  bool decides(llvm::Instruction &terminator);
  bool follow(llvm::Value *value);
  bool followInstruction(llvm::Instruction &instruction);
  bool followLoad(llvm::LoadInst &load);
  bool followJoin(llvm::PHINode &join);
  bool isFixed(llvm::Value *value, int depth = 0) const;
  llvm::SmallVector<llvm::StoreInst *> storesInLoop(const llvm::Value &variable) const;
  bool isOutside(const llvm::Value *value) const;

  const llvm::Loop &loop_;
  llvm::SmallPtrSet<const llvm::Value *, 16> open_;  // being traced: reaching one again is a recurrence
};

bool Deciders::isOutside(const llvm::Value *value) const {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
  return !instruction || !loop_.contains(instruction);
}

llvm::SmallVector<llvm::StoreInst *> Deciders::storesInLoop(const llvm::Value &variable) const {
  llvm::SmallVector<llvm::StoreInst *> stores;
  for (llvm::BasicBlock *block : loop_.blocks())
    for (llvm::Instruction &instruction : *block)
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
        if (llvm::getUnderlyingObject(store->getPointerOperand()) == &variable) stores.push_back(store);
  return stores;
}

/// Whether the value is invariant, judging by the loop itself.
bool Deciders::isFixed(llvm::Value *value, int depth) const {
  if (isOutside(value)) return true;
  if (depth > kDeepest) return false;
  auto *instruction = llvm::cast<llvm::Instruction>(value);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
    const llvm::Value *object = llvm::getUnderlyingObject(load->getPointerOperand());
    if (!storesInLoop(*object).empty()) return false;
  } else if (!llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator, llvm::FreezeInst>(instruction)) {
    return false;
  }
  return llvm::all_of(instruction->operands(), [&](llvm::Value *operand) { return isFixed(operand, depth + 1); });
}

bool Deciders::followLoad(llvm::LoadInst &load) {
  llvm::Value *address = load.getPointerOperand();
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(address)) {
    const auto stores = storesInLoop(*variable);
    if (!stores.empty())
      return llvm::all_of(stores, [&](llvm::StoreInst *store) { return follow(store->getValueOperand()); });
  }
  const llvm::TypeSize size = load.getDataLayout().getTypeStoreSize(load.getType());
  if (!isFixed(address) || size.isScalable() || size.getFixedValue() > kLargestElement) return false;
  polls.insert(&load);
  return true;
}

/// A value selected by control flow, as for && and ||, also depends on the selecting condition.
bool Deciders::followJoin(llvm::PHINode &join) {
  for (llvm::BasicBlock *source : join.blocks()) {
    if (!loop_.contains(source)) continue;
    if (!follow(join.getIncomingValueForBlock(source))) return false;
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(source->getTerminator());
    if (branch && branch->isConditional() && !follow(branch->getCondition())) return false;
  }
  return true;
}

bool Deciders::followInstruction(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return followLoad(*load);
  if (auto *join = llvm::dyn_cast<llvm::PHINode>(&instruction)) return followJoin(*join);
  if (llvm::isa<llvm::CallBase>(instruction)) return true;
  if (!llvm::isa<llvm::CmpInst, llvm::CastInst, llvm::BinaryOperator, llvm::SelectInst, llvm::FreezeInst>(instruction))
    return false;
  return llvm::all_of(instruction.operands(), [&](llvm::Value *operand) { return follow(operand); });
}

bool Deciders::follow(llvm::Value *value) {
  if (isOutside(value)) return true;
  if (!open_.insert(value).second) return false;
  const bool isFine = followInstruction(*llvm::cast<llvm::Instruction>(value));
  open_.erase(value);
  return isFine;
}

bool Deciders::decides(llvm::Instruction &terminator) {
  if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
    return branch->isConditional() && follow(branch->getCondition());
  auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator);
  return choice && follow(choice->getCondition());
}

/// Exceptions and program ends are no regular exits.
bool isAbnormal(const llvm::BasicBlock &exit) {
  return exit.isLandingPad() || llvm::isa<llvm::UnreachableInst>(exit.getTerminator());
}

bool Deciders::decideAll() {
  llvm::SmallVector<llvm::Loop::Edge> exits;
  loop_.getExitEdges(exits);
  for (const auto &[inside, outside] : exits)
    if (!isAbnormal(*outside) && !decides(*inside->getTerminator())) return false;
  return !polls.empty();
}

}  // namespace

void markPolls(llvm::Function &function, const llvm::LoopInfo &loops) {
  llvm::MDNode *mark = llvm::MDNode::get(function.getContext(), {});
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    Deciders deciders(*loop);
    if (!deciders.decideAll()) continue;
    for (llvm::LoadInst *load : deciders.polls)
      if (loops.getLoopFor(load->getParent()) == loop) load->setMetadata(kMark, mark);
  }
}

bool isPoll(const llvm::Instruction &load) { return load.hasMetadata(kMark); }

}  // namespace lockstep::instrument
