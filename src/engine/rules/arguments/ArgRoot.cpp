// arg-root: the root of a collective is a rank of the communicator. On an intercommunicator the root's own group names
// it by constants, which mean nothing elsewhere, and the other group by its rank there.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-root");

class ArgRoot final : public ProcessRule {
 public:
  void onArguments(const Call &call, ProcessContext &context) override {
    const int index = call.routine->indexOf(Role::Root);
    const auto peers = index >= 0 && call.comm ? peersOf(call, context) : std::nullopt;
    if (!peers) return;
    const std::int64_t root = *call.argument(Role::Root);
    const bool isGroupConstant = root == mpi::kRootHere || root == mpi::kProcNull;
    if ((root >= 0 && root < peers->count) || (isGroupConstant && call.comm->isInter())) return;
    const std::string what = isGroupConstant ? "which is for intercommunicators only: " : "but ";
    context.report(makeFinding(kRule, call, static_cast<std::size_t>(index),
                               fmt::format("is {}, {}{} has ranks 0 to {}", semantics::nameValue(root), what,
                                           peers->describe(), peers->count - 1),
                               "name a rank of the communicator that is passed"));
  }
};

const Registration<ArgRoot> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
