// What may happen in parallel inside an OpenMP region, although the interpreter runs it as one thread.
//
// Code belongs to a strand: it is run by all threads of the team, or by one of them (master, single, a section, an
// iteration, a task). Between two barriers two strands may run at the same time unless they are the same one, or one
// thread runs both. A buffer of an operation that another strand touches is then a race, whichever came first in the
// execution and complete or not. A task comes behind what its parent did before it, and behind tasks that it depends
// on. Nothing is said where the program asks for the number of its thread, which may order anything, where critical
// sections exclude, and where atomic operations or locks may have ordered what they lie between.
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
  std::int64_t index = 0;  // of the thread or iteration, or the task's number
  friend bool operator==(const Strand &, const Strand &) = default;
};

/// A touch of memory in the region, since the last barrier.
struct Use {
  std::uint32_t object = 0;
  semantics::StridedRun run;
  bool isWrite = false;
  bool isOperation = false;  // by MPI
  const llvm::Instruction *at = nullptr;
  Strand strand;
  bool isExclusive = false;  // in a critical section or an ordered one
  bool isPublished = false;  // an atomic operation or lock came after it in its strand
  bool hasAcquired = false;  // and before it
};

struct Dependence {
  Value address;
  bool isOut = false;
};

/// What comes before a task: its parent until it made the task, and the tasks that its dependences wait for.
struct TaskOrder {
  Strand parent;
  std::size_t usesBefore = 0;
  std::set<std::int64_t> after;
  std::vector<Dependence> dependences;
};

/// A loop whose iterations are shared out.
struct SharedLoop {
  const llvm::CallBase *begin = nullptr;
  std::size_t frame = 0;
  bool isChunked = false;
  bool isDynamic = false;  // any thread may get any chunk
  std::int64_t chunk = 1;
  std::int64_t count = 0;  // of iterations, 0 where unknown
};

struct Team {
  std::uint32_t firstPrivate = 0;  // objects from here on are made inside
  std::size_t frame = 0;           // of the region's body
  std::int64_t threads = 0;        // 0 where unknown
  bool isUnclear = false;
  bool isExclusive = false;
  bool hasAcquired = false;
  Strand strand;
  std::optional<SharedLoop> loop;
  std::vector<Use> uses;
  std::map<std::int64_t, TaskOrder> tasks;  // by number
};

/// A loop that is given out at run time, and whether the one thread of the exploration has had it all.
struct DispatchedLoop {
  std::int64_t bytes = 4;  // of a loop variable
  Value low;
  Value high;
  Value stride;
  bool isTaken = false;
};

}  // namespace lockstep::passes::symex
