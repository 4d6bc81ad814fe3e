// Which properties of its communicator a routine requires, and which ones the communicator that it creates has.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi/Routine.h"

namespace lockstep::mpi {

enum class Topology : std::uint8_t { None, Cartesian, Graph, DistributedGraph };

enum class TopologyNeed : std::uint8_t { Nothing, Any, Cartesian, Graph, DistributedGraph };
TopologyNeed topologyNeedOf(const RoutineInfo &routine);
bool satisfies(Topology topology, TopologyNeed need);

enum class GroupsNeed : std::uint8_t { Any, Intra, Inter };
GroupsNeed groupsNeedOf(const RoutineInfo &routine);

/// The topology of the communicator that the routine creates from one with topology `old`; none if unknown.
std::optional<Topology> madeTopology(const RoutineInfo &routine, std::optional<Topology> old);

}  // namespace lockstep::mpi
