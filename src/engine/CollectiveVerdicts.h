// Calls the rules for the collectives of a communicator, window or file, and decides which errors are reported.
//
// An error in one slot may be the consequence of a call that one member made too often or left out. Therefore the first
// error is held back until the next calls of the members show which it is (Collectives.h): then either this misstep is
// reported, or the error that was held back.
#pragma once

#include <map>
#include <vector>

#include "engine/Context.h"
#include "engine/RuleDispatcher.h"
#include "engine/matching/Collectives.h"

namespace lockstep::engine {

class CollectiveVerdicts final : public CollectiveJudge {
 public:
  CollectiveVerdicts(const RuleDispatcher &rules, Context &context) : rules_(rules), context_(context) {}

  bool isInOrder(const Slot &slot) override;
  bool isFaultless(const Slot &slot) override;
  void decide(const Slot &slot, const std::vector<std::vector<Word>> &words) override;

 private:
  std::vector<report::Finding> findingsOn(const Slot &slot);
  bool agree(const Slot &slot, const Call &a, const Call &b);

  const RuleDispatcher &rules_;
  Context &context_;
  std::map<SequenceId, report::Finding> heldBack_;
};

}  // namespace lockstep::engine
