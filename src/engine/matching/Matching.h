// Processes events as soon as they arrive, before they are ordered: calls in progress, requests, arrivals in sequences
// of collectives, and messages.
//
// This depends only on each process's own order of events. So it is known while the ranks are still in their calls, and
// is independent of how the records of different ranks are interleaved.
#pragma once

#include <optional>
#include <vector>

#include "engine/matching/ChosenMessage.h"
#include "engine/matching/Collectives.h"
#include "engine/matching/Messages.h"
#include "engine/process/Process.h"

namespace lockstep::engine {

class Matching {
 public:
  Matching(Collectives &collectives, Messages &messages) : collectives_(collectives), messages_(messages) {}

  /// Processes the event and fills in what it starts and completes.
  void take(Process &process, Event &event);
  /// See Engine::chooseMessages().
  std::optional<std::vector<ChosenMessage>> chooseMessages(const ActiveCall &open) const;

 private:
  void enter(Process &process, Event::Enter &event);
  void post(const Transfers &transfers, Transfers &posts);
  void start(const OperationPtr &operation, Event::Enter &event);
  void startAll(ActiveCall &open, Event::Enter &event);
  static void cancel(const ActiveCall &open);
  static void markReady(const ActiveCall &open);
  void free(Process &process, const ActiveCall &open, Event::Enter &event);
  void awaitAll(const ActiveCall &open, Event::Enter &event);
  static void noteStale(const Process &process, const ActiveCall &open, Event::Enter &event);
  void takeMatched(Process &process, const ActiveCall &open);
  void leave(Process &process, unsigned thread, Event::Leave &event);
  void leave(Process &process, ActiveCall &left, Event::Leave &event);
  void leaveTransfers(Process &process, ActiveCall &left, Event::Leave &event);
  void leaveCollective(ActiveCall &left, Event::Leave &event);
  void addOperation(Process &process, ActiveCall &left, const Result &result);
  void complete(Process &process, const ActiveCall &left, Event::Leave &event);
  void finish(const TransferPtr &transfer, const Status &status, Event::Leave &event);
  void end(Process &process, const End &end);

  Collectives &collectives_;
  Messages &messages_;
};

}  // namespace lockstep::engine
