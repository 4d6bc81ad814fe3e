#include "passes/ir/CallLines.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include "passes/ir/CallEffects.h"
#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

namespace {

/// The functions that may stand on the stack of an MPI call: they call one, or what is not seen, or each other.
class OnTheStack {
 public:
  explicit OnTheStack(const llvm::Module &module) {
    for (const llvm::Function &function : module)
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && leavesModule(*call)) {
          add(function);
          break;
        }
    while (!pending_.empty())
      for (const llvm::User *user : pending_.pop_back_val()->users())  // as callee, or handed to a runtime
        if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) add(*call->getFunction());
  }

  bool contains(const llvm::Function &function) const { return functions_.contains(&function); }
  bool mayLeadToMpi(const llvm::CallBase &call) {
    if (leavesModule(call)) return true;
    return llvm::any_of(call.operands(), [this](const llvm::Use &operand) {
      const auto *function = llvm::dyn_cast<llvm::Function>(operand.get());
      return function && contains(*function);
    });
  }

 private:
  void add(const llvm::Function &function) {
    if (functions_.insert(&function).second) pending_.push_back(&function);
  }

  /// Calls MPI, something unknown, or a function of another module that belongs to no library.
  bool leavesModule(const llvm::CallBase &call) {
    const llvm::Function *callee = calledFunction(call);
    if (!callee) return !call.isInlineAsm();
    if (!callee->isDeclaration()) return callee->isInterposable();
    const auto [place, isNew] = outside_.try_emplace(callee, false);
    if (isNew) place->second = !CallEffects::isLibraryCall(call);
    return place->second;
  }

  llvm::DenseSet<const llvm::Function *> functions_;
  llvm::SmallVector<const llvm::Function *> pending_;
  llvm::DenseMap<const llvm::Function *, bool> outside_;
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
