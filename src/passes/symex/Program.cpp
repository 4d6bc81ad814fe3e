#include "passes/symex/Program.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "passes/ir/MpiCall.h"
#include "passes/ir/MpiCallers.h"
#include "passes/ir/OpenMpCall.h"

namespace lockstep::passes::symex {

namespace {

constexpr std::size_t kLargestFunction = 3000;  // in blocks

/// Whether the call itself may be an MPI call or call unknown code. One that only ends the program has no part in what
/// the program does otherwise.
bool mayCallMpi(const llvm::CallBase &call) {
  if (const std::optional<MpiCall> mpiCall = MpiCall::of(call)) return mpiCall->info().effect != mpi::Effect::Abort;
  return !calledFunction(call) && !call.isInlineAsm();
}

}  // namespace

Program::Program(const llvm::Module &module, const CallEffects &effects)
    : module_(module), effects_(effects), leading_(functionsLeadingTo(module, mayCallMpi)) {}

bool Program::leadsToMpi(const llvm::CallBase &call) const {
  if (mayCallMpi(call)) return true;
  if (leading_.contains(calledFunction(call))) return true;
  for (const llvm::Value *operand : call.args())  // a function that is passed on is called
    if (const auto *function = llvm::dyn_cast<llvm::Function>(operand); function && leading_.contains(function))
      return true;
  return false;
}

bool Program::leadsToMpi(const llvm::Loop &loop) const {
  const auto [place, isNew] = loopsWithMpi_.try_emplace(&loop, false);
  if (isNew)
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &instruction : *block)
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) place->second |= leadsToMpi(*call);
  return place->second;
}

const Program::Shape &Program::shapeOf(const llvm::Function &function) const {
  std::unique_ptr<Shape> &shape = shapes_[&function];
  if (!shape) {
    shape = std::make_unique<Shape>();
    shape->dominators.recalculate(const_cast<llvm::Function &>(function));  // only reads, but is older than const
    shape->loops.analyze(shape->dominators);
    shape->doomed = effects_.doomedBlocks(function);
  }
  return *shape;
}

const llvm::LoopInfo &Program::loopsOf(const llvm::Function &function) const { return shapeOf(function).loops; }

bool Program::isDoomed(const llvm::BasicBlock &block) const {
  return shapeOf(*block.getParent()).doomed.contains(&block);
}

const Program::Region *Program::regionWithoutMpi(const llvm::BasicBlock &from, const llvm::Loop *loop) const {
  const auto [place, isNew] = regions_.try_emplace({&from, loop});
  if (isNew) place->second = findRegion(from, loop);
  return place->second ? &*place->second : nullptr;
}

std::optional<Program::Region> Program::findRegion(const llvm::BasicBlock &from, const llvm::Loop *loop) const {
  const llvm::Function &function = *from.getParent();
  if (function.size() > kLargestFunction) return std::nullopt;
  const FlowGraph &flow = flows_.try_emplace(&function, function, effects_).first->second;
  Region region{.join = flow.join(from), .blocks = {}};
  while (region.join && loop && loop->contains(region.join)) region.join = flow.join(*region.join);
  if (!region.join) return std::nullopt;
  llvm::DenseSet<const llvm::BasicBlock *> seen{region.join};
  std::vector<const llvm::BasicBlock *> pending{&from};
  while (!pending.empty()) {
    const llvm::BasicBlock *block = pending.back();
    pending.pop_back();
    for (const llvm::BasicBlock *next : flow.successors(*block)) {
      if (isDoomed(*next) || !seen.insert(next).second) continue;
      for (const llvm::Instruction &instruction : *next)
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && leadsToMpi(*call))
          return std::nullopt;
      region.blocks.push_back(next);
      pending.push_back(next);
    }
  }
  return region;
}

const StoreTypes &Program::storesOf(const llvm::Function &function) const {
  const auto [place, isNew] = stores_.try_emplace(&function);
  if (!isNew) return place->second;
  StoreTypes types;
  llvm::DenseSet<const llvm::Function *> seen{&function};
  std::vector<const llvm::Function *> pending{&function};
  while (!pending.empty() && !types.isAny()) {
    const llvm::Function &next = *pending.back();
    pending.pop_back();
    for (const llvm::Instruction &instruction : llvm::instructions(next)) {
      if (isDoomed(*instruction.getParent())) continue;
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call ? calledFunction(*call) : nullptr;
      if (callee && !callee->isDeclaration()) {
        if (seen.insert(callee).second) pending.push_back(callee);
      } else if (call && !effects_.isLibraryCall(*call) && !llvm::isa<llvm::IntrinsicInst>(call)) {
        types.add(StoreTypes::any());
      } else {
        types.add(instruction, layout(), effects_);
      }
    }
  }
  return place->second = std::move(types);
}

