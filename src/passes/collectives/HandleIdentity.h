// Decides which handles of different ranks refer to the same communicator, window or file.
//
// A walk identifies a handle by the call that created it, but ranks may create one object at different places:
//
//   if (rank == 0)
//     MPI_Win_create(memory, ...);
//   else
//     MPI_Win_create(NULL, 0, ...);
//
// The identity of an object follows from its parent handle and the position of its creation among the parent's
// collectives. So the ranks are matched on the parent (SequenceMatch.h), and handles created by matching calls get the
// name used by rank 0. Handles with several matches, or none, are unclear.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "passes/collectives/CollectiveSummary.h"
#include "passes/collectives/SequenceMatch.h"

namespace lockstep::passes {

class HandleIdentity {
 public:
  /// Gives the handles in the summaries of all ranks their common names. `walked` describes the explored communicator.
  void resolve(const StepContext &walked, std::vector<CollectiveSummary> &behaviors);

  /// The same for another summary of one of these ranks.
  void apply(int rank, CollectiveSummary &behavior) const;

 private:
  using Names = llvm::DenseMap<const llvm::Value *, const llvm::Value *>;  // by symbol; null if unclear
  std::vector<Names> names_;                                               // by rank
};

}  // namespace lockstep::passes
