#include "engine/Messages.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Role;

/// The tag of the sending or receiving side: in a combined call the receive's stands last.
std::int64_t tagOf(const Call &call, bool receives) {
  std::int64_t tag = -1;
  const auto arguments = call.routine->args();
  for (std::size_t i = 0; i < arguments.size() && i < call.arguments.size(); ++i) {
    if (arguments[i].role != Role::Tag) continue;
    tag = call.arguments[i];
    if (!receives) return tag;
  }
  return tag;
}

void add(std::map<std::tuple<std::uint64_t, int, int, std::int64_t>, std::int64_t> &surplus,
         const std::tuple<std::uint64_t, int, int, std::int64_t> &channel, std::int64_t amount) {
  const auto entry = surplus.try_emplace(channel, 0).first;
  entry->second += amount;
  if (entry->second == 0) surplus.erase(entry);
}

std::uint64_t commOf(const Call &call) { return static_cast<std::uint64_t>(call.argument(Role::Comm).value_or(0)); }

}  // namespace

std::optional<int> Messages::worldRank(const Call &call, Role role) const {
  const CommunicatorPtr comm = communicators_.find(commOf(call));
  const auto own = comm ? comm->positionOf(call.rank()) : std::nullopt;
  const auto peer = own ? comm->peer(*own, call.argument(role).value_or(-1)) : std::nullopt;
  if (!peer || comm->members()[*peer] < 0) return std::nullopt;
  return comm->members()[*peer];
}

void Messages::countSend(const Call &call) {
  const auto receiver = worldRank(call, Role::Dest);
  if (receiver) add(surplus_, {commOf(call), call.rank(), *receiver, tagOf(call, false)}, 1);
}

void Messages::countReceive(const Call &call) {
  const std::int64_t tag = tagOf(call, true);
  const auto sender = worldRank(call, Role::Source);
  if (!sender || tag < 0)
    unclearReceivers_.insert(call.rank());
  else
    add(surplus_, {commOf(call), *sender, call.rank(), tag}, -1);
}

void Messages::enter(const Call &call) {
  const mpi::RoutineInfo &routine = *call.routine;
  const bool isPersistent = routine.timing == mpi::Timing::Persistent;
  const bool takesMessage = routine.indexOf(Role::NewMessage) >= 0 || routine.indexOf(Role::Message) >= 0;
  if (isPersistent || takesMessage || routine.cls == Class::Partition || routine.effect == mpi::Effect::Cancel) {
    unclearReceivers_.insert(call.rank());
    unclearSenders_.insert(call.rank());
    return;
  }
  if (routine.cls == Class::Send || routine.cls == Class::SendReceive) countSend(call);
  if (routine.cls == Class::Receive || routine.cls == Class::SendReceive) countReceive(call);
}

std::optional<int> Messages::missingSender(const Call &call) const {
  const bool waits = call.routine->timing == mpi::Timing::Blocking &&
                     (call.routine->cls == Class::Receive || call.routine->cls == Class::SendReceive);
  if (!waits || unclearReceivers_.contains(call.rank())) return std::nullopt;
  const auto sender = worldRank(call, Role::Source);
  if (!sender || unclearSenders_.contains(*sender)) return std::nullopt;
  const auto surplus = surplus_.find({commOf(call), *sender, call.rank(), tagOf(call, true)});
  if (surplus == surplus_.end() || surplus->second >= 0) return std::nullopt;
  return sender;
}

}  // namespace lockstep::engine
