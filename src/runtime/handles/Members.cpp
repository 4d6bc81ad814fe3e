#include "runtime/handles/Members.h"

#include <numeric>

#include "runtime/calls/Real.h"
#include "trace/Record.h"

namespace lockstep::runtime {
namespace {

MPI_Group gWorld = MPI_GROUP_NULL;

Members takeMembers(MPI_Group group) {
  Members members = groupMembers(group);
  LOCKSTEP_REAL(Group_free)(&group);
  return members;
}

}  // namespace

void setWorldGroup(MPI_Group group) { gWorld = group; }

Members groupMembers(MPI_Group group) {
  int size = 0;
  if (gWorld == MPI_GROUP_NULL || LOCKSTEP_REAL(Group_size)(group, &size) != MPI_SUCCESS || size <= 0) return {};
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::vector<int> worldRanks(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  LOCKSTEP_REAL(Group_translate_ranks)(group, size, ranks.data(), gWorld, worldRanks.data());
  Members members(ranks.size(), trace::kOutsideWorld);
  for (std::size_t i = 0; i < members.size(); ++i)
    if (worldRanks[i] >= 0) members[i] = static_cast<std::uint32_t>(worldRanks[i]);
  return members;
}

Members commMembers(MPI_Comm comm) {
  MPI_Group group = MPI_GROUP_NULL;
  if (LOCKSTEP_REAL(Comm_group)(comm, &group) != MPI_SUCCESS) return {};
  return takeMembers(group);
}

Members remoteMembers(MPI_Comm comm) {
  int isInter = 0;
  MPI_Group group = MPI_GROUP_NULL;
  if (LOCKSTEP_REAL(Comm_test_inter)(comm, &isInter) != MPI_SUCCESS || isInter == 0) return {};
  if (LOCKSTEP_REAL(Comm_remote_group)(comm, &group) != MPI_SUCCESS) return {};
  return takeMembers(group);
}

}  // namespace lockstep::runtime
