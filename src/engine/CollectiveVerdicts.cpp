#include "engine/CollectiveVerdicts.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {
namespace {

bool isError(const report::Finding &finding) { return finding.severity == report::Severity::Error; }

}  // namespace

/// Stops at the first error.
std::vector<report::Finding> CollectiveVerdicts::findingsOn(const Slot &slot) {
  return context_.holdBack([&] {
    for (WorldRule *rule : rules_.worldRules(Handler::Collective)) {
      rule->onCollective(slot, context_);
      if (context_.holdsError()) return;
    }
  });
}

bool CollectiveVerdicts::isInOrder(const Slot &slot) {
  for (report::Finding &finding : findingsOn(slot)) {
    if (isError(finding)) {
      context_.expect(finding);
      heldBack_.insert_or_assign(slot.sequence(), std::move(finding));
      return false;
    }
    context_.report(std::move(finding));
  }
  return true;
}

bool CollectiveVerdicts::isFaultless(const Slot &slot) { return std::ranges::none_of(findingsOn(slot), isError); }

/// Whether no rule reports an error if these two calls are compared as one collective; missing members do not count.
bool CollectiveVerdicts::agree(const Slot &slot, const Call &a, const Call &b) {
  Slot both(slot.sequence(), CommunicatorPtr(&slot.comm()));
  for (const Call *call : {&a, &b})
    if (const auto position = slot.comm().positionOf(call->rank())) both.arrive(*position, call->self());
  constexpr report::Rule kMissing = report::rule("coll-mismatch");
  return std::ranges::none_of(
      findingsOn(both), [&](const report::Finding &finding) { return isError(finding) && finding.rule != kMissing; });
}

void CollectiveVerdicts::decide(const Slot &slot, const std::vector<std::vector<Word>> &words) {
  auto heldBack = heldBack_.extract(slot.sequence());
  const std::size_t before = context_.errorCount();
  for (const std::vector<Word> &part : words) {
    const auto misstep = findMisstep(part, [&](const Call &a, const Call &b) { return agree(slot, a, b); });
    if (!misstep) continue;
    rules_.dispatch<Handler::Misstep>(*misstep, slot, context_);
    break;
  }
  if (context_.errorCount() == before) context_.report(std::move(heldBack.mapped()));
}

}  // namespace lockstep::engine
