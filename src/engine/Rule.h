// Base class of the engine's rules: a rule handles events and reports findings.
//
// A rule is one file in rules/ that derives from ProcessRule or WorldRule and registers itself:
//
//   constexpr report::Rule kRule = report::rule("coll-root-mismatch");
//   class CollRootMismatch final : public WorldRule { public: void onCollective(...) override; };
//   const Registration<CollRootMismatch> kRegistration(kRule);
//
// Every engine makes its own instance, so a rule may keep state between events. A ProcessRule gets a context that leads
// to no other process than the one whose event is told. Rules of processes are asked first, then those of the world,
// each in the order of their rows in Rules.def. Which handlers a rule overrides is known when it is compiled; only
// those are called.
//
// What handlers of processes are told comes in an order that respects causes: within a process its own order, and a
// completion after what it depends on. onCollective comes as soon as all members of the collective have arrived, while
// they may still be inside.
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
};
#define HANDLER(Name) +1
inline constexpr std::size_t kHandlers = 0
#include "engine/Handlers.def"
    ;

/// One bit per Handler.
using HandlerSet = std::uint32_t;
static_assert(kHandlers <= 32);

class Rule {
 public:
  virtual ~Rule() = default;

  /// Whether onEnter and onLeave handle calls of this routine: most rules are about a few routines.
  virtual bool isAbout(const mpi::RoutineInfo &) const { return true; }
  /// Whether the handler (onEnter or onLeave) handles calls of this routine only in processes with several threads.
  virtual bool isAboutThreads(Handler, const mpi::RoutineInfo &) const { return false; }
  /// Judges every memory by itself, and only those of the engine's share.
  virtual bool isShared() const { return false; }
  virtual HistorySize historySize() const { return {}; }
};

/// The events of one process after the other.
template <class AContext>
class RuleOn : public Rule {
 public:
  virtual void onInitialized(const Process &, AContext &) {}
  /// A call is made; what the rule says follows from its arguments and from the objects of its process alone. Not
  /// called for a call that says the same as one that no rule has found fault with.
  virtual void onArguments(const Call &, AContext &) {}
  virtual void onEnter(const Call &, AContext &) {}
  virtual void onLeave(const Call &, const Result &, AContext &) {}
  /// A call has returned an error, and the library has said which.
  virtual void onFailed(const Call &, const Result &, AContext &) {}
  virtual void onRequest(const RequestNote &, AContext &) {}
  /// A call starts a persistent operation, once for every operation that it starts.
  virtual void onStarted(const Operation &, const Call & /*start*/, AContext &) {}
  /// A call that returns has completed the operation. Only the fields set when it was created are still valid.
  virtual void onCompleted(const Operation &, const Call & /*completion*/, AContext &) {}
  /// The program's own loads or stores; they lie between two events of the thread, and have no other order among each
  /// other.
  virtual void onAccess(const Process &, unsigned /*thread*/, const trace::Access &, AContext &) {}
  /// Many of them in one record, for a rule that overrides onAccess. One that can judge them together does so; for the
  /// others they come one by one.
  virtual void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                          AContext &context) {
    trace::forEachAccess(accesses, [&](const trace::Access &one) { onAccess(process, thread, one, context); });
  }
  /// Memory that the process gets afresh when it is used again.
  virtual void onFreed(const Process &, Span, AContext &) {}
  /// A call is made about whose memory something is known that was not told before (Call::memory).
  virtual void onMemory(const Call &, AContext &) {}
  /// Memory that a window of the process exposes, or that an operation in flight may use, is given back.
  virtual void onReleased(const Process &, Span, const Release &, AContext &) {}
  virtual void onProcessEnd(const Process &, AContext &) {}
};

using ProcessRule = RuleOn<ProcessContext>;

class WorldRule : public RuleOn<Context> {
 public:
  /// All members of a collective have come, or will not come any more. When a rule reports an error, no other rule is
  /// asked about this collective, nor about later ones in its sequence: they would only show the same again. The error
  /// is held back until the next calls of the members have shown that it is not the consequence of a misstep. The rule
  /// may also be asked about two calls that are compared for that; it keeps no state.
  virtual void onCollective(const Slot &, Context &) {}
  /// Some members of the slot's communicator have called a collective that others left out.
  virtual void onMisstep(const Misstep &, const Slot &, Context &) {}
  /// A message and its receive, once their match is final. Not called for a pair equal to an earlier one that no rule
  /// reported.
  virtual void onMessage(const Call & /*send*/, const Call & /*receive*/, Context &) {}
  virtual void onSent(const TransferPtr &, Context &) {}
  /// The receive, or the call that completed it, has returned.
  virtual void onReceived(const TransferPtr &, const Call & /*completion*/, Context &) {}
  /// Ranks that would wait for each other if the library buffered nothing.
  virtual void onStandstill(const PotentialDeadlock &, Context &) {}
  /// Nothing more will come. `interrupted`: what is missing is nobody's error.
  virtual void onFinish(bool /*interrupted*/, Context &) {}
};

