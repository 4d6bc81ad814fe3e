#include "runtime/handles/Topology.h"

#include "mpi/Special.h"
#include "runtime/calls/Real.h"
#include "runtime/plans/SpecialValues.h"

namespace lockstep::runtime {
namespace {

int ownRank(MPI_Comm comm) {
  int rank = 0;
  LOCKSTEP_REAL(Comm_rank)(comm, &rank);
  return rank;
}

int dimensionsOf(MPI_Comm comm) {
  int dimensions = 0;
  LOCKSTEP_REAL(Cartdim_get)(comm, &dimensions);
  return dimensions;
}

std::vector<std::int64_t> translatedRanks(const std::vector<int> &ranks) {
  std::vector<std::int64_t> result;
  result.reserve(ranks.size());
  for (const int rank : ranks) result.push_back(translated(Special::Rank, rank));
  return result;
}

/// In every dimension the previous neighbor, then the next one.
std::vector<int> gridNeighbors(MPI_Comm comm) {
  std::vector<int> ranks(static_cast<std::size_t>(dimensionsOf(comm)) * 2, MPI_PROC_NULL);
  for (std::size_t i = 0; i < ranks.size(); i += 2)
    LOCKSTEP_REAL(Cart_shift)(comm, static_cast<int>(i / 2), 1, &ranks[i], &ranks[i + 1]);
  return ranks;
}

std::vector<int> graphNeighbors(MPI_Comm comm) {
  std::vector<int> ranks(static_cast<std::size_t>(countNeighbors(comm).sources));
  LOCKSTEP_REAL(Graph_neighbors)(comm, ownRank(comm), static_cast<int>(ranks.size()), ranks.data());
  return ranks;
}

semantics::Neighbors distGraphNeighbors(MPI_Comm comm) {
  const NeighborCounts counts = countNeighbors(comm);
  std::vector<int> sources(static_cast<std::size_t>(counts.sources));
  std::vector<int> destinations(static_cast<std::size_t>(counts.destinations));
  std::vector<int> sourceWeights(sources.size());
  std::vector<int> destinationWeights(destinations.size());
  LOCKSTEP_REAL(Dist_graph_neighbors)
  (comm, counts.sources, sources.data(), sourceWeights.data(), counts.destinations, destinations.data(),
   destinationWeights.data());
  return {translatedRanks(sources), translatedRanks(destinations)};
}

}  // namespace

std::int64_t topologyOf(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  LOCKSTEP_REAL(Topo_test)(comm, &topology);
  if (topology == MPI_CART) return mpi::kCartesian;
  if (topology == MPI_GRAPH) return mpi::kGraph;
  return topology == MPI_DIST_GRAPH ? mpi::kDistGraph : 0;
}

int gridDimensions(MPI_Comm comm) { return topologyOf(comm) == mpi::kCartesian ? dimensionsOf(comm) : 0; }

NeighborCounts countNeighbors(MPI_Comm comm) {
  NeighborCounts counts;
  int isWeighted = 0;
  switch (topologyOf(comm)) {
    case mpi::kCartesian:
      counts.sources = counts.destinations = 2 * dimensionsOf(comm);
      break;
    case mpi::kGraph:
      LOCKSTEP_REAL(Graph_neighbors_count)(comm, ownRank(comm), &counts.sources);
      counts.destinations = counts.sources;
      break;
    case mpi::kDistGraph:
      LOCKSTEP_REAL(Dist_graph_neighbors_count)(comm, &counts.sources, &counts.destinations, &isWeighted);
      break;
    default:
      break;
  }
  return counts;
}

semantics::Neighbors neighborsOf(MPI_Comm comm) {
  const std::int64_t topology = topologyOf(comm);
  if (topology == 0) return {};
  if (topology == mpi::kDistGraph) return distGraphNeighbors(comm);
  const auto ranks = translatedRanks(topology == mpi::kCartesian ? gridNeighbors(comm) : graphNeighbors(comm));
  return {ranks, ranks};
}

}  // namespace lockstep::runtime
