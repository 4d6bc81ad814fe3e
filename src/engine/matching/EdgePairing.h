// Which edges of a topology belong together in a neighborhood collective, where two processes share several: those of a
// periodic Cartesian dimension of size 1 or 2, or of a graph that names a process twice.
//
// The standard pairs them in order in graphs, and the negative with the positive direction in each Cartesian dimension
// (MPI 4.0, section 8.6). Libraries do not all follow: some pair them in order in Cartesian dimensions, too, some the
// first with the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lockstep::engine {

/// Places in the list of destinations of the one process and in the list of sources of the other.
using EdgePairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// The ways in which a library may pair the edges that lead from `sender` to `receiver`; none where the two do not
/// agree how many these are.
std::vector<EdgePairs> edgePairings(std::span<const std::int64_t> destinations, unsigned receiver,
                                    std::span<const std::int64_t> sources, unsigned sender);

}  // namespace lockstep::engine
