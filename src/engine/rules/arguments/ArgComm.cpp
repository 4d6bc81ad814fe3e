// arg-comm: the communicator of a call exists, and is of the sort that the call needs: one group or two, and the
// topology that it asks about.
#include <fmt/format.h>

#include "engine/rules/Arguments.h"
#include "engine/rules/HandleRule.h"
#include "mpi/CommNeeds.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-comm");

std::string_view nameOf(mpi::TopologyNeed need) {
  switch (need) {
    case mpi::TopologyNeed::Cartesian:
      return "Cartesian topology";
    case mpi::TopologyNeed::Graph:
      return "graph topology";
    case mpi::TopologyNeed::DistributedGraph:
      return "distributed graph topology";
    case mpi::TopologyNeed::Any:
    case mpi::TopologyNeed::Nothing:
      return "topology";
  }
  return {};
}

class ArgComm final : public HandleRule {
 public:
  ArgComm() : HandleRule(kRule, mpi::Element::Comm) {}

  void onArguments(const Call &call, ProcessContext &context) override {
    HandleRule::onArguments(call, context);
    if (!call.comm) return;
    judgeFree(call, context);
    judgeGroups(call, context);
    judgeTopology(call, context);
  }

 private:
  static void judgeFree(const Call &call, ProcessContext &context) {
    const int freed = call.routine->indexOf(Role::FreedComm);
    if (freed < 0 || !isPredefined(*call.process, mpi::Element::Comm, *call.argument(Role::FreedComm))) return;
    context.report(makeFinding(kRule, call, static_cast<std::size_t>(freed),
                               fmt::format("is {}, which must not be freed", call.comm->describe()),
                               "free communicators that the program has made, and no others"));
  }

  static void judgeGroups(const Call &call, ProcessContext &context) {
    const int comm = call.routine->indexOf(Role::Comm);
    const mpi::GroupsNeed need = mpi::groupsNeedOf(*call.routine);
    if (comm < 0 || need == mpi::GroupsNeed::Any || (need == mpi::GroupsNeed::Inter) == call.comm->isInter()) return;
    const bool wantsInter = need == mpi::GroupsNeed::Inter;
    context.report(makeFinding(
        kRule, call, static_cast<std::size_t>(comm),
        fmt::format("is {}, an {}communicator, but an {}communicator is needed", call.comm->describe(),
                    wantsInter ? "intra" : "inter", wantsInter ? "inter" : "intra"),
        wantsInter ? "pass a communicator that joins two groups" : "merge the two groups into one communicator first"));
  }

  static void judgeTopology(const Call &call, ProcessContext &context) {
    const int comm = call.routine->indexOf(Role::Comm);
    const mpi::TopologyNeed need = mpi::topologyNeedOf(*call.routine);
    if (comm < 0 || need == mpi::TopologyNeed::Nothing) return;
    const auto topology = context.objects().topology(*call.process, *call.argument(Role::Comm));
    if (!topology || mpi::satisfies(*topology, need)) return;
    context.report(makeFinding(kRule, call, static_cast<std::size_t>(comm),
                               fmt::format("is {}, which has no {}", call.comm->describe(), nameOf(need)),
                               fmt::format("pass the communicator that was made with the {}", nameOf(need))));
  }
};

const Registration<ArgComm> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
