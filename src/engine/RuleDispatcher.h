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
      for (const RulePtr &rule : rules_)
        if (rule->handles(static_cast<Handler>(i))) handling_[i].push_back(rule.get());
  }

  const std::vector<RulePtr> &rules() const { return rules_; }
  const std::vector<Rule *> &handling(Handler handler) const { return handling_[static_cast<std::size_t>(handler)]; }

  /// `dispatch<&Rule::onSent>(transfer, context)` calls onSent of every rule that overrides it.
  template <auto Function, class... Arguments>
  void dispatch(Arguments &&...arguments) const {
    for (Rule *rule : handling(kHandlerOf<Function>)) (rule->*Function)(arguments...);
  }
  /// The same for onEnter and onLeave: only rules that are about the routine and the process.
  template <auto Function, class... Arguments>
  void dispatchCall(const mpi::RoutineInfo &routine, bool hasThreads, Arguments &&...arguments) {
    constexpr Handler kHandler = kHandlerOf<Function>;
    static_assert(kHandler == Handler::Enter || kHandler == Handler::Leave);
    std::optional<std::vector<Rule *>> &rules = (kHandler == Handler::Enter ? entering_ : leaving_)
        [hasThreads ? 1 : 0][static_cast<std::size_t>(routine.routine)];
    if (!rules) rules = thoseAbout(kHandler, routine, hasThreads);
    for (Rule *rule : *rules) (rule->*Function)(arguments...);
  }

 private:
  std::vector<Rule *> thoseAbout(Handler handler, const mpi::RoutineInfo &routine, bool hasThreads) const {
    std::vector<Rule *> all = handling(handler);
    std::erase_if(all, [&](const Rule *rule) {
      return !rule->isAbout(routine) || (!hasThreads && rule->isAboutThreads(handler, routine));
    });
    return all;
  }

  std::vector<RulePtr> rules_;
  std::array<std::vector<Rule *>, kHandlers> handling_;
  using OfRoutines = std::array<std::optional<std::vector<Rule *>>, mpi::kRoutineCount>;
  std::array<OfRoutines, 2> entering_;
  std::array<OfRoutines, 2> leaving_;
};

}  // namespace lockstep::engine
