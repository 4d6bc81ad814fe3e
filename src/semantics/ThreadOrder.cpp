#include "semantics/ThreadOrder.h"

#include <fmt/format.h>

#include "mpi/Completion.h"

namespace lockstep::semantics {

using mpi::Element;
using mpi::Role;

namespace {

std::string_view wordFor(Element kind) { return kind == Element::Op ? "reduction operation" : mpi::info(kind).noun; }

}  // namespace

bool isSharedByThreads(Element kind) {
  return kind == Element::Info || (kind >= Element::Comm && kind <= Element::File);
}

std::vector<HandleUse> handleUsesOf(const mpi::RoutineInfo &routine) {
  std::vector<HandleUse> uses;
  for (std::size_t i = 0; i < routine.args().size(); ++i) {
    const Role role = routine.args()[i].role;
    const mpi::RoleInfo &info = mpi::info(role);
    if (!isSharedByThreads(mpi::handleKind(role)) || info.name.starts_with("New")) continue;
    const bool isOne = info.capture == mpi::Capture::Handle || info.capture == mpi::Capture::HandleInOut;
    if (isOne) uses.push_back({i, mpi::handleKind(role), info.name.starts_with("Freed")});
  }
  return uses;
}

Verdict freedWhileUsed(const mpi::RoutineInfo &freeing, const mpi::RoutineInfo &use, Element kind) {
  return {report::rule("handle-race"),
          fmt::format("{} frees {} {} that another thread may still use in {}: nothing orders the calls", freeing.name,
                      kind == Element::Info ? "an" : "a", wordFor(kind), use.name),
          fmt::format("free the {} behind a barrier, a join or a wait for the tasks that use it", wordFor(kind))};
}

bool endsRequests(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::Completion || routine.effect == mpi::Effect::RequestFree;
}

std::string_view sharedRequest(const mpi::RoutineInfo &first, const mpi::RoutineInfo &second) {
  return endsRequests(first) && endsRequests(second) ? "request" : "request variable";
}

Verdict requestOfTwoThreads(const mpi::RoutineInfo &first, const mpi::RoutineInfo &second) {
  const bool isOfVariable = !endsRequests(first) || !endsRequests(second);
  const std::string where = first.name == second.name ? fmt::format("both in {}", first.name)
                                                      : fmt::format("in {} and {}", first.name, second.name);
  return {report::rule("handle-race"),
          fmt::format("two threads are given the same {}, {}, and nothing orders the calls",
                      sharedRequest(first, second), where),
          isOfVariable
              ? "give each thread a request of its own, or hold one lock from the start of the operation to its "
                "completion"
              : "let one thread complete the request and tell the others"};
}

namespace {

bool isMatchedProbe(const mpi::RoutineInfo &routine) { return routine.indexOf(Role::NewMessage) >= 0; }

}  // namespace

bool isPlainProbe(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::Probe && !isMatchedProbe(routine) && routine.indexOf(Role::Source) >= 0;
}

bool takesMessage(const mpi::RoutineInfo &routine) {
  if (routine.indexOf(Role::Source) < 0) return false;
  switch (routine.cls) {
    case mpi::Class::Receive:
    case mpi::Class::SendReceive:
      return true;
    case mpi::Class::Probe:
      return isMatchedProbe(routine);
    default:
      return false;
  }
}

Verdict probedMessageTaken(const mpi::RoutineInfo &probe, const mpi::RoutineInfo &receive) {
  return {
      report::rule("message-race"),
      fmt::format("another thread may receive the message that {} has found: nothing orders {} and {} of two threads",
                  probe.name, probe.name, receive.name),
      fmt::format("use {} and {}, or hold a lock around probe and receive", mpi::info(mpi::Routine::Mprobe).name,
                  mpi::info(mpi::Routine::Mrecv).name),
      report::Severity::Warning};
}

Verdict finalizedInConstruct(const mpi::RoutineInfo &finalize) {
  return {
      report::rule("lifecycle"),
      fmt::format("{} is called in a construct that any thread may execute (single, section, task or loop), but only "
                  "the thread that initialized MPI may call it",
                  finalize.name),
      fmt::format("call {} in the main thread, after the parallel region", finalize.name)};
}

Verdict finalizedByOther(const mpi::RoutineInfo &finalize) {
  return {report::rule("lifecycle"),
          fmt::format("{} is called by another thread than the one that initialized MPI", finalize.name),
          fmt::format("call {} in the main thread, after the parallel region", finalize.name)};
}

Verdict finalizedBeside(const mpi::RoutineInfo &finalize, const mpi::RoutineInfo &other) {
  return {
      report::rule("lifecycle"),
      fmt::format("nothing orders {} of another thread before {}", other.name, finalize.name),
      fmt::format("call {} when all threads have made their last call: after the parallel region, a barrier or a join",
                  finalize.name)};
}

}  // namespace lockstep::semantics
