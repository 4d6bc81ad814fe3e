// What a rule of the engine is: it hears of events and reports findings.
//
// A rule is one file in rules/ that derives from Rule and registers itself:
//
//   constexpr report::Rule kRule = report::rule("coll-root-mismatch");
//   class CollRootMismatch final : public Rule { void onCollective(...) override; };
//   const Registration<CollRootMismatch> kRegistration(kRule);
//
// Every engine makes its own instance, so a rule may keep state between events. Rules are asked in the order of their
// rows in Rules.def.
//
// onInitialized, onArguments, onEnter, onLeave and onProcessEnd come in an order that respects causes: within a process
// its own order, and a completion after what it depends on. onCollective comes as soon as all members of the collective
// have arrived, while they may still be inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "report/Rule.h"
#include "trace/AccessRuns.h"

namespace lockstep::engine {

class Slot;
struct Misstep;
struct PotentialDeadlock;

/// The functions of a rule that are called very often, see RuleDispatcher.h.
enum class Hook : std::uint8_t { Arguments, Enter, Leave, Message, Sent, Received, Request, Started, Completed };
inline constexpr std::size_t kHooks = 9;

class Rule {
 public:
  virtual ~Rule() = default;
  bool ignores(Hook hook) const { return (ignored_ >> static_cast<unsigned>(hook) & 1U) != 0; }

  /// Whether onEnter and onLeave are to hear of calls of this routine: most rules are about few routines.
  virtual bool isAbout(const mpi::RoutineInfo &) const { return true; }
  /// Whether the hook, onEnter or onLeave, is to hear of calls of this routine only where the process has several
  /// threads.
  virtual bool isAboutThreads(Hook, const mpi::RoutineInfo &) const { return false; }

  virtual void onInitialized(const Process &, Context &) {}
  /// A call is made; what the rule says follows from its arguments and from the objects of its process alone. It does
  /// not hear of a call that says the same as one that no rule has found fault with.
  virtual void onArguments(const Call &, Context &) { ignore(Hook::Arguments); }
  virtual void onEnter(const Call &, Context &) { ignore(Hook::Enter); }
  virtual void onLeave(const Call &, const Result &, Context &) { ignore(Hook::Leave); }
  /// A call has returned an error, and the library has said which.
  virtual void onFailed(const Call &, const Result &, Context &) {}
  /// All members of a collective have come, or will not come any more. When a rule reports an error, no other rule is
  /// asked about this collective, nor about later ones in its sequence: they would only show the same again. The error
  /// is held back until the next calls of the members have shown that it is not the consequence of a misstep. The rule
  /// may also be asked about two calls that are compared for that; it keeps no state.
  virtual void onCollective(const Slot &, Context &) {}
  /// Some members of the slot's communicator have called a collective that others left out.
  virtual void onMisstep(const Misstep &, const Slot &, Context &) {}
  /// A message and the receive that takes it, once that is certain. Rules do not hear of two that say the same as two
  /// before with which no rule has found fault.
  virtual void onMessage(const Call & /*send*/, const Call & /*receive*/, Context &) { ignore(Hook::Message); }
  virtual void onSent(const TransferPtr &, Context &) { ignore(Hook::Sent); }
  /// The receive has returned, or the call that completed it.
  virtual void onReceived(const TransferPtr &, const Call & /*completion*/, Context &) { ignore(Hook::Received); }
  virtual void onRequest(const RequestNote &, Context &) { ignore(Hook::Request); }
  /// A call starts a persistent operation, once for every operation that it starts.
  virtual void onStarted(const Operation &, const Call & /*start*/, Context &) { ignore(Hook::Started); }
  /// A call that returns has completed the operation. Only the fields set when it was created are still valid.
  virtual void onCompleted(const Operation &, const Call & /*completion*/, Context &) { ignore(Hook::Completed); }
  /// Ranks that would wait for each other if the library buffered nothing.
  virtual void onStandstill(const PotentialDeadlock &, Context &) {}
  /// The program's own loads or stores; only for a rule that hearsAccesses(). They lie between two events of the
  /// thread, and have no other order among each other.
  virtual void onAccess(const Process &, unsigned /*thread*/, const trace::Access &, Context &) {}
  /// Many of them in one record. A rule that can judge them together does so; for the others they come one by one.
  virtual void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                          Context &context) {
    trace::forEachAccess(accesses, [&](const trace::Access &one) { onAccess(process, thread, one, context); });
  }
  virtual bool hearsAccesses() const { return false; }
  /// Judges every memory by itself, and only those of the engine's share.
  virtual bool isShared() const { return false; }
  virtual HistorySize historySize() const { return {}; }
  /// Memory that the process gets afresh when it is used again.
  virtual void onFreed(const Process &, Span, Context &) {}
  /// A call is made about whose memory something is known that was not told before (Call::memory).
  virtual void onMemory(const Call &, Context &) {}
  /// Memory that a window of the process exposes, or that an operation in flight may use, is given back.
  virtual void onReleased(const Process &, Span, const Release &, Context &) {}
  virtual void onProcessEnd(const Process &, Context &) {}
  /// Nothing more will come. `interrupted`: what is missing is nobody's error.
  virtual void onFinish(bool /*interrupted*/, Context &) {}

 private:
  void ignore(Hook hook) { ignored_ |= 1U << static_cast<unsigned>(hook); }

  unsigned ignored_ = 0;
};

using RulePtr = std::unique_ptr<Rule>;
using RuleFactory = RulePtr (*)();

void registerRule(report::Rule rule, RuleFactory make);
/// A new instance of every registered rule.
std::vector<RulePtr> makeRules();

template <class Derived>
struct Registration {
  explicit Registration(report::Rule rule) {
    registerRule(rule, []() -> RulePtr { return std::make_unique<Derived>(); });
  }
};

}  // namespace lockstep::engine
