#include "passes/ir/MpiCallers.h"

#include <llvm/IR/InstIterator.h>

#include <vector>

namespace lockstep::passes {

llvm::DenseSet<const llvm::Function *> callersOf(llvm::ArrayRef<const llvm::Function *> called) {
  llvm::DenseSet<const llvm::Function *> callers;
  std::vector<const llvm::Function *> pending = called.vec();
  while (!pending.empty()) {
    const llvm::Function *function = pending.back();
    pending.pop_back();
    for (const llvm::User *user : function->users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && callers.insert(call->getFunction()).second) pending.push_back(call->getFunction());
    }
  }
  return callers;
}

llvm::DenseSet<const llvm::Function *> functionsLeadingTo(const llvm::Module &module,
                                                          llvm::function_ref<bool(const llvm::CallBase &)> isWanted) {
  std::vector<const llvm::Function *> calling;
  for (const llvm::Function &function : module) {
    const bool calls = llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call && isWanted(*call);
    });
    if (calls) calling.push_back(&function);
  }
  llvm::DenseSet<const llvm::Function *> leading = callersOf(calling);
  leading.insert(calling.begin(), calling.end());
  return leading;
}

llvm::DenseSet<const llvm::Function *> functionsReaching(const llvm::Module &module,
                                                         llvm::function_ref<bool(const mpi::RoutineInfo &)> isWanted) {
  std::vector<const llvm::Function *> wanted;
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration()) continue;
    const std::optional<mpi::Routine> routine = mpi::findRoutine(std::string_view(function.getName()));
    if (routine && isWanted(mpi::info(*routine))) wanted.push_back(&function);
  }
  return callersOf(wanted);
}

}  // namespace lockstep::passes
