// The meaning of calls of the OpenMP runtime, as clang and flang generate them for directives. Only OpenMpRuntime.def
// knows the names of the functions.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace lockstep::passes {

enum class OpenMp : std::uint8_t {
  None,   // not in the OpenMP runtime, or unknown
  Other,  // orders nothing and runs no code of the program
  Fork,
  ForkIf,  // with the condition of an `if` clause
  ForkTeams,
  TeamSize,         // of the next team
  DefaultTeamSize,  // of teams without one
  GlobalThreadNumber,
  ThreadNumber,  // number in the team
  Single,
  EndSingle,
  Master,
  EndMaster,
  Barrier,
  StaticLoop,
  EndStaticLoop,
  DynamicLoop,
  NextOfLoop,
  EndDynamicLoop,
  Reduce,
  Critical,
  EndCritical,
  Ordered,
  EndOrdered,
  IterationWait,
  IterationPost,
  Flush,
  LockLife,  // creates or destroys a lock
  SetLock,
  TestLock,
  UnsetLock,
  TaskAlloc,
  Task,
  DependentTask,
  UndeferredTask,  // executed at once by the creating thread
  EndUndeferredTask,
  Taskloop,
  TaskWait,
  TaskGroup,
  EndTaskGroup,
  TaskYield,
  OtherTask,
};

/// By name only.
OpenMp openMpOf(llvm::StringRef name);

/// None for functions defined by the program.
OpenMp openMpOf(const llvm::Function &callee);
OpenMp openMpOf(const llvm::CallBase &call);

/// Whether the compiler outlined the function from a parallel region or a task.
bool isOutlined(const llvm::Function &function);

/// Whether a call with this meaning executes no code of the program other than its caller's.
bool isQuiet(OpenMp what);

/// The outlined function of a parallel region; its parameters are two thread numbers and what the call passes.
struct ParallelRegion {
  static constexpr unsigned kFirstParameter = 2;  // first parameter of the function that the call passes

  llvm::Function *body = nullptr;    // null: the call forks no team, or the function is unknown
  llvm::Value *condition = nullptr;  // of an `if` clause, if the call has one
  unsigned firstOperand = 0;         // operand of the call for the first such parameter

  /// What the call passes for a parameter; null for the thread numbers, and if it passes nothing.
  llvm::Value *passedFor(const llvm::CallBase &fork, unsigned parameter) const;
};

ParallelRegion parallelRegionOf(const llvm::CallBase &call);

}  // namespace lockstep::passes
