// Havoc: code that is too long or would fork the path is skipped, and what it may have written is forgotten.
#include <algorithm>

#include <llvm/IR/IntrinsicInst.h>

#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

/// Ends the outermost call without MPI on the stack; what it may have written is forgotten.
bool Interpreter::abandonCall(State &state) {
  if (!state.frames.back().isWithoutMpi || state.frames.size() < 2) return false;
  const llvm::CallBase *site = nullptr;
  while (state.frames.size() > 1 && state.frames.back().isWithoutMpi) {
    for (const std::uint32_t local : state.frames.back().locals) state.memory.kill(local);
    site = state.frames.back().site;
    state.frames.pop_back();
  }
  executeUnseen(state, *site, false);
  afterCall(state, *site);
  return true;
}

namespace {

/// The objects to which addresses computed in a loop may point, given the state before the loop.
class Roots {
 public:
  Roots(Interpreter &interpreter, State &state, const llvm::Loop &loop)
      : interpreter_(interpreter), state_(state), loop_(loop) {}

  bool isKnown() const { return isKnown_; }
  const std::set<std::uint32_t> &objects() const { return objects_; }

  void add(const llvm::Value &address) {
    for (const std::uint32_t object : resolve(address, 0)) objects_.insert(object);
  }
  void addReachable(const llvm::Value &address) {
    std::vector<std::uint32_t> pending;
    for (const std::uint32_t object : resolve(address, 0)) pending.push_back(object);
    while (!pending.empty()) {
      const std::uint32_t object = pending.back();
      pending.pop_back();
      if (!objects_.insert(object).second) continue;
      for (const std::uint32_t next : pointees(object)) pending.push_back(next);
    }
  }

 private:
  std::vector<std::uint32_t> pointees(std::uint32_t object) {
    std::vector<std::uint32_t> found;
    const auto cells = state_.memory[object].cells;  // a copy: resolving creates objects
    for (const auto &[offset, cell] : cells)
      if (cell.size == 8 && !cell.value.isNumber())
        if (const auto place = interpreter_.placeOf(state_, cell.value)) found.push_back(place->id);
    return found;
  }

  std::vector<std::uint32_t> resolve(const llvm::Value &address, unsigned depth) {
    const llvm::Value *root = &address;
    while (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(root)) root = gep->getPointerOperand();
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(root);
    if (!instruction || !loop_.contains(instruction)) {
      if (const auto place = interpreter_.placeOf(state_, interpreter_.valueOf(state_, *root))) return {place->id};
      return {};
    }
    std::vector<std::uint32_t> found;
    if (depth > 6) {
      isKnown_ = false;
      return found;
    }
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      for (const std::uint32_t object : resolve(*load->getPointerOperand(), depth + 1))
        for (const std::uint32_t next : pointees(object)) found.push_back(next);
      return found;
    }
    if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst>(instruction)) {
      for (const llvm::Value *operand : instruction->operands())
        if (operand->getType()->isPointerTy())
          for (const std::uint32_t object : resolve(*operand, depth + 1)) found.push_back(object);
      return found;
    }
    if (llvm::isa<llvm::AllocaInst>(instruction)) return found;
    isKnown_ = false;
    return found;
  }

  Interpreter &interpreter_;
  State &state_;
  const llvm::Loop &loop_;
  std::set<std::uint32_t> objects_;
  bool isKnown_ = true;
};

}  // namespace

/// Leaves the outermost loop without MPI around the block; what its instructions may write is forgotten.
bool Interpreter::havocLoop(State &state, const llvm::BasicBlock &block) {
  const llvm::Function &function = *block.getParent();
  const llvm::Loop *loop = nullptr;
  for (const llvm::Loop *around = program_.loopsOf(function).getLoopFor(&block); around;
       around = around->getParentLoop())
    if (!program_.leadsToMpi(*around)) loop = around;
  if (!loop) return false;

  Roots roots(*this, state, *loop);
  for (const llvm::BasicBlock *inside : loop->blocks()) {
    for (const llvm::Instruction &instruction : *inside) {
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) roots.add(*store->getPointerOperand());
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) roots.add(*instruction.getOperand(0));
      if (call && program_.effects().mayHideCollective(*call)) state.lifecycle.meetUnseen();
      if (!call || llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->onlyReadsMemory()) continue;
      for (const llvm::Value *operand : call->args())
        if (operand->getType()->isPointerTy() && !llvm::isa<llvm::Function>(operand)) roots.addReachable(*operand);
      for (const auto &[global, object] : state.globals)
        if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
            variable && program_.effects().mayChange(*call, *variable))
          roots.addReachable(*variable);
    }
  }
  if (!roots.isKnown()) return false;
  for (const std::uint32_t object : roots.objects()) {
    invalidate(state, object);
    state.memory.forget(object, UnknownKind::Forgotten);
  }
  Frame &frame = state.frames.back();
  llvm::SmallVector<llvm::Loop::Edge, 4> exits;
  loop->getExitEdges(exits);
  std::vector<llvm::Loop::Edge> ways;
  for (const llvm::Loop::Edge &exit : exits) {
    const bool isKnown = std::ranges::any_of(ways, [&](const auto &way) { return way.second == exit.second; });
    if (!isKnown && !program_.isDoomed(*exit.second)) ways.push_back(exit);
  }
  if (ways.empty()) {
    lose(state, "loop that is left only to end the program");
    return true;
  }
  for (const llvm::BasicBlock *inside : loop->blocks())
    for (const llvm::Instruction &instruction : *inside) frame.registers.erase(&instruction);
  if (ways.size() > 1) choose(state, UnknownKind::Forgotten);
  for (std::size_t i = 1; i < ways.size(); ++i) {
    State other = state;
    other.frames.back().block = ways[i].first;
    go(other, *ways[i].second);
    pending_.push_back(std::move(other));
  }
  frame.block = ways.front().first;
  go(state, *ways.front().second);
  return true;
}

}  // namespace lockstep::passes::symex
