#include "passes/collectives/RankSource.h"

namespace lockstep::passes {

namespace {

bool isStatus(mpi::Role role) {
  const mpi::Capture capture = mpi::info(role).capture;
  return capture == mpi::Capture::StatusOut || capture == mpi::Capture::StatusArrayOut;
}

}  // namespace

bool isRankSource(const mpi::RoutineInfo &info) {
  switch (info.base) {
    case mpi::Routine::Comm_rank:
    case mpi::Routine::Group_rank:
    case mpi::Routine::Cart_coords:
    case mpi::Routine::Cart_get:
    case mpi::Routine::Cart_rank:
    case mpi::Routine::Cart_shift:
    case mpi::Routine::Cart_map:
    case mpi::Routine::Graph_map:
    case mpi::Routine::Group_translate_ranks:
      return true;
    default:
      return false;
  }
}

Uniformity uniformityOf(const mpi::RoutineInfo &info, std::size_t argument) {
  if (isRankSource(info) || isStatus(info.args()[argument].role)) return Uniformity::Multi;
  switch (info.cls) {
    case mpi::Class::Receive:
    case mpi::Class::SendReceive:
    case mpi::Class::Probe:
    case mpi::Class::Partition:
    case mpi::Class::Completion:
    case mpi::Class::RequestQuery:
    case mpi::Class::CollectiveToRoot:
    case mpi::Class::CollectiveScan:
    case mpi::Class::CollectiveExscan:
    case mpi::Class::CollectiveNeighbor:
    case mpi::Class::RmaGet:
    case mpi::Class::RmaFetch:
      return Uniformity::Multi;
    case mpi::Class::CollectiveFromRoot:
      return info.base == mpi::Routine::Bcast || info.base == mpi::Routine::Ibcast ? Uniformity::Single
                                                                                   : Uniformity::Multi;
    case mpi::Class::CollectiveAll:
      switch (info.base) {
        case mpi::Routine::Allreduce:
        case mpi::Routine::Iallreduce:
        case mpi::Routine::Allgather:
        case mpi::Routine::Iallgather:
        case mpi::Routine::Allgatherv:
        case mpi::Routine::Iallgatherv:
          return Uniformity::Single;
        default:
          return Uniformity::Multi;
      }
    default:
      return Uniformity::Single;
  }
}

}  // namespace lockstep::passes
