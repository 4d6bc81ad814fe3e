// Performs an event once it is enabled: gives it its time stamp, updates the engine's state, and dispatches it to the
// rules.
#pragma once

#include "engine/Context.h"
#include "engine/RuleDispatcher.h"
#include "engine/World.h"

namespace lockstep::engine {

class EventDispatch {
 public:
  EventDispatch(World &world, RuleDispatcher &rules, Context &context)
      : world_(world), rules_(rules), context_(context) {}

  void perform(Process &process, const Event &event);
  /// Plain accesses of a process with a rank, see Intake.h.
  template <class Accesses>
  void access(const Process &process, unsigned thread, std::uint64_t operation, const Accesses &accesses);
  /// The receive is matched. A blocking one cannot be cancelled: its match is final at once, unless the sender has
  /// several threads.
  void matched(const TransferPtr &receive);
  /// Dispatches a message and its receive to the rules, once per pair.
  void tellMessage(Transfer &receive);

 private:
  void enter(Process &process, unsigned thread, Strand strand, const Event::Enter &event);
  void stamp(const Event::Enter &event, const Stamp &now);
  void judgeArguments(const Call &call);
  void leave(Process &process, unsigned thread, Strand strand, const Event::Leave &event);
  void receive(Process &process, unsigned thread, Strand strand, const Event::Leave &event);
  void applyToObjects(const Event::Leave &event);
  void forgetValues(const Call &call);
  void tellMessages(const Event::Leave &event);
  void orderThreads(Process &process, unsigned thread, const Event::Thread &event);
  void accessSegment(const Process &process, unsigned thread, const Event::Accesses &event);
  void accessAtomically(const Process &process, Strand strand, const trace::Value &value);
  void free(const Process &process, const Event::Freed &event);
  void release(const Process &process, Strand strand, const Event::Released &event);
  void end(Process &process);

  World &world_;
  RuleDispatcher &rules_;
  Context &context_;
};

}  // namespace lockstep::engine
