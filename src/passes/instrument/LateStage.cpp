#include "passes/instrument/LateStage.h"

#include <optional>
#include <utility>
#include <vector>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "passes/instrument/Exclusion.h"
#include "passes/instrument/Hooks.h"
#include "passes/instrument/accesses/Access.h"
#include "passes/instrument/accesses/AccessMetadata.h"
#include "passes/instrument/accesses/Atomics.h"
#include "passes/instrument/accesses/FortranArrays.h"
#include "passes/instrument/accesses/Locality.h"
#include "passes/instrument/accesses/Polling.h"
#include "passes/instrument/accesses/WatchChecks.h"
#include "passes/instrument/objects/Objects.h"
#include "passes/pointers/PointsTo.h"

namespace lockstep::instrument {

namespace {

llvm::cl::opt<bool> isWholeProgram("lockstep-whole-program",
                                   llvm::cl::desc("no other object of the program shares memory with this one"));

struct PlacedRun {
  llvm::Instruction *end;
  Run run;
};

/// What a function needs, collected before anything is changed.
class Plan {
 public:
  Plan(llvm::Function &function, llvm::ScalarEvolution &evolution, const llvm::TargetLibraryInfo &library,
       const llvm::LoopInfo &loops, bool isOptimized, const passes::PointsTo *reach)
      : evolution_(evolution), library_(library), loops_(loops), locality_(!isOptimized), reach_(reach) {
    for (llvm::BasicBlock &block : function) readBlock(block);
  }

  void carryOut(Hooks &hooks, bool moduleHasFences) const {
    for (const PlacedRun &placed : runs_) placed.run.emit(*placed.end, hooks);
    for (llvm::Instruction *atomic : atomics_) instrumentAtomic(*atomic, hooks, moduleHasFences);
    for (llvm::CallInst *assignment : assignments_) instrumentArrayAssignment(*assignment);
  }

 private:
  void readBlock(llvm::BasicBlock &block);
  bool isWidened(const llvm::Instruction &instruction) const;
  bool isOutOfReach(const Access &access) const { return reach_ && !reach_->reaches(*access.address); }
  void readInstruction(llvm::Instruction &instruction, Run &run);
  void end(Run &run, llvm::Instruction &instruction) {
    if (!run.isEmpty()) runs_.push_back({&instruction, std::exchange(run, {})});
  }

  llvm::ScalarEvolution &evolution_;
  const llvm::TargetLibraryInfo &library_;
  const llvm::LoopInfo &loops_;
  Locality locality_;
  const passes::PointsTo *reach_;  // null if the module is not the whole program
  std::vector<PlacedRun> runs_;
  llvm::SmallVector<llvm::Instruction *> atomics_;
  llvm::SmallVector<llvm::CallInst *> assignments_;
};

/// Whether the optimizer widened a masked load to a full one because all lanes are dereferenceable. The original mask
/// is lost, or left in a later select.
bool Plan::isWidened(const llvm::Instruction &instruction) const {
  if (!llvm::isa<llvm::LoadInst>(instruction) || !instruction.getType()->isVectorTy()) return false;
  if (!isMarked(instruction, Mark::Conditional)) return false;
  const llvm::Loop *loop = loops_.getLoopFor(instruction.getParent());
  return !loop || llvm::getBooleanLoopAttribute(loop, "llvm.loop.isvectorized");
}

void Plan::readInstruction(llvm::Instruction &instruction, Run &run) {
  if (isWidened(instruction)) return;
  for (const Access &access : accessesOf(instruction)) {
    if (locality_.isPrivate(access) || isOutOfReach(access)) continue;
    if (run.isFull()) end(run, instruction);
    run.add(access, evolution_);
  }
}

void Plan::readBlock(llvm::BasicBlock &block) {
  Run run;
  for (llvm::Instruction &instruction : block) {
    if (isAtomic(instruction)) atomics_.push_back(&instruction);
    if (isArrayAssignment(instruction)) assignments_.push_back(llvm::cast<llvm::CallInst>(&instruction));
    readInstruction(instruction, run);
    if (instruction.isTerminator() || mayEndSegment(instruction, &library_)) end(run, instruction);
  }
}

bool isForUs(const llvm::Function &function, const Exclusion &exclusion) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() && !exclusion.covers(function);
}

bool hasFences(llvm::Module &module) {
  return llvm::any_of(module,
                      [](llvm::Function &function) { return llvm::any_of(llvm::instructions(function), isFence); });
}

/// Tells the tool which modules' loads and stores a run has seen.
void leaveName(llvm::Module &module) {
  constexpr llvm::StringLiteral kName = "lockstepInstrumented";
  llvm::Constant *text = llvm::ConstantDataArray::getString(module.getContext(), kName);
  auto *data = new llvm::GlobalVariable(module, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text, kName);
  llvm::appendToCompilerUsed(module, {data});
}

}  // namespace

llvm::PreservedAnalyses LateStage::run(llvm::Module &module, llvm::ModuleAnalysisManager &manager) {
  auto &functions = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  const Exclusion exclusion(module);
  const bool moduleHasFences = hasFences(module);
  std::optional<passes::PointsTo> reach;
  if (isWholeProgram) {
    const auto libraryOf = [&](llvm::Function &function) -> const llvm::TargetLibraryInfo & {
      return functions.getResult<llvm::TargetLibraryAnalysis>(function);
    };
    reach.emplace(module, libraryOf);
  }
  Hooks hooks(module);
  tellObjects(module, isOptimized_, exclusion, reach ? &*reach : nullptr, hooks);
  for (llvm::Function &function : module) {
    if (!isForUs(function, exclusion)) continue;
    const auto &loops = functions.getResult<llvm::LoopAnalysis>(function);
    markPolls(function, loops);
    auto &evolution = functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    const auto &library = functions.getResult<llvm::TargetLibraryAnalysis>(function);
    Plan(function, evolution, library, loops, isOptimized_, reach ? &*reach : nullptr).carryOut(hooks, moduleHasFences);
  }
  leaveName(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lockstep::instrument
