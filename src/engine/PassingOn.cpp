#include "engine/PassingOn.h"

#include <ranges>

namespace lockstep::engine {
namespace {

bool passesOn(mpi::Class cls) {
  using mpi::Class;
  switch (cls) {
    case Class::Send:
    case Class::SendReceive:
    case Class::Partition:
    case Class::Start:
    case Class::CollectiveSync:
    case Class::CollectiveAll:
    case Class::CollectiveFromRoot:
    case Class::CollectiveToRoot:
    case Class::CollectiveScan:
    case Class::CollectiveExscan:
    case Class::CollectiveNeighbor:
    case Class::CollectiveComm:
    case Class::CollectiveWindow:
    case Class::CollectiveFile:
    case Class::CollectiveProcess:
    case Class::WindowSync:
      return true;
    case Class::Environment:
    case Class::Receive:
    case Class::Probe:
    case Class::Completion:
    case Class::RequestQuery:
    case Class::RmaPut:
    case Class::RmaGet:
    case Class::RmaAccumulate:
    case Class::RmaFetch:
    case Class::Window:
    case Class::Communicator:
    case Class::Topology:
    case Class::Group:
    case Class::Datatype:
    case Class::Op:
    case Class::Attribute:
    case Class::Info:
    case Class::ErrorHandler:
    case Class::File:
    case Class::Memory:
    case Class::Session:
    case Class::Pure:
    case Class::Tool:
      return false;
  }
  return false;
}

}  // namespace

void PassingOn::take(const Call &call, const Stamp &now) {
  if (!passesOn(call.routine->cls)) return;
  std::deque<Passed> &calls = calls_[static_cast<std::uint32_t>(now.strand)];
  calls.push_back({now.tick, call.shared_from_this()});
  if (calls.size() > kMostKept) calls.pop_front();
}

CallPtr PassingOn::between(const Moment &event, const Stamp &later, const Order &order) const {
  const auto calls = calls_.find(static_cast<std::uint32_t>(event.strand));
  if (calls == calls_.end()) return nullptr;
  for (const Passed &passed : calls->second | std::views::reverse) {
    if (passed.tick <= event.tick) return nullptr;
    if (order.before(Stamp{event.strand, passed.tick, nullptr}, later)) return passed.call;
  }
  return nullptr;
}

}  // namespace lockstep::engine
