#include "passes/symex/CommTrace.h"

#include "mpi/Completion.h"
#include "mpi/Special.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Class;
using mpi::Effect;
using mpi::Role;
using mpi::Routine;

constexpr std::size_t kLongest = 10'000;

bool makesComm(const CallView &view) {
  return view.call().routine() == Routine::Comm_dup || view.call().routine() == Routine::Comm_split;
}

std::optional<std::uint32_t> commOf(const CallView &view) {
  const auto passed = view.value(Role::Comm);
  if (!passed) return std::nullopt;
  if (passed->isHandle()) {
    const auto known = view.state().log.comms.find(passed->id);
    return known == view.state().log.comms.end() ? std::nullopt : std::optional(known->second);
  }
  const auto raw = view.raw(*passed);
  const bool isWorld =
      raw && mpi::predefinedCommOf(view.interpreter().program().library(), *raw) == mpi::PredefinedComm::World;
  return isWorld ? std::optional<std::uint32_t>(0) : std::nullopt;
}

/// Whether all members must make the call, so that the members meet in it in the order of their calls.
bool isPlainCollective(Class cls) {
  switch (cls) {
    case Class::CollectiveSync:
    case Class::CollectiveAll:
    case Class::CollectiveFromRoot:
    case Class::CollectiveToRoot:
    case Class::CollectiveScan:
    case Class::CollectiveExscan:
      return true;
    default:
      return false;
  }
}

/// Does nothing to other ranks that a wait could depend on. Buffered sends are complete when their buffer is taken away
/// only if they are received; that much is not asked.
bool isLocal(const CallView &view) {
  const Effect effect = view.routine().effect;
  if (effect == Effect::Init || effect == Effect::CommFree || view.routine().cls == Class::Memory) return true;
  if (mpi::completesRequests(effect) || mpi::startsRequests(effect) || effect == Effect::Cancel) return false;
  return view.routine().timing == mpi::Timing::Local && view.routine().cls != Class::Send;
}

std::size_t add(const CallView &view, Operation operation) {
  CommTrace &log = view.state().log;
  operation.call = &view.at();
  operation.routine = &view.routine();
  log.operations.push_back(operation);
  const std::size_t index = log.operations.size() - 1;
  log.steps.push_back({.isWait = false, .operation = index, .call = &view.at()});
  return index;
}

void await(const CallView &view, std::size_t operation) {
  view.state().log.steps.push_back({.isWait = true, .operation = operation, .call = &view.at()});
}

MessageData dataOf(const CallView &view, Role role) {
  int buffer = view.routine().indexOf(role);
  if (buffer < 0) buffer = view.routine().indexOf(Role::UpdateBuffer);
  if (buffer < 0) return {};
  const Footprint print = footprintOf(view, static_cast<std::size_t>(buffer));
  const int type = view.routine().bufferAt(buffer).datatype;
  const auto handle = type < 0 ? std::nullopt : view.value(static_cast<std::size_t>(type));
  MessageData data;
  if (handle) data.basic = basicTypeOf(view, *handle);
  if (!print.isWhole) return data;
  data.bytes = print.size;
  return data;
}

/// The operations of a call, without their place in the order; nothing where they cannot be told.
std::optional<std::vector<Operation>> operationsOf(const CallView &view) {
  const auto comm = commOf(view);
  if (!comm || view.standing().isInter) return std::nullopt;
  const Class cls = view.routine().cls;
  if (isPlainCollective(cls) || makesComm(view)) {
    const bool isRooted = view.routine().indexOf(Role::Root) >= 0;
    const auto root = isRooted ? view.number(Role::Root) : std::optional<std::int64_t>(0);
    if (!root) return std::nullopt;
    return std::vector{Operation{.kind = Operation::Kind::Collective, .comm = *comm, .peer = *root}};
  }
  const auto message = [&](Operation::Kind kind, Role peerRole, int tagIndex) -> std::optional<Operation> {
    const auto peer = view.number(peerRole);
    const auto tag = tagIndex < 0 ? std::nullopt : view.number(static_cast<std::size_t>(tagIndex));
    if (!peer || !tag) return std::nullopt;
    const Role buffer = kind == Operation::Kind::Send ? Role::ReadBuffer : Role::WriteBuffer;
    return Operation{.kind = kind, .comm = *comm, .peer = *peer, .tag = *tag, .data = dataOf(view, buffer)};
  };
  const int tag = view.routine().indexOf(Role::Tag);
  std::optional<Operation> one;
  switch (cls) {
    case Class::Send:
      one = message(Operation::Kind::Send, Role::Dest, tag);
      break;
    case Class::Receive:
      one = message(Operation::Kind::Receive, Role::Source, tag);
      break;
    case Class::Probe:
      if (view.call().routine() == Routine::Probe) one = message(Operation::Kind::Probe, Role::Source, tag);
      break;
    case Class::SendReceive: {
      const auto send = message(Operation::Kind::Send, Role::Dest, tag);
      const auto receive = message(Operation::Kind::Receive, Role::Source,
                                   view.routine().indexOf(Role::Tag, static_cast<std::size_t>(tag + 1)));
      if (send && receive) return std::vector{*send, *receive};
      return std::nullopt;
    }
    default:
      break;
  }
  return one ? std::optional(std::vector{*one}) : std::nullopt;
}

