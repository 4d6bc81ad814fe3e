// Which handles of the ranks stand for one communicator, window or file.
//
// A walk names a handle by the call that made it, but ranks may make one object at different places:
//
//   if (rank == 0)
//     MPI_Win_create(memory, ...);
//   else
//     MPI_Win_create(NULL, 0, ...);
//
// What an object is follows from the handle it was made from and the position of its making among the collectives on
// that one. So the ranks are brought in step on the parent (SequenceMatch.h), and the handles of calls that meet get
// the name that rank 0 has for it. Calls on a handle with more than one partner, or with none, count as unclear.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <vector>

#include "passes/collectives/CollectiveSummary.h"
#include "passes/collectives/SequenceMatch.h"

namespace lockstep::passes {

class HandleIdentity {
 public:
  /// Gives the handles in the behaviors of all ranks their common names. `explored` is about the explored communicator.
  void resolve(const StepContext &walked, std::vector<CollectiveSummary> &behaviors);

  /// The same for another behavior of one of these ranks.
  void apply(int rank, CollectiveSummary &behavior) const;

 private:
  using Names = llvm::DenseMap<const llvm::Value *, const llvm::Value *>;  // by symbol; null where it is unclear
  std::vector<Names> names_;                                               // of each rank
};

}  // namespace lockstep::passes