template <class Derived>
inline constexpr bool kIsWorldRule = std::is_base_of_v<WorldRule, Derived>;

/// `kFunction<ARule, Handler::Enter>` is &ARule::onEnter; null where rules of its kind have no such handler.
template <class ARule, Handler>
inline constexpr std::nullptr_t kFunction = nullptr;
#define HANDLER(Name)    \
  template <class ARule> \
  inline constexpr auto kFunction<ARule, Handler::Name> = &ARule::on##Name;
#define WORLD_HANDLER(Name)      \
  template <class ARule>         \
    requires kIsWorldRule<ARule> \
  inline constexpr auto kFunction<ARule, Handler::Name> = &ARule::on##Name;
#include "engine/Handlers.def"

/// The handlers that the rule, or a base class of it, overrides: where it does not, `&Derived::onX` is the member of
/// a class above. They must be public.
template <class Derived>
consteval HandlerSet handlersOf() {
  using Base = std::conditional_t<kIsWorldRule<Derived>, WorldRule, ProcessRule>;
  HandlerSet handlers = 0;
#define HANDLER(Name)                                                                                         \
  if (!std::is_same_v<decltype(kFunction<Derived, Handler::Name>), decltype(kFunction<Base, Handler::Name>)>) \
    handlers |= HandlerSet{1} << static_cast<unsigned>(Handler::Name);
#include "engine/Handlers.def"
  return handlers;
}

/// A rule and its handlers. Only makeRule() makes one, so that no rule is silent by mistake.
class RulePtr {
 public:
  Rule *operator->() const { return rule_.get(); }
  /// Null for a rule of the other kind.
  ProcessRule *ofProcess() const { return isOfWorld_ ? nullptr : static_cast<ProcessRule *>(rule_.get()); }
  WorldRule *ofWorld() const { return isOfWorld_ ? static_cast<WorldRule *>(rule_.get()) : nullptr; }
  bool handles(Handler handler) const { return (handlers_ >> static_cast<unsigned>(handler) & 1U) != 0; }

 private:
  template <class Derived, class... Arguments>
  friend RulePtr makeRule(Arguments &&...);
  RulePtr(std::unique_ptr<Rule> rule, HandlerSet handlers, bool isOfWorld)
      : rule_(std::move(rule)), handlers_(handlers), isOfWorld_(isOfWorld) {}

  std::unique_ptr<Rule> rule_;
  HandlerSet handlers_;
  bool isOfWorld_;
};

template <class Derived, class... Arguments>
RulePtr makeRule(Arguments &&...arguments) {
  static_assert(handlersOf<Derived>() != 0, "the rule overrides no handler");
  return {std::make_unique<Derived>(std::forward<Arguments>(arguments)...), handlersOf<Derived>(),
          kIsWorldRule<Derived>};
}

using RuleFactory = RulePtr (*)();

void registerRule(report::Rule rule, RuleFactory make);
/// A new instance of every registered rule for which `isWanted` holds.
std::vector<RulePtr> makeRules(bool (*isWanted)(report::Rule) = [](report::Rule) { return true; });

/// The row of what Derived finds. That other ranks are looked at, the row must say.
template <class Derived>
struct RowOf {
  // NOLINTNEXTLINE(google-explicit-constructor): so that it is checked wherever a rule is registered
  consteval RowOf(report::Rule rule) : rule(rule) {
    if (kIsWorldRule<Derived> && report::info(rule).scope != report::Scope::World) theRowIsNotOfScopeWorld();
  }
  /// Not constexpr and not defined: reaching it is the compile error.
  static void theRowIsNotOfScopeWorld();

  report::Rule rule;
};

template <class Derived>
struct Registration {
  explicit Registration(RowOf<Derived> row) {
    registerRule(row.rule, [] { return makeRule<Derived>(); });
  }
};

}  // namespace lockstep::engine
