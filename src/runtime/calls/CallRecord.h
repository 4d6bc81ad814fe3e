// Writes the records of one call: array arguments and Enter before it, results and Leave after it. Interprets the call
// plan over the raw bits of the arguments, so that each wrapper is only a few instructions.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "mpi/Routine.h"
#include "runtime/sites/SiteCache.h"
#include "trace/Record.h"

namespace lockstep::runtime {

struct CallPlan;
struct ThreadState;

/// How many bytes of handles the call reads through this argument.
std::size_t handleBytes(const CallPlan &plan, const std::int64_t *raw, std::size_t argument);

/// Where a call comes from.
struct Caller {
  std::uint32_t site = 0;
  std::uint32_t stack = 0;
  Copies copies = Copies::None;
};

/// `before`: the arguments as they were at entry; differs from `raw` only for a folded poll, whose handles were saved.
void writeEnter(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const std::int64_t *before,
                const Caller &caller);
/// `statuses`: those passed instead of the program's, or nullptr. The record stays in place until the thread writes the
/// next one.
trace::Leave *writeLeave(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const MPI_Status *statuses,
                         std::int64_t code);
/// Instead of writeLeave for a call that is left by an exception.
void writeAbandoned(ThreadState &thread, mpi::Routine routine);

/// How many statuses of the recorder the call needs: none if the program passes its own.
std::size_t ignoredStatuses(const CallPlan &plan, const std::int64_t *raw);

}  // namespace lockstep::runtime
