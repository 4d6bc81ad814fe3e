// Sends whose requests were freed while they were active. When the buffer of a message is free again, only its receiver
// can tell: the send is pending until it is known that it was received.
#pragma once

#include <unordered_map>

#include "engine/Context.h"
#include "engine/calls/Requests.h"
#include "engine/races/PendingOperations.h"

namespace lockstep::engine {

class FreedSends {
 public:
  static bool isSend(const Operation &operation) {
    return operation.transfers.size() == 1 && operation.transfers.front()->side == Transfer::Side::Send &&
           !operation.isPersistent;
  }
  void add(const Operation &send) { sends_[send.made->process].emplace(send.made.get(), send.transfers.front()->own); }

  /// That the message was received is ordered before now.
  bool isOver(const Call &made, const ProcessContext &context) const {
    const auto ofProcess = sends_.find(made.process);
    if (ofProcess == sends_.end()) return false;
    const auto send = ofProcess->second.find(&made);
    return send != ofProcess->second.end() && isReceived(*send->second, context);
  }

  void completeReceived(const ProcessInfo &process, PendingOperations &pending, const ProcessContext &context) {
    const auto ofProcess = sends_.empty() ? sends_.end() : sends_.find(&process);
    if (ofProcess == sends_.end()) return;
    std::erase_if(ofProcess->second, [&](const auto &send) {
      if (!isReceived(*send.second, context)) return false;
      pending.complete(*send.first, context.now());
      return true;
    });
    if (ofProcess->second.empty()) sends_.erase(ofProcess);
  }

  void forget(const ProcessInfo &process) { sends_.erase(&process); }

 private:
  static bool isReceived(const TransferStart &send, const ProcessContext &context) {
    return send.received.isSet() && context.order().before(send.received, context.now());
  }

  std::unordered_map<const ProcessInfo *, std::unordered_map<const Call *, TransferStartPtr>> sends_;
};

}  // namespace lockstep::engine
