// Dispatches events to rules. A rule that does not override a handler is removed from that handler's list at the first
// event of the kind (the base class marks it): most rules handle few kinds. Of calls, a rule gets only those of the
// routines that it is about, and where it is about threads only of processes
// that have several.
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
    for (std::vector<Rule *> &hearers : hearers_)
      for (const RulePtr &rule : rules_) hearers.push_back(rule.get());
  }

  const std::vector<RulePtr> &rules() const { return rules_; }

  /// `tell` is given every rule that does not ignore the hook, in their order.
  template <class Tell>
  void tell(Hook hook, Tell tell) {
    tellAll(hearers_[static_cast<std::size_t>(hook)], hook, tell);
  }
  /// Likewise, of those that are about the routine and the process; for Enter and Leave.
  template <class Tell>
  void tell(Hook hook, const mpi::RoutineInfo &routine, bool hasThreads, Tell tell) {
    std::optional<std::vector<Rule *>> &hearers =
        (hook == Hook::Enter ? entering_ : leaving_)[hasThreads ? 1 : 0][static_cast<std::size_t>(routine.routine)];
    if (!hearers) hearers = thoseAbout(hook, routine, hasThreads);
    tellAll(*hearers, hook, tell);
  }

 private:
  template <class Tell>
  static void tellAll(std::vector<Rule *> &hearers, Hook hook, Tell tell) {
    bool isIgnored = false;
    for (Rule *rule : hearers) {
      tell(*rule);
      isIgnored |= rule->ignores(hook);
    }
    if (isIgnored) std::erase_if(hearers, [hook](const Rule *rule) { return rule->ignores(hook); });
  }

  std::vector<Rule *> thoseAbout(Hook hook, const mpi::RoutineInfo &routine, bool hasThreads) const {
    std::vector<Rule *> all = hearers_[static_cast<std::size_t>(hook)];
    std::erase_if(all, [&](const Rule *rule) {
      return !rule->isAbout(routine) || (!hasThreads && rule->isAboutThreads(hook, routine));
    });
    return all;
  }

  std::vector<RulePtr> rules_;
  std::array<std::vector<Rule *>, kHooks> hearers_;
  using OfRoutines = std::array<std::optional<std::vector<Rule *>>, mpi::kRoutineCount>;
  std::array<OfRoutines, 2> entering_;
  std::array<OfRoutines, 2> leaving_;
};

}  // namespace lockstep::engine
