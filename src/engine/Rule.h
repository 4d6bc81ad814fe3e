// Base class of the engine's rules: a rule handles events and reports findings.
//
// A rule is one file in rules/ that derives from Rule and registers itself:
//
//   constexpr report::Rule kRule = report::rule("coll-root-mismatch");
//   class CollRootMismatch final : public Rule { public: void onCollective(...) override; };
//   const Registration<CollRootMismatch> kRegistration(kRule);
//
// Every engine has its own instance, so a rule may keep state between events. Rules are called in the order of their
// rows in Rules.def. Which handlers a rule overrides is known at compile time; only those are called.
//
// onInitialized, onArguments, onEnter, onLeave and onProcessEnd are called in causal order: program order within a
// process, and a completion after what it depends on. onCollective is called as soon as all members of the collective
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

/// One bit per Handler.
using HandlerSet = std::uint32_t;
static_assert(kHandlers <= 32);

class Rule {
 public:
  virtual ~Rule() = default;
  bool handles(Handler handler) const { return (handlers_ >> static_cast<unsigned>(handler) & 1U) != 0; }

  /// Whether onEnter and onLeave handle calls of this routine: most rules are about a few routines.
  virtual bool isAbout(const mpi::RoutineInfo &) const { return true; }
  /// Whether the handler (onEnter or onLeave) handles calls of this routine only in processes with several threads.
  virtual bool isAboutThreads(Handler, const mpi::RoutineInfo &) const { return false; }

  virtual void onInitialized(const Process &, Context &) {}
  /// A call is made; for verdicts that depend only on its arguments and on the objects of its process. Not called for a
  /// call equal to an earlier one that no rule reported.
  virtual void onArguments(const Call &, Context &) {}
  virtual void onEnter(const Call &, Context &) {}
  virtual void onLeave(const Call &, const Result &, Context &) {}
  /// A call has returned an error that the library described.
  virtual void onFailed(const Call &, const Result &, Context &) {}
  /// All members of a collective have arrived, or never will. After a rule reports an error, no other rule is called
  /// for this collective, nor for later ones in its sequence, since these would only repeat it. The error is held back
  /// until the next calls of the members have shown that it is not the consequence of a misstep. To decide this, the
  /// rule may also be called for two calls to be compared, so it must not keep state.
  virtual void onCollective(const Slot &, Context &) {}
  /// Some members of the slot's communicator have called a collective that others left out.
  virtual void onMisstep(const Misstep &, const Slot &, Context &) {}
  /// A message and its receive, once their match is final. Not called for a pair equal to an earlier one that no rule
  /// reported.
  virtual void onMessage(const Call & /*send*/, const Call & /*receive*/, Context &) {}
  virtual void onSent(const TransferPtr &, Context &) {}
  /// The receive, or the call that completed it, has returned.
  virtual void onReceived(const TransferPtr &, const Call & /*completion*/, Context &) {}
  virtual void onRequest(const RequestNote &, Context &) {}
  /// A call starts a persistent operation; called once per operation.
  virtual void onStarted(const Operation &, const Call & /*start*/, Context &) {}
  /// A call that returns has completed the operation. Only the fields set when the operation was created are still
  /// valid.
  virtual void onCompleted(const Operation &, const Call & /*completion*/, Context &) {}
  /// Ranks that would deadlock if the library buffered nothing.
  virtual void onStandstill(const PotentialDeadlock &, Context &) {}
  /// The program's own loads or stores, between two events of the thread; they are not ordered among each other.
  virtual void onAccess(const Process &, unsigned /*thread*/, const trace::Access &, Context &) {}
  /// Many accesses in one record, for a rule that overrides onAccess. By default, passes them on one by one; a rule
  /// that can judge them together overrides this.
  virtual void onAccesses(const Process &process, unsigned thread, const trace::AccessBits &accesses,
                          Context &context) {
    trace::forEachAccess(accesses, [&](const trace::Access &one) { onAccess(process, thread, one, context); });
  }
  /// Whether the rule judges each memory independently, and only those of the engine's share.
  virtual bool isShared() const { return false; }
  virtual HistorySize historySize() const { return {}; }
  /// The memory was freed: later uses of these addresses are a new allocation.
  virtual void onFreed(const Process &, Span, Context &) {}
  /// A call with new knowledge about the memory that its arguments point into (Call::memory).
  virtual void onMemory(const Call &, Context &) {}
  /// Memory is released although a window of the process exposes it or a pending operation may use it.
  virtual void onReleased(const Process &, Span, const Release &, Context &) {}
  virtual void onProcessEnd(const Process &, Context &) {}
  /// End of input. `interrupted`: missing events are no errors.
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

/// The handlers that the rule, or a base class of it, overrides: for others, `&Derived::onX` is the member of Rule.
/// Handlers must be public.
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
/// A new instance of every registered rule for which `isWanted` holds.
std::vector<RulePtr> makeRules(bool (*isWanted)(report::Rule) = [](report::Rule) { return true; });

template <class Derived>
struct Registration {
  explicit Registration(report::Rule rule) {
    registerRule(rule, [] { return makeRule<Derived>(); });
  }
};

}  // namespace lockstep::engine
