// The rules of an engine, told of events. A rule that ignores a kind of event, because it does not override its
// function, is found out when it is told the first time, and is left out from then on: most rules hear of few events.
#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "engine/Rule.h"

namespace lockstep::engine {

class Audience {
 public:
  explicit Audience(std::vector<RulePtr> rules) : rules_(std::move(rules)) {
    for (std::vector<Rule *> &hearers : hearers_)
      for (const RulePtr &rule : rules_) hearers.push_back(rule.get());
  }

  const std::vector<RulePtr> &rules() const { return rules_; }

  /// `tell` is given every rule that does not ignore the hook, in their order.
  template <class Tell>
  void tell(Hook hook, Tell tell) {
    std::vector<Rule *> &hearers = hearers_[static_cast<std::size_t>(hook)];
    bool isIgnored = false;
    for (Rule *rule : hearers) {
      tell(*rule);
      isIgnored |= rule->ignores(hook);
    }
    if (isIgnored) std::erase_if(hearers, [hook](const Rule *rule) { return rule->ignores(hook); });
  }

 private:
  std::vector<RulePtr> rules_;
  std::array<std::vector<Rule *>, kHooks> hearers_;
};

}  // namespace lockstep::engine
