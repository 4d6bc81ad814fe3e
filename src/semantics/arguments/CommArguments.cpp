#include <fmt/format.h>

#include "mpi/CommNeeds.h"
#include "semantics/arguments/Judgments.h"

namespace lockstep::semantics {

using mpi::GroupsNeed;
using mpi::TopologyNeed;

namespace {

std::string_view nameOf(TopologyNeed need) {
  switch (need) {
    case TopologyNeed::Cartesian:
      return "Cartesian topology";
    case TopologyNeed::Graph:
      return "graph topology";
    case TopologyNeed::DistributedGraph:
      return "distributed graph topology";
    case TopologyNeed::Any:
    case TopologyNeed::Nothing:
      return "topology";
  }
  return {};
}

}  // namespace

Judgment judgeComm(const CallFacts &facts, std::size_t argument) {
  const GroupsNeed groups = mpi::groupsNeedOf(facts.routine());
  const auto isInter = groups == GroupsNeed::Any ? std::nullopt : facts.isInter();
  if (isInter && *isInter != (groups == GroupsNeed::Inter))
    return Complaint{
        fmt::format("is {}, an {}communicator, but an {}communicator is needed", facts.describeComm(argument),
                    *isInter ? "inter" : "intra", *isInter ? "intra" : "inter"),
        *isInter ? "merge the two groups into one communicator first" : "pass a communicator that joins two groups"};
  const TopologyNeed need = mpi::topologyNeedOf(facts.routine());
  const auto topology = need == TopologyNeed::Nothing ? std::nullopt : facts.topology();
  if (!topology || mpi::satisfies(*topology, need)) return std::nullopt;
  return Complaint{fmt::format("is {}, which has no {}", facts.describeComm(argument), nameOf(need)),
                   fmt::format("pass the communicator that was made with the {}", nameOf(need))};
}

Judgment judgeFreedComm(const CallFacts &facts, std::size_t argument) {
  if (!facts.isPredefined(argument)) return std::nullopt;
  return Complaint{fmt::format("is {}, which must not be freed", facts.describeComm(argument)),
                   "free only communicators that the program has created"};
}

}  // namespace lockstep::semantics
