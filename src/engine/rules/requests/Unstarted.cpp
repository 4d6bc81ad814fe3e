#include "engine/rules/requests/Unstarted.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

using Side = Transfer::Side;

/// The transfers for which the process's current call waits.
Transfers awaitedBy(const Process &process) {
  Transfers awaited = process.openCall()->transfers;
  for (const OperationPtr &operation : process.openCall()->operations)
    if (operation && operation->isActive)
      awaited.insert(awaited.end(), operation->transfers.begin(), operation->transfers.end());
  return awaited;
}

bool wouldMatch(const Transfer &waiting, const Transfer &other) {
  const bool areOfOneChannel = waiting.communicator->id() == other.communicator->id() &&
                               waiting.isPartitioned == other.isPartitioned && !waiting.partner;
  if (!areOfOneChannel) return false;
  if (waiting.side == Side::Send)
    return other.side == Side::Receive && waiting.peer == other.rank && other.accepts(waiting.rank, waiting.tag);
  return other.side == Side::Send && other.peer == waiting.rank && waiting.accepts(other.rank, other.tag);
}

bool wouldRelease(const Operation &operation, const Transfers &awaited, const Messages &messages) {
  if (!operation.isUnstarted() || !operation.awaited) return false;
  Transfers offered;
  messages.make(operation.made, operation.made, offered);
  return std::ranges::any_of(awaited, [&](const TransferPtr &waiting) {
    return std::ranges::any_of(offered, [&](const TransferPtr &other) { return wouldMatch(*waiting, *other); });
  });
}

}  // namespace

OperationPtr unstartedFor(int rank, const Context &context) {
  const Process &process = *context.process(rank);
  const Transfers awaited = awaitedBy(process);
  if (awaited.empty()) return nullptr;
  for (const int other : context.waiting().waitsFor(process)) {
    const Process *owner = context.process(other);
    if (owner == nullptr) continue;
    for (const OperationPtr &operation : owner->requests.all())
      if (wouldRelease(*operation, awaited, context.messages())) return operation;
  }
  return nullptr;
}

}  // namespace lockstep::engine
