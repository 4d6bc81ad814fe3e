// User-defined operations. What one of them does to the buffers of the reductions that use it, in whatever call the
// library runs it, is the library's doing.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/Context.h"

namespace lockstep::engine {

class UserOperations {
 public:
  /// A call has returned.
  void take(const Call &call, const Result &result) {
    if (call.routine->indexOf(mpi::Role::UserFunction) < 0 || result.code != 0) return;
    const std::int64_t op = written(call, result, mpi::Role::NewOp).value_or(trace::kNullHandle);
    functions_[call.process][op] = static_cast<std::uint64_t>(call.argument(mpi::Role::UserFunction).value_or(0));
  }

  /// The access that is made now is made by the operation that the reduction uses.
  bool isByItself(const Call &reduction, const ProcessContext &context) const {
    const auto op = reduction.argument(mpi::Role::Op);
    if (context.operation() == 0 || !op) return false;
    const auto ofProcess = functions_.find(reduction.process);
    if (ofProcess == functions_.end()) return false;
    const auto function = ofProcess->second.find(*op);
    return function != ofProcess->second.end() && function->second == context.operation();
  }

  void forget(const ProcessInfo &process) { functions_.erase(&process); }

 private:
  /// By the handles of the operations.
  std::unordered_map<const ProcessInfo *, std::unordered_map<std::int64_t, std::uint64_t>> functions_;
};

}  // namespace lockstep::engine