void Program::addStores(const llvm::Instruction &instruction, StoreTypes &types) const {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? calledFunction(*call) : nullptr;
  if (!call)
    types.add(instruction, layout(), effects_);
  else if (callee && !callee->isDeclaration())
    types.add(storesOf(*callee));
  else
    types.add(StoreTypes::any());
}

bool Program::isOnEveryWay(const llvm::Instruction &instruction) const {
  const llvm::Function &function = *instruction.getFunction();
  const auto returns = [&](const llvm::BasicBlock *without) {
    llvm::DenseSet<const llvm::BasicBlock *> seen{without};
    llvm::SmallVector<const llvm::BasicBlock *> pending{&function.getEntryBlock()};
    while (!pending.empty()) {
      const llvm::BasicBlock *block = pending.pop_back_val();
      if (isDoomed(*block) || !seen.insert(block).second) continue;
      if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) return true;
      if (const auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(block->getTerminator()))
        pending.push_back(invoke->getNormalDest());
      else
        pending.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  };
  return returns(nullptr) && !returns(instruction.getParent());
}

bool Program::callsUnseenCode() const {
  return llvm::any_of(reached(), [&](const llvm::Function *function) {
    const bool isUnseen = function->isDeclaration() && !function->isIntrinsic();
    return isUnseen && !mpi::findRoutine(std::string_view(function->getName())) &&
           openMpOf(*function) == OpenMp::None && effects_.mayHideCollective(*function);
  });
}

bool Program::isShort(const llvm::Function &function) const {
  constexpr std::ptrdiff_t kMostInstructions = 64;
  return function.size() == 1 && function.getEntryBlock().sizeWithoutDebug() <= kMostInstructions;
}

const llvm::Function *Program::entry() const {
  for (const llvm::StringRef name : {"_QQmain", "main"})  // flang names the Fortran program so, and wraps it in main
    if (const llvm::Function *function = module_.getFunction(name); function && !function->isDeclaration())
      return function;
  return nullptr;
}

const llvm::DenseSet<const llvm::Function *> &Program::reached() const {
  if (reached_) return *reached_;
  reached_.emplace();
  llvm::SmallVector<const llvm::Constant *> pending;
  llvm::DenseSet<const llvm::Constant *> named;
  const llvm::Function *start = entry();
  for (const llvm::Function &function : module_)
    if (start ? &function == start : !function.isDeclaration() && !function.hasLocalLinkage())
      pending.push_back(&function);
  for (const llvm::StringRef list : {"llvm.global_ctors", "llvm.global_dtors"})
    if (const llvm::GlobalVariable *variable = module_.getGlobalVariable(list)) pending.push_back(variable);
  const auto addOperands = [&](const llvm::User &user) {
    for (const llvm::Use &operand : user.operands())
      if (const auto *next = llvm::dyn_cast<llvm::Constant>(operand)) pending.push_back(next);
  };
  while (!pending.empty()) {
    const llvm::Constant *constant = pending.pop_back_val();
    if (!named.insert(constant).second) continue;
    addOperands(*constant);
    const auto *function = llvm::dyn_cast<llvm::Function>(constant);
    if (!function) continue;
    reached_->insert(function);
    for (const llvm::Instruction &instruction : llvm::instructions(*function)) addOperands(instruction);
  }
  return *reached_;
}

std::vector<const llvm::Function *> Program::reachable() const {
  std::vector<const llvm::Function *> functions;
  for (const llvm::Function &function : module_)
    if (!function.isDeclaration() && reached().contains(&function) && leading_.contains(&function))
      functions.push_back(&function);
  return functions;
}

std::vector<const llvm::Function *> Program::outermost() const {
  std::vector<const llvm::Function *> functions;
  for (const llvm::Function &function : module_) {
    const bool isCalled = llvm::any_of(function.users(), [&](const llvm::User *user) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      return call && calledFunction(*call) == &function && call->getFunction() != &function;
    });
    if (!isCalled && leading_.contains(&function)) functions.push_back(&function);
  }
  return functions;
}

}  // namespace lockstep::passes::symex
