#include "cli/timeline/CallBytes.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "engine/calls/CallData.h"
#include "engine/calls/Significance.h"

namespace lockstep::cli {
namespace {

using mpi::Role;

/// Whether the buffer has one count for all of it, and not a part for each member.
bool isWhole(const engine::Call &call, int buffer) {
  const auto next = [&](Role role) {
    const int index = call.routine->indexOf(role, static_cast<std::size_t>(buffer));
    return index < 0 ? INT_MAX : index;
  };
  return next(Role::Count) <= std::min(next(Role::CountEach), next(Role::CountsPerRank));
}

/// What a buffer of a collective holds.
std::uint64_t bytesIn(const engine::Call &call, int buffer, std::size_t members) {
  if (buffer < 0 || !engine::isSignificant(call, static_cast<std::size_t>(buffer))) return 0;
  const engine::BufferData data(call, buffer);
  if (data.isInPlace()) return 0;
  if (isWhole(call, buffer)) return bytesOf(data.at());
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < members; ++i) sum += bytesOf(data.at(i));
  return sum;
}

/// In place, what is sent lies where others receive: all of it, or the own part.
std::uint64_t bytesSent(const engine::Call &call, std::size_t members, std::size_t position) {
  const int from = call.routine->indexOf(Role::ReadBuffer);
  const int into = call.routine->indexOf(Role::WriteBuffer);
  if (from < 0 || into < 0 || !engine::BufferData(call, from).isInPlace()) return bytesIn(call, from, members);
  return isWhole(call, from) ? bytesOf(engine::BufferData(call, into).at(position)) : bytesIn(call, into, members);
}

/// The operations on one element name no count.
std::uint64_t bytesOfElement(const engine::Call &call) {
  const engine::Datatype *type = call.datatype(call.argument(Role::Datatype).value_or(0));
  return type != nullptr ? engine::bytesOf({1, type}) : 0;
}

}  // namespace

std::uint64_t bytesOf(const std::optional<engine::Elements> &elements) {
  return elements ? engine::bytesOf(*elements) : 0;
}

void noteBytes(Timeline::Call &call, const engine::Call &of) {
  if (!mpi::isCollective(of.routine->cls)) {
    const bool isElement = of.routine->cls == mpi::Class::RmaFetch && of.routine->indexOf(Role::Count) < 0;
    call.bytesOut = isElement ? bytesOfElement(of) : bytesOf(engine::sentBy(of));
    call.bytesIn = isElement ? bytesOfElement(of) : bytesOf(engine::receivedBy(of));
    return;
  }
  if (!of.comm) return;
  const auto position = of.comm->positionOf(of.rank());
  const auto peers = position ? of.comm->peers(*position) : std::pair(0U, 0U);
  const std::size_t members = peers.second - peers.first;
  const int shared = of.routine->indexOf(Role::BcastBuffer);
  if (shared >= 0) {
    const bool isRoot = position && of.comm->peer(*position, call.root) == position;
    (isRoot ? call.bytesOut : call.bytesIn) = bytesIn(of, shared, members);
    return;
  }
  call.bytesOut = bytesSent(of, members, position.value_or(0));
  call.bytesIn = bytesIn(of, of.routine->indexOf(Role::WriteBuffer), members);
}

}  // namespace lockstep::cli
