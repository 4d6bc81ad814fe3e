// Dispatches events to rules: each event goes to the rules that override its handler, in rule order. A rule gets calls
// only of the routines that it is about, and if it is about threads, only of processes with several.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/Rule.h"

namespace lockstep::engine {

class RuleDispatcher {
 public:
  explicit RuleDispatcher(std::vector<RulePtr> rules) : rules_(std::move(rules)) {
    for (std::size_t i = 0; i < kHandlers; ++i)
      for (const RulePtr &rule : rules_) {
        if (!rule.handles(static_cast<Handler>(i))) continue;
        if (ProcessRule *one = rule.ofProcess()) ofProcess_.handling[i].push_back(one);
        if (WorldRule *one = rule.ofWorld()) ofWorld_.handling[i].push_back(one);
      }
  }

  const std::vector<RulePtr> &rules() const { return rules_; }
  const std::vector<WorldRule *> &worldRules(Handler handler) const { return ofWorld_.of(handler); }

  /// Calls `visit(rule)` for every rule that overrides the handler.
  template <Handler kHandler, class Visit>
  void forEach(Visit visit) const {
    if constexpr (kFunction<ProcessRule, kHandler> != nullptr)
      for (ProcessRule *rule : ofProcess_.of(kHandler)) visit(*rule);
    for (WorldRule *rule : ofWorld_.of(kHandler)) visit(*rule);
  }
  /// `dispatch<Handler::Sent>(transfer, context)` calls onSent of every rule that overrides it.
  template <Handler kHandler, class... Arguments>
  void dispatch(Arguments &&...arguments) const {
    forEach<kHandler>([&]<class ARule>(ARule &rule) { (rule.*kFunction<ARule, kHandler>)(arguments...); });
  }
  /// Likewise, of the rules that are about the routine and the process; for onEnter and onLeave.
  template <Handler kHandler, class... Arguments>
  void dispatchCall(const mpi::RoutineInfo &routine, bool hasThreads, Arguments &&...arguments) {
    for (ProcessRule *rule : ofProcess_.about<kHandler>(routine, hasThreads))
      (rule->*kFunction<ProcessRule, kHandler>)(arguments...);
    for (WorldRule *rule : ofWorld_.about<kHandler>(routine, hasThreads))
      (rule->*kFunction<WorldRule, kHandler>)(arguments...);
  }

 private:
  /// The rules of one kind.
  template <class ARule>
  struct Kind {
    using OfRoutines = std::array<std::optional<std::vector<ARule *>>, mpi::kRoutineCount>;

    const std::vector<ARule *> &of(Handler handler) const { return handling[static_cast<std::size_t>(handler)]; }
    template <Handler kHandler>
    const std::vector<ARule *> &about(const mpi::RoutineInfo &routine, bool hasThreads) {
      static_assert(kHandler == Handler::Enter || kHandler == Handler::Leave);
      std::array<OfRoutines, 2> &all = kHandler == Handler::Enter ? entering : leaving;
      std::optional<std::vector<ARule *>> &rules = all[hasThreads ? 1 : 0][static_cast<std::size_t>(routine.routine)];
      if (!rules) {
        rules = of(kHandler);
        std::erase_if(*rules, [&](const ARule *rule) {
          return !rule->isAbout(routine) || (!hasThreads && rule->isAboutThreads(kHandler, routine));
        });
      }
      return *rules;
    }

    std::array<std::vector<ARule *>, kHandlers> handling;
    std::array<OfRoutines, 2> entering;  // without threads, and with
    std::array<OfRoutines, 2> leaving;
  };

  std::vector<RulePtr> rules_;
  Kind<ProcessRule> ofProcess_;
  Kind<WorldRule> ofWorld_;
};

}  // namespace lockstep::engine
