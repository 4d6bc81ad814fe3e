#include "mpi/CommNeeds.h"

namespace lockstep::mpi {

TopologyNeed topologyNeedOf(const RoutineInfo &routine) {
  if (routine.cls == Class::CollectiveNeighbor) return TopologyNeed::Any;
  switch (routine.base) {
    case Routine::Cart_sub:
    case Routine::Cartdim_get:
    case Routine::Cart_get:
    case Routine::Cart_rank:
    case Routine::Cart_coords:
    case Routine::Cart_shift:
      return TopologyNeed::Cartesian;
    case Routine::Graphdims_get:
    case Routine::Graph_get:
    case Routine::Graph_neighbors_count:
    case Routine::Graph_neighbors:
      return TopologyNeed::Graph;
    case Routine::Dist_graph_neighbors_count:
    case Routine::Dist_graph_neighbors:
      return TopologyNeed::DistributedGraph;
    default:
      return TopologyNeed::Nothing;
  }
}

bool satisfies(Topology topology, TopologyNeed need) {
  switch (need) {
    case TopologyNeed::Nothing:
      return true;
    case TopologyNeed::Any:
      return topology != Topology::None;
    case TopologyNeed::Cartesian:
      return topology == Topology::Cartesian;
    case TopologyNeed::Graph:
      return topology == Topology::Graph;
    case TopologyNeed::DistributedGraph:
      return topology == Topology::DistributedGraph;
  }
  return true;
}

GroupsNeed groupsNeedOf(const RoutineInfo &routine) {
  switch (routine.base) {
    case Routine::Intercomm_merge:
    case Routine::Comm_remote_size:
    case Routine::Comm_remote_group:
      return GroupsNeed::Inter;
    case Routine::Cart_create:
    case Routine::Graph_create:
    case Routine::Dist_graph_create:
    case Routine::Dist_graph_create_adjacent:
    case Routine::Comm_create_group:
    case Routine::Intercomm_create:
      return GroupsNeed::Intra;
    default:
      break;
  }
  const bool isScan = routine.cls == Class::CollectiveScan || routine.cls == Class::CollectiveExscan;
  const bool isFileOpen = routine.indexOf(Role::NewFile) >= 0;
  return isScan || isFileOpen || routine.effect == Effect::WinCreate ? GroupsNeed::Intra : GroupsNeed::Any;
}

std::optional<Topology> madeTopology(const RoutineInfo &routine, std::optional<Topology> old) {
  switch (routine.base) {
    case Routine::Cart_create:
    case Routine::Cart_sub:
      return Topology::Cartesian;
    case Routine::Graph_create:
      return Topology::Graph;
    case Routine::Dist_graph_create:
    case Routine::Dist_graph_create_adjacent:
      return Topology::DistributedGraph;
    case Routine::Comm_dup:
    case Routine::Comm_dup_with_info:
    case Routine::Comm_idup:
    case Routine::Comm_idup_with_info:
      return old;
    default:
      return Topology::None;
  }
}

}  // namespace lockstep::mpi
