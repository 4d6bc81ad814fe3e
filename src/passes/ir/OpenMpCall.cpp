#include "passes/ir/OpenMpCall.h"

#include <llvm/IR/Function.h>

#include <map>

#include "passes/ir/MpiCall.h"

namespace lockstep::passes {

OpenMp openMpOf(const llvm::CallBase &call) {
  const llvm::Function *callee = calledFunction(call);
  if (!callee || !callee->isDeclaration()) return OpenMp::None;
  static const std::map<llvm::StringRef, OpenMp> kNames{
      {"__kmpc_fork_call", OpenMp::Fork},
      {"__kmpc_fork_call_if", OpenMp::Fork},
      {"__kmpc_single", OpenMp::Single},
      {"__kmpc_master", OpenMp::Master},
      {"__kmpc_masked", OpenMp::Master},
      {"__kmpc_barrier", OpenMp::Barrier},
      {"__kmpc_cancel_barrier", OpenMp::Barrier},
      {"__kmpc_omp_taskwait", OpenMp::Barrier},
      {"__kmpc_omp_wait_deps", OpenMp::Barrier},
      {"__kmpc_omp_taskwait_deps_51", OpenMp::Barrier},
      {"__kmpc_end_taskgroup", OpenMp::Barrier},
      {"__kmpc_for_static_init_4", OpenMp::StaticInit},
      {"__kmpc_omp_task_alloc", OpenMp::TaskAlloc},
      {"omp_get_thread_num", OpenMp::ThreadNumber},
      {"omp_get_thread_num_", OpenMp::ThreadNumber},
      {"__kmpc_push_num_threads", OpenMp::TeamSize},
  };
  const auto found = kNames.find(callee->getName());
  return found == kNames.end() ? OpenMp::None : found->second;
}

}  // namespace lockstep::passes
