#include "passes/instrument/LateStage.h"

#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/InstIterator.h>

#include "passes/instrument/Access.h"
#include "passes/instrument/Atomics.h"
#include "passes/instrument/Exclusion.h"
#include "passes/instrument/Hooks.h"
#include "passes/instrument/Locality.h"
#include "passes/instrument/Looks.h"
#include "passes/instrument/Polling.h"

namespace lockstep::instrument {

namespace {

struct PlacedRun {
  llvm::Instruction *end;
  Run run;
};

/// What a function's instructions ask for, found before anything is changed.
class Plan {
 public:
  Plan(llvm::Function &function, llvm::ScalarEvolution &evolution, bool isOptimised)
      : evolution_(evolution), locality_(!isOptimised) {
    for (llvm::BasicBlock &block : function) readBlock(block);
  }

  void carryOut(Hooks &hooks, bool moduleHasFences) const {
    for (const PlacedRun &placed : runs_) placed.run.emit(*placed.end, hooks);
    for (llvm::Instruction *atomic : atomics_) instrumentAtomic(*atomic, hooks, moduleHasFences);
  }

 private:
  void readBlock(llvm::BasicBlock &block);
  void readInstruction(llvm::Instruction &instruction, Run &run);
  void end(Run &run, llvm::Instruction &instruction) {
    if (!run.isEmpty()) runs_.push_back({&instruction, std::exchange(run, {})});
  }

  llvm::ScalarEvolution &evolution_;
  Locality locality_;
  std::vector<PlacedRun> runs_;
  llvm::SmallVector<llvm::Instruction *> atomics_;
};

void Plan::readInstruction(llvm::Instruction &instruction, Run &run) {
  for (const Access &access : accessesOf(instruction)) {
    if (locality_.isPrivate(access)) continue;
    if (run.isFull()) end(run, instruction);
    run.add(access, evolution_);
  }
}

void Plan::readBlock(llvm::BasicBlock &block) {
  Run run;
  for (llvm::Instruction &instruction : block) {
    if (isAtomic(instruction)) atomics_.push_back(&instruction);
    readInstruction(instruction, run);
    if (instruction.isTerminator() || mayEndSegment(instruction)) end(run, instruction);
  }
}

bool isForUs(const llvm::Function &function, const Exclusion &exclusion) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() && !exclusion.covers(function);
}

bool hasFences(llvm::Module &module) {
  return llvm::any_of(module, [](llvm::Function &function) {
    return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
      return llvm::isa<llvm::FenceInst>(instruction) && isAtomic(instruction);
    });
  });
}

}  // namespace

llvm::PreservedAnalyses LateStage::run(llvm::Module &module, llvm::ModuleAnalysisManager &manager) {
  auto &functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const Exclusion exclusion(module);
  const bool moduleHasFences = hasFences(module);
  Hooks hooks(module);
  for (llvm::Function &function : module) {
    if (!isForUs(function, exclusion)) continue;
    markPolls(function, functions.getResult<llvm::LoopAnalysis>(function));
    auto &evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    Plan(function, evolution, isOptimised_).carryOut(hooks, moduleHasFences);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace lockstep::instrument
