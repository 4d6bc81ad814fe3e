// What a call asks of the OpenMP runtime, as clang and flang make such calls of directives. OpenMpRuntime.def lists the
// functions; nobody else knows their names.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace lockstep::passes {

enum class OpenMp : std::uint8_t {
  None,   // not of the OpenMP runtime, or nothing is known of it
  Other,  // orders nothing and runs no code of the program
  Fork,
  ForkIf,  // with the condition of an `if` clause
  ForkTeams,
  TeamSize,
  GlobalThreadNumber,
  ThreadNumber,  // in the team
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
  LockLife,  // makes a lock or destroys it
  SetLock,
  TestLock,
  UnsetLock,
  TaskAlloc,
  Task,
  DependentTask,
  UndeferredTask,  // run at once by the thread that makes it
  EndUndeferredTask,
  Taskloop,
  TaskWait,
  TaskGroup,
  EndTaskGroup,
  TaskYield,
  OtherTask,
};

/// By its name alone.
OpenMp openMpOf(llvm::StringRef name);

/// None for what the program defines itself.
OpenMp openMpOf(const llvm::Function &callee);
OpenMp openMpOf(const llvm::CallBase &call);

/// Whether the compiler made the function of a parallel region or a task.
bool isOutlined(const llvm::Function &function);

/// Whether a call with this meaning takes no other code of the program up than its caller's.
bool isQuiet(OpenMp what);

/// The function that the threads of a parallel region run, with their two numbers and what the call passes on.
struct ParallelRegion {
  static constexpr unsigned kFirstParameter = 2;  // of the function: the first that the call passes on

  llvm::Function *body = nullptr;    // null: the call forks no team, or it is not seen what runs
  llvm::Value *condition = nullptr;  // of an `if` clause, where the call decides about it
  unsigned firstOperand = 0;         // of the call: what the first of these parameters gets

  /// What the call passes for a parameter; null for the threads' numbers, and where it passes nothing.
  llvm::Value *passedFor(const llvm::CallBase &fork, unsigned parameter) const;
};

ParallelRegion parallelRegionOf(const llvm::CallBase &call);

}  // namespace lockstep::passes
