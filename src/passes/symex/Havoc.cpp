// Havoc: code that is too long or would fork the path is skipped, and what it may have written is forgotten.
#include <algorithm>

#include <llvm/IR/IntrinsicInst.h>

#include "passes/symex/Interpreter.h"

namespace lockstep::passes::symex {

namespace {

constexpr unsigned kDeepest = 8;  // number of steps to find an address

}  // namespace

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

/// What some blocks of the current function may write, given the state before them.
class Written {
 public:
  struct Part {
    std::uint32_t object = 0;
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
  };

  Written(Interpreter &interpreter, State &state, Program::Blocks blocks)
      : interpreter_(interpreter), state_(state), blocks_(blocks.begin(), blocks.end()) {
    std::erase_if(blocks, [&](const llvm::BasicBlock *block) { return interpreter.program().isDoomed(*block); });
    for (const llvm::BasicBlock *block : blocks) findChanged(*block);
    for (const llvm::BasicBlock *block : blocks)
      for (const llvm::Instruction &instruction : *block) add(instruction);
    if (isKnown_) return;
    StoreTypes all;
    for (const llvm::BasicBlock *block : blocks)
      for (const llvm::Instruction &instruction : *block)
        if (instruction.mayWriteToMemory()) all.add(typesOf(instruction));
    for (std::uint32_t object = 0; object < state.memory.size(); ++object) objects_[object].add(all);
  }

  const std::map<std::uint32_t, StoreTypes> &objects() const { return objects_; }
  const std::vector<Part> &parts() const { return parts_; }

 private:
  using Objects = std::set<std::uint32_t>;

  const CallEffects &effects() const { return interpreter_.program().effects(); }
  bool isInside(const llvm::Instruction &instruction) const { return blocks_.contains(instruction.getParent()); }

  /// Variables of the function that the blocks store to, or whose address they pass on.
  void findChanged(const llvm::BasicBlock &block) {
    for (const llvm::Instruction &instruction : block) {
      if (llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic>(instruction)) continue;
      for (const llvm::Value *operand : instruction.operands())
        if (llvm::isa<llvm::AllocaInst>(operand)) changed_.insert(operand);
    }
  }

  void add(const llvm::Instruction &instruction) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const std::int64_t bytes = interpreter_.bytesOf(store->getValueOperand()->getType());
      const auto place = exactPlace(*store->getPointerOperand());
      if (place && place->number != Value::kSomewhere && bytes > 0)
        parts_.push_back({place->id, place->number, bytes});
      else
        add(*store->getPointerOperand(), typesOf(instruction));
    }
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction))
      add(*instruction.getOperand(0), typesOf(instruction));
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && effects().mayHideCollective(*call)) state_.lifecycle.meetUnseen();
    if (!call || llvm::isa<llvm::DbgInfoIntrinsic>(call) || call->onlyReadsMemory()) return;
    const bool isLibrary = effects().isLibraryCall(*call);
    const StoreTypes types = typesOf(instruction);
    if (!isLibrary) interpreter_.noteSkipped(state_, *call);
    for (unsigned i = 0; i < call->arg_size(); ++i) {
      const llvm::Value *operand = call->getArgOperand(i);
      if (!operand->getType()->isPointerTy() || llvm::isa<llvm::Function>(operand)) continue;
      if (!isLibrary)
        addReachable(*operand, types);
      else if (effects().mayWrite(*call, i))
        add(*operand, types);
    }
    for (const auto &[global, object] : state_.globals)
      if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(global);
          variable && effects().mayChange(*call, *variable))
        addReachable(*variable, types);
  }

  StoreTypes typesOf(const llvm::Instruction &instruction) const {
    StoreTypes types;
    interpreter_.program().addStores(instruction, types);
    return types;
  }

  void add(const llvm::Value &address, const StoreTypes &types) {
    for (const std::uint32_t object : resolve(address, 0)) objects_[object].add(types);
  }
  void addReachable(const llvm::Value &address, const StoreTypes &types) {
    for (const std::uint32_t object : reachable(address, 0)) objects_[object].add(types);
  }

  Objects reachable(const llvm::Value &address, unsigned depth) {
    Objects found;
    std::vector<std::uint32_t> pending = resolve(address, depth);
    while (!pending.empty()) {
      const std::uint32_t object = pending.back();
      pending.pop_back();
      if (!found.insert(object).second) continue;
      for (const std::uint32_t next : pointees(object)) pending.push_back(next);
    }
    return found;
  }

  /// Nothing where the address depends on what the blocks compute.
  std::optional<Value> exactPlace(const llvm::Value &address) {
    const llvm::DataLayout &layout = interpreter_.program().layout();
    llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
    const llvm::Value *base = address.stripAndAccumulateConstantOffsets(layout, offset, true);
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(base);
    std::optional<Value> place;
    if (!instruction || !isInside(*instruction)) {
      place = interpreter_.placeOf(state_, interpreter_.valueOf(state_, *base));
    } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
      if (!variable || changed_.contains(variable)) return std::nullopt;
      const Value content = interpreter_.load(state_, interpreter_.valueOf(state_, *variable), 8);
      place = interpreter_.placeOf(state_, content);
    }
    if (place && place->number != Value::kSomewhere) place->number += offset.getSExtValue();
    return place;
  }

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
    if (!instruction || !isInside(*instruction)) {
      if (const auto place = interpreter_.placeOf(state_, interpreter_.valueOf(state_, *root))) return {place->id};
      return {};
    }
    std::vector<std::uint32_t> found;
    if (depth > kDeepest) {
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
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(instruction)) {  // something behind what it is given, or new
      for (const llvm::Value *operand : call->args())
        if (operand->getType()->isPointerTy() && !llvm::isa<llvm::Function>(operand))
          for (const std::uint32_t object : reachable(*operand, depth + 1)) found.push_back(object);
      return found;
    }
    if (llvm::isa<llvm::AllocaInst>(instruction)) return found;
    isKnown_ = false;
    return found;
  }

  Interpreter &interpreter_;
  State &state_;
  llvm::DenseSet<const llvm::BasicBlock *> blocks_;
  llvm::DenseSet<const llvm::Value *> changed_;
  std::map<std::uint32_t, StoreTypes> objects_;
  std::vector<Part> parts_;
  bool isKnown_ = true;
};

}  // namespace

