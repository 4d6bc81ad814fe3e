#include "passes/pointers/WatchedMemory.h"

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "passes/ir/MpiCall.h"
#include "passes/ir/SourceSite.h"
#include "passes/pointers/PointsTo.h"

namespace lockstep::passes {

namespace {

class Lister {
 public:
  explicit Lister(llvm::Module &program)
      : implementation_(llvm::Triple(program.getTargetTriple())),
        library_(implementation_),
        reach_(program, [this](llvm::Function &) -> const llvm::TargetLibraryInfo & { return library_; }) {
    for (const llvm::GlobalVariable &variable : program.globals()) readGlobal(variable);
    for (const llvm::Function &function : program)
      for (const llvm::Instruction &instruction : llvm::instructions(function)) read(instruction);
  }

  report::Recorded take() { return std::move(recorded_); }

 private:
  void readGlobal(const llvm::GlobalVariable &variable);
  void read(const llvm::Instruction &instruction);
  void add(const llvm::Value &memory, llvm::StringRef name, const llvm::DIFile *file, unsigned line);

  llvm::TargetLibraryInfoImpl implementation_;
  llvm::TargetLibraryInfo library_;
  PointsTo reach_;
  report::Recorded recorded_;
};

void Lister::add(const llvm::Value &memory, llvm::StringRef name, const llvm::DIFile *file, unsigned line) {
  if (name.starts_with('.')) return;  // compiler-generated
  ++recorded_.objects;
  const llvm::CallBase *cause = reach_.why(memory);
  if (!cause) return;
  const report::Site site = sourceSite(*cause, report::SiteRole::Call);
  const llvm::Function *callee = calledFunction(*cause);
  recorded_.memory.push_back({.name = name.str(),
                              .file = file ? fileName(*file) : "",
                              .line = line,
                              .call = callee ? callee->getName().str() : "a function pointer",
                              .callFile = site.file,
                              .callLine = site.line});
}

void Lister::readGlobal(const llvm::GlobalVariable &variable) {
  if (variable.isConstant()) return;
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> descriptions;
  variable.getDebugInfo(descriptions);
  if (descriptions.empty()) return;
  const llvm::DIGlobalVariable &source = *descriptions.front()->getVariable();
  add(variable, source.getName(), source.getFile(), source.getLine());
}

void Lister::read(const llvm::Instruction &instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction)) {
    for (const llvm::DbgVariableRecord *record : llvm::findDVRDeclares(const_cast<llvm::Instruction *>(&instruction)))
      add(instruction, record->getVariable()->getName(), record->getVariable()->getFile(),
          record->getVariable()->getLine());
    for (const llvm::DbgDeclareInst *record : llvm::findDbgDeclares(const_cast<llvm::Instruction *>(&instruction)))
      add(instruction, record->getVariable()->getName(), record->getVariable()->getFile(),
          record->getVariable()->getLine());
    return;
  }
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call ? calledFunction(*call) : nullptr;
  if (!callee || !llvm::isAllocationFn(call, &library_) || !instruction.getDebugLoc()) return;
  add(instruction, callee->getName(), instruction.getDebugLoc()->getFile(), lineOf(instruction));
}

}  // namespace

report::Recorded recordedMemory(llvm::Module &program) { return Lister(program).take(); }

}  // namespace lockstep::passes
