// What a rule of the engine is: it handles events and reports findings.
//
// A rule is one file in rules/ that derives from Rule and registers itself:
//
//   constexpr report::Rule kRule = report::rule("coll-root-mismatch");
//   class CollRootMismatch final : public Rule { public: void onCollective(...) override; };
//   const Registration<CollRootMismatch> kRegistration(kRule);
//
// Every engine makes its own instance, so a rule may keep state between events. Rules are asked in the order of their
// rows in Rules.def. Which handlers a rule overrides is known when it is compiled; only those are called.
//
// onInitialized, onArguments, onEnter, onLeave and onProcessEnd come in an order that respects causes: within a process
// its own order, and a completion after what it depends on. onCollective comes as soon as all members of the collective
// have arrived, while they may still be inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "engine/races/HistorySize.h"
#include "report/Rule.h"
#include "trace/AccessRuns.h"

namespace lockstep::engine {

class Slot;
struct Misstep;
struct PotentialDeadlock;

enum class Handler : std::uint8_t {
#define HANDLER(Name) Name,
#include "engine/Handlers.def"
#undef HANDLER
};
#define HANDLER(Name) +1
inline constexpr std::size_t kHandlers = 0
#include "engine/Handlers.def"
    ;
#undef HANDLER

/// A bit for each Handler.
using HandlerSet = std::uint32_t;
static_assert(kHandlers <= 32);

class Rule {
 public:
  virtual ~Rule() = default;
  bool handles(Handler handler) const { return (handlers_ >> static_cast<unsigned>(handler) & 1U) != 0; }

  /// Whether onEnter and onLeave handle calls of this routine: most rules are about few routines.
  virtual bool isAbout(const mpi::RoutineInfo &) const { return true; }
  /// Whether the handler, onEnter or onLeave, handles calls of this routine only where the process has several threads.
  virtual bool isAboutThreads(Handler, const mpi::RoutineInfo &) const { return false; }

  virtual void onInitialized(const Process &, Context &) {}
  /// A call is made; what the rule says follows from its arguments and from the objects of its process alone. Not
  /// called for a call that says the same as one that no rule has found fault with.
  virtual void onArguments(const Call &, Context &) {}
  virtual void onEnter(const Call &, Context &) {}
  virtual void onLeave(const Call &, const Result &, Context &) {}
  /// A call has returned an error, and the library has said which.
  virtual void onFailed(const Call &, const Result &, Context &) {}
  /// All members of a collective have come, or will not come any more. When a rule reports an error, no other rule is
  /// asked about this collective, nor about later ones in its sequence: they would only show the same again. The error
  /// is held back until the next calls of the members have shown that it is not the consequence of a misstep. The rule
  /// may also be asked about two calls that are compared for that; it keeps no state.
  virtual void onCollective(const Slot &, Context &) {}
  /// Some members of the slot's communicator have called a collective that others left out.
  virtual void onMisstep(const Misstep &, const Slot &, Context &) {}
  /// A message and the receive that takes it, once that is certain. Not called for two that say the same as
  /// two before with which no rule has found fault.
  virtual void onMessage(const Call & /*send*/, const Call & /*receive*/, Context &) {}
  virtual void onSent(const TransferPtr &, Context &) {}
  /// The receive has returned, or the call that completed it.
  virtual void onReceived(const TransferPtr &, const Call & /*completion*/, Context &) {}
  virtual void onRequest(const RequestNote &, Context &) {}
  /// A call starts a persistent operation, once for every operation that it starts.
  virtual void onStarted(const Operation &, const Call & /*start*/, Context &) {}
  /// A call that returns has completed the operation. Only the fields set when it was created are still valid.
  virtual void onCompleted(const Operation &, const Call & /*completion*/, Context &) {}
  /// Ranks that would wait for each other if the library buffered nothing.
  virtual void onStandstill(const PotentialDeadlock &, Context &) {}
  /// The program's own loads or stores; they lie between two events of the thread, and have no other order among each
  /// other.
  virtual void onAccess(const Process &, unsigned /*thread*/, const trace::Access &, Context &) {}
  /// Many of them in one record, for a rule that overrides onAccess. One that can judge them together does so; for the
  /// others they come one by one.
  virtual void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                          Context &context) {
    trace::forEachAccess(accesses, [&](const trace::Access &one) { onAccess(process, thread, one, context); });
  }
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
  template <class Derived, class... Arguments>
  friend std::unique_ptr<Rule> makeRule(Arguments &&...);

  HandlerSet handlers_ = 0;
};

using RulePtr = std::unique_ptr<Rule>;

/// `kHandlerOf<&Rule::onEnter>` is Handler::Enter.
template <auto Function>
inline constexpr Handler kHandlerOf{};
#define HANDLER(Name) \
  template <>         \
  inline constexpr Handler kHandlerOf<&Rule::on##Name> = Handler::Name;
#include "engine/Handlers.def"
#undef HANDLER

/// The handlers that the rule, or a base class of it, overrides: where it does not, `&Derived::onX` is the member of
/// Rule. They must be public.
template <class Derived>
consteval HandlerSet handlersOf() {
  HandlerSet handlers = 0;
#define HANDLER(Name)                                                           \
  if (!std::is_same_v<decltype(&Derived::on##Name), decltype(&Rule::on##Name)>) \
    handlers |= HandlerSet{1} << static_cast<unsigned>(Handler::Name);
#include "engine/Handlers.def"
#undef HANDLER
  return handlers;
}

template <class Derived, class... Arguments>
RulePtr makeRule(Arguments &&...arguments) {
  static_assert(handlersOf<Derived>() != 0, "the rule overrides no handler");
  auto rule = std::make_unique<Derived>(std::forward<Arguments>(arguments)...);
  static_cast<Rule &>(*rule).handlers_ = handlersOf<Derived>();
  return rule;
}

using RuleFactory = RulePtr (*)();

void registerRule(report::Rule rule, RuleFactory make);
/// A new instance of every registered rule.
std::vector<RulePtr> makeRules();

template <class Derived>
struct Registration {
  explicit Registration(report::Rule rule) {
    registerRule(rule, [] { return makeRule<Derived>(); });
  }
};

}  // namespace lockstep::engine
