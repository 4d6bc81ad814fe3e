// May-happen-in-parallel analysis of an OpenMP region that the interpreter executes with one thread.
//
// Code belongs to a strand: it is executed by all threads of the team, or by one of them (master, single, a section, an
// iteration, a task). Between two barriers two strands may run in parallel unless they are the same, or one thread
// executes both. If one strand accesses a buffer of an operation that another one started, this is a race, whatever the
// order in the execution. A task is ordered after what its parent did before, and after the tasks on which it depends.
// Nothing is reported if the program queries its thread number, which may order anything, in critical sections, or if
// atomic operations or locks may order the two.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <llvm/IR/InstrTypes.h>

#include "passes/symex/SymExpr.h"
#include "semantics/layout/StridedRun.h"

namespace lockstep::passes::symex {

struct Strand {
  enum class Kind : std::uint8_t { All, Master, Single, Iteration, Task };
  Kind kind = Kind::All;
  const llvm::Instruction *construct = nullptr;
  std::int64_t index = 0;  // thread, iteration or task number
  friend bool operator==(const Strand &, const Strand &) = default;
};

/// An access to memory in the region, since the last barrier.
struct Use {
  std::uint32_t object = 0;
  semantics::StridedRun run;
  bool isWrite = false;
  bool isOperation = false;  // by MPI
  const llvm::Instruction *at = nullptr;
  Strand strand;
  bool isExclusive = false;  // in a critical or ordered section
  bool isPublished = false;  // followed by an atomic operation or lock in its strand
  bool hasAcquired = false;  // preceded by one
};

struct Dependence {
  Value address;
  bool isOut = false;
};

/// What is ordered before a task: its parent up to the task's creation, and the tasks in its dependences.
struct TaskOrder {
  Strand parent;
  std::size_t usesBefore = 0;
  std::set<std::int64_t> after;
  std::vector<Dependence> dependences;
};

/// A worksharing loop.
struct SharedLoop {
  const llvm::CallBase *begin = nullptr;
  std::size_t frame = 0;
  bool isChunked = false;
  bool isDynamic = false;  // any thread may get any chunk
  std::int64_t chunk = 1;
  std::int64_t count = 0;  // of iterations, 0 if unknown
};

struct Team {
  std::uint32_t firstPrivate = 0;  // objects from here on are created inside
  std::size_t frame = 0;           // of the region's body
  std::int64_t threads = 0;        // 0 if unknown
  bool isUnclear = false;
  bool isExclusive = false;
  bool hasAcquired = false;
  Strand strand;
  std::optional<SharedLoop> loop;
  std::vector<Use> uses;
  std::map<std::int64_t, TaskOrder> tasks;  // by number
};

/// A dynamically scheduled loop, and whether the single executed thread got all of it.
struct DispatchedLoop {
  std::int64_t bytes = 4;  // size of the loop variable
  Value low;
  Value high;
  Value stride;
  bool isTaken = false;
};

}  // namespace lockstep::passes::symex