void logStart(const CallView &view) {
  CommTrace &log = view.state().log;
  const auto operations = operationsOf(view);
  if (!operations || log.steps.size() > kLongest) {
    log.isKnown = false;
    return;
  }
  if (view.routine().timing == mpi::Timing::Persistent) return;
  std::vector<std::size_t> started;
  for (const Operation &operation : *operations)
    if (operation.peer != mpi::kProcNull) started.push_back(add(view, operation));
  if (view.routine().timing == mpi::Timing::Blocking)
    for (const std::size_t operation : started) await(view, operation);
}

void logRequests(const CallView &view) {
  CommTrace &log = view.state().log;
  const auto requests = requestsOf(view);
  const Effect effect = view.routine().effect;
  const mpi::CompletionForm form = mpi::completionOf(effect);
  const bool isAll = mpi::startsRequests(effect) || (form.completes == mpi::Completion::All && !form.mayFail);
  if (!requests || (!isAll && requests->size() > 1)) {
    log.isKnown = false;
    return;
  }
  for (const std::uint32_t request : *requests) {
    if (mpi::startsRequests(effect)) {
      const auto prepared = log.persistent.find(request);
      if (prepared == log.persistent.end() || prepared->second.peer == mpi::kProcNull) continue;
      const Operation operation = prepared->second;
      log.ofRequest[request] = add(view, operation);
      log.operations.back().routine = operation.routine;
    } else if (const auto known = log.ofRequest.find(request); known != log.ofRequest.end()) {
      await(view, known->second);
    }
  }
}

}  // namespace

void logCall(const CallView &view) {
  CommTrace &log = view.state().log;
  if (!log.isKnown || isLocal(view)) return;
  if (view.state().team || view.routine().effect == Effect::Cancel) {  // threads have no common order
    log.isKnown = false;
    return;
  }
  const Effect effect = view.routine().effect;
  if (mpi::completesRequests(effect) || mpi::startsRequests(effect)) return logRequests(view);
  logStart(view);
}

/// A communicator that the log can follow, and its handle if the caller belongs to it.
void logComm(const CallView &view, std::uint32_t newest) {
  CommTrace &log = view.state().log;
  const bool isSplit = view.call().routine() == Routine::Comm_split;
  const auto parent = commOf(view);
  const auto color = isSplit ? view.number(Role::Color) : std::optional<std::int64_t>(0);
  const auto key = isSplit ? view.number(Role::Key) : std::optional<std::int64_t>(0);
  if (!parent || !color || !key) {
    log.isKnown = false;
    return;
  }
  log.makings.push_back({*parent, *color, *key});
  if (*color >= 0) log.comms.emplace(newest, static_cast<std::uint32_t>(log.makings.size()));
}

void logHandles(const CallView &view) {
  CommTrace &log = view.state().log;
  if (!log.isKnown) return;
  const auto newest = static_cast<std::uint32_t>(view.state().held.size() - 1);
  if (makesComm(view)) logComm(view, newest);
  if (view.routine().indexOf(Role::NewRequest) < 0) return;
  const auto operations = operationsOf(view);
  if (!operations || operations->size() != 1) {
    log.isKnown = false;
  } else if (view.routine().timing == mpi::Timing::Persistent) {
    log.persistent[newest] = operations->front();
    log.persistent[newest].routine = &view.routine();
  } else if (operations->front().peer != mpi::kProcNull) {
    log.ofRequest[newest] = log.operations.size() - 1;
  }
}

}  // namespace lockstep::passes::symex
