#include "engine/rules/Arguments.h"

#include <fmt/format.h>

#include "semantics/Verdict.h"

namespace lockstep::engine {

using mpi::Element;
using mpi::Role;

CommunicatorPtr communicatorOf(const Call &call, const ProcessContext &context) {
  if (call.comm) return call.comm;
  const auto window = call.argument(Role::Window);
  const Object *object = window ? context.objects().find(*call.process, Element::Window, *window) : nullptr;
  return object != nullptr ? object->comm : nullptr;
}

std::optional<Peers> peersOf(const Call &call, const ProcessContext &context) {
  const CommunicatorPtr comm = communicatorOf(call, context);
  const auto position = comm ? comm->positionOf(call.rank()) : std::nullopt;
  if (!position) return std::nullopt;
  const auto [first, end] = comm->peers(*position);
  return Peers{std::int64_t{end} - first, comm, !call.comm};
}

std::string Peers::describe() const {
  return fmt::format("{}{}{}", isOfWindow ? "the window of " : "", comm->isInter() ? "the remote group of " : "",
                     comm->describe());
}

report::Finding makeFinding(report::Rule rule, const Call &call, std::size_t argument, semantics::Complaint complaint) {
  return makeFinding(semantics::verdictOn(rule, *call.routine, argument, std::move(complaint)), call);
}

}  // namespace lockstep::engine