void Interpreter::forgetStored(State &state, std::uint32_t object, const StoreTypes &stores) {
  const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(state.memory[object].origin);
  if (global && global->isConstant()) return;
  for (const auto &[at, cell] : state.memory[object].cells)
    if (cell.value.isHandle() && stores.mayChange(cell)) state.held[cell.value.id].isInvalidated = true;
  state.memory.forget(object, stores, UnknownKind::Forgotten);
}

/// Forgets what the blocks of the current function compute and may write.
void Interpreter::havocBlocks(State &state, const Program::Blocks &blocks) {
  const Written written(*this, state, blocks);
  for (const auto &[object, types] : written.objects()) forgetStored(state, object, types);
  for (const auto &[object, offset, bytes] : written.parts()) {
    for (const auto &[at, cell] : state.memory[object].cells)
      if (cell.value.isHandle() && at < offset + bytes && offset < at + cell.size)
        state.held[cell.value.id].isInvalidated = true;
    state.memory.forgetPart(object, offset, bytes, UnknownKind::Forgotten, terms_);
  }
  for (const llvm::BasicBlock *block : blocks)
    for (const llvm::Instruction &instruction : *block) state.frames.back().registers.erase(&instruction);
}

/// Goes on where the ways from an open branch meet again, if there is no MPI on any of them.
bool Interpreter::havocBranch(State &state) {
  const llvm::BasicBlock &branch = *state.frames.back().block;
  const Program::Region *region = program_.regionWithoutMpi(branch);
  if (!region) return false;
  havocBlocks(state, region->blocks);
  return goToJoin(state, *region->join);
}

/// From anywhere.
bool Interpreter::goToJoin(State &state, const llvm::BasicBlock &join) {
  go(state, join);
  for (const llvm::PHINode &phi : join.phis()) setRegister(state, phi, unknown(phi.getType(), UnknownKind::Forgotten));
  return true;
}

/// Leaves the outermost loop without MPI around the block; what its instructions may write is forgotten.
bool Interpreter::havocLoop(State &state, const llvm::BasicBlock &block) {
  const llvm::Function &function = *block.getParent();
  const llvm::Loop *loop = nullptr;
  for (const llvm::Loop *around = program_.loopsOf(function).getLoopFor(&block); around;
       around = around->getParentLoop())
    if (!program_.leadsToMpi(*around)) loop = around;
  if (!loop) return false;
  llvm::SmallVector<llvm::Loop::Edge, 4> exits;
  loop->getExitEdges(exits);
  std::vector<llvm::Loop::Edge> ways;
  for (const llvm::Loop::Edge &exit : exits) {
    const bool isKnown = std::ranges::any_of(ways, [&](const auto &way) { return way.second == exit.second; });
    if (!isKnown && !program_.isDoomed(*exit.second)) ways.push_back(exit);
  }
  if (ways.size() > 1)
    if (const Program::Region *region = program_.regionWithoutMpi(*loop->getHeader(), loop)) {
      Program::Blocks blocks = region->blocks;
      blocks.push_back(loop->getHeader());
      havocBlocks(state, blocks);
      return goToJoin(state, *region->join);
    }
  havocBlocks(state, {loop->block_begin(), loop->block_end()});
  Frame &frame = state.frames.back();
  if (ways.empty()) {
    lose(state, "loop that is left only to end the program");
    return true;
  }
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
