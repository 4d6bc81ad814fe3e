#include "cli/timeline/Otf2Kinds.h"

namespace lockstep::cli {

using mpi::Class;
using mpi::Routine;

OTF2_CollectiveOp operationOf(const mpi::RoutineInfo &routine) {
  switch (routine.base) {
    case Routine::Bcast:
      return OTF2_COLLECTIVE_OP_BCAST;
    case Routine::Gather:
      return OTF2_COLLECTIVE_OP_GATHER;
    case Routine::Gatherv:
      return OTF2_COLLECTIVE_OP_GATHERV;
    case Routine::Scatter:
      return OTF2_COLLECTIVE_OP_SCATTER;
    case Routine::Scatterv:
      return OTF2_COLLECTIVE_OP_SCATTERV;
    case Routine::Allgather:
      return OTF2_COLLECTIVE_OP_ALLGATHER;
    case Routine::Allgatherv:
      return OTF2_COLLECTIVE_OP_ALLGATHERV;
    case Routine::Alltoall:
      return OTF2_COLLECTIVE_OP_ALLTOALL;
    case Routine::Alltoallv:
      return OTF2_COLLECTIVE_OP_ALLTOALLV;
    case Routine::Alltoallw:
      return OTF2_COLLECTIVE_OP_ALLTOALLW;
    case Routine::Allreduce:
      return OTF2_COLLECTIVE_OP_ALLREDUCE;
    case Routine::Reduce:
      return OTF2_COLLECTIVE_OP_REDUCE;
    case Routine::Reduce_scatter:
      return OTF2_COLLECTIVE_OP_REDUCE_SCATTER;
    case Routine::Reduce_scatter_block:
      return OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK;
    case Routine::Scan:
      return OTF2_COLLECTIVE_OP_SCAN;
    case Routine::Exscan:
      return OTF2_COLLECTIVE_OP_EXSCAN;
    default:
      return routine.cls == Class::CollectiveComm || routine.cls == Class::CollectiveWindow
                 ? OTF2_COLLECTIVE_OP_CREATE_HANDLE
                 : OTF2_COLLECTIVE_OP_BARRIER;
  }
}

OTF2_RegionRole roleOf(const mpi::RoutineInfo &routine) {
  if (mpi::isCollective(routine.cls)) return OTF2_REGION_ROLE_COLL_OTHER;
  switch (routine.cls) {
    case Class::Send:
    case Class::Receive:
    case Class::SendReceive:
    case Class::Probe:
    case Class::Start:
    case Class::Completion:
      return OTF2_REGION_ROLE_POINT2POINT;
    case Class::RmaPut:
    case Class::RmaGet:
    case Class::RmaAccumulate:
    case Class::RmaFetch:
    case Class::WindowSync:
      return OTF2_REGION_ROLE_RMA;
    default:
      return OTF2_REGION_ROLE_FUNCTION;
  }
}

OTF2_RmaAtomicType atomicOf(const mpi::RoutineInfo &routine) {
  if (routine.cls == Class::RmaAccumulate) return OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
  return routine.base == Routine::Compare_and_swap ? OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP
                                                   : OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE;
}

}  // namespace lockstep::cli
