#include "passes/ir/CallLines.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include "passes/ir/LibraryCall.h"
#include "passes/ir/MpiCall.h"
#include "passes/ir/MpiCallers.h"

namespace lockstep::passes {

namespace {

/// The functions that may be on the stack of an MPI call: they call one, or unknown code, or each other.
class OnTheStack {
 public:
  explicit OnTheStack(const llvm::Module &module)
      : functions_(functionsLeadingTo(module, [this](const llvm::CallBase &call) { return leavesModule(call); })) {}

  bool contains(const llvm::Function &function) const { return functions_.contains(&function); }
  bool mayLeadToMpi(const llvm::CallBase &call) {
    if (leavesModule(call)) return true;
    return llvm::any_of(call.operands(), [this](const llvm::Use &operand) {
      const auto *function = llvm::dyn_cast<llvm::Function>(operand.get());
      return function && contains(*function);
    });
  }

 private:
  /// Calls MPI, unknown code, or a function of another module that is not in a library.
  bool leavesModule(const llvm::CallBase &call) {
    const llvm::Function *callee = calledFunction(call);
    if (!callee) return !call.isInlineAsm();
    if (!callee->isDeclaration()) return callee->isInterposable();
    const auto [place, isNew] = outside_.try_emplace(callee, false);
    if (isNew) place->second = libraryCallOf(*callee) == LibraryCall::None;
    return place->second;
  }

  llvm::DenseMap<const llvm::Function *, bool> outside_;  // before its callers are found
  llvm::DenseSet<const llvm::Function *> functions_;
};

bool hasLineTablesOnly(const llvm::Module &module) {
  const auto isLines = [](const llvm::DICompileUnit *unit) {
    return unit->getEmissionKind() == llvm::DICompileUnit::LineTablesOnly;
  };
  return !module.debug_compile_units().empty() && llvm::all_of(module.debug_compile_units(), isLines);
}

}  // namespace

void keepLinesOfCalls(llvm::Module &module) {
  if (!hasLineTablesOnly(module)) return;
  OnTheStack stack(module);
  bool isAnyKept = false;
  for (llvm::Function &function : module) {
    if (!stack.contains(function)) {
      llvm::stripDebugInfo(function);
      continue;
    }
    isAnyKept = true;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !stack.mayLeadToMpi(*call)) instruction.setDebugLoc({});
    }
  }
  if (!isAnyKept) llvm::StripDebugInfo(module);
}

}  // namespace lockstep::passes
