#include "passes/ir/MpiCallers.h"

#include <llvm/IR/InstrTypes.h>

#include <vector>

namespace lockstep::passes {

llvm::DenseSet<const llvm::Function *> functionsReaching(const llvm::Module &module,
                                                         llvm::function_ref<bool(const mpi::RoutineInfo &)> isWanted) {
  llvm::DenseSet<const llvm::Function *> reaching;
  std::vector<const llvm::Function *> pending;
  for (const llvm::Function &function : module) {
    if (!function.isDeclaration()) continue;
    const std::optional<mpi::Routine> routine = mpi::findRoutine(std::string_view(function.getName()));
    if (routine && isWanted(mpi::info(*routine))) pending.push_back(&function);
  }
  while (!pending.empty()) {
    const llvm::Function *function = pending.back();
    pending.pop_back();
    for (const llvm::User *user : function->users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call && reaching.insert(call->getFunction()).second) pending.push_back(call->getFunction());
    }
  }
  return reaching;
}

}  // namespace lockstep::passes
