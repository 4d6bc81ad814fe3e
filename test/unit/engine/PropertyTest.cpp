// Random programs: the engine's verdict on a run equals that of a search over all matchings of its messages.
//
// The engine never calls a rank stuck that is not. It may miss what only several matchings seen together show (one rank
// goes on in the first and another in the second, but never both), and what a receive of any tag that has returned says
// about receives before it; that is less than one program in 5000.
//
// LOCKSTEP_LONG_TESTS=1 tries more programs. LOCKSTEP_PROGRAMS says how many, LOCKSTEP_SEED with which one begins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "Matchings.h"
#include "engine/Engine.h"
#include "texttrace/TextTrace.h"

namespace lockstep::engine {
namespace {

using reference::Random;

constexpr std::uint64_t kPrograms = 20000;
constexpr std::uint64_t kManyPrograms = 500000;

bool isLong() {
  const char *value = std::getenv("LOCKSTEP_LONG_TESTS");
  return value != nullptr && std::string_view(value) == "1";
}

std::uint64_t setting(const char *name, std::uint64_t otherwise) {
  const char *value = std::getenv(name);
  return value != nullptr ? std::strtoull(value, nullptr, 10) : otherwise;
}

/// The same steps in another order that keeps each process's own.
std::vector<const trace::BuiltRecord *> shuffled(const std::vector<trace::BuiltRecord> &steps, Random &random) {
  std::map<trace::ProcessKey, std::vector<const trace::BuiltRecord *>> waiting;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) waiting[step->process].push_back(&*step);
  std::vector<const trace::BuiltRecord *> order;
  while (!waiting.empty()) {
    const auto entry =
        std::next(waiting.begin(), static_cast<std::ptrdiff_t>(reference::below(random, waiting.size())));
    order.push_back(entry->second.back());
    entry->second.pop_back();
    if (entry->second.empty()) waiting.erase(entry);
  }
  return order;
}

struct Verdict {
  std::vector<int> stuck;
  bool hasDeadlock = false;
  std::vector<int> unmatched;    // lines
  std::vector<int> otherErrors;  // ranks with an error of another rule
};

/// Those that hold each other up and those that wait for them.
std::vector<int> waitingIn(const report::Finding &finding) {
  std::set<int> ranks;
  for (const report::Site &site : finding.sites)
    if (site.label.starts_with("waits")) ranks.insert(site.rank);
  return {ranks.begin(), ranks.end()};
}

Verdict verdictOf(const TextTrace &trace, Random &random) {
  Engine engine;
  for (const trace::BuiltRecord *step : shuffled(trace.steps, random)) feed(*step, engine);
  Verdict verdict;
  verdict.stuck = engine.stuckRanks();
  engine.finish(trace.isInterrupted);
  for (const report::Finding &finding : engine.takeFindings()) {
    if (finding.rule == report::rule("deadlock")) {
      verdict.hasDeadlock = true;
      EXPECT_EQ(waitingIn(finding), verdict.stuck);
    } else if (finding.rule == report::rule("p2p-unmatched")) {
      verdict.unmatched.push_back(static_cast<int>(finding.sites.front().line));
    } else if (finding.severity == report::Severity::Error) {
      verdict.otherErrors.insert(verdict.otherErrors.end(), finding.ranks.begin(), finding.ranks.end());
    }
  }
  std::ranges::sort(verdict.unmatched);
  return verdict;
}

/// Collectives out of step are an error of their own, and the reason of what follows from it.
bool hasOtherReason(const Verdict &verdict) {
  return std::ranges::any_of(verdict.stuck,
                             [&](int rank) { return std::ranges::count(verdict.otherErrors, rank) > 0; });
}

TEST(Property, DeadlocksAndUnmatchedMessagesAreThoseOfASearch) {
  const std::uint64_t programs = setting("LOCKSTEP_PROGRAMS", isLong() ? kManyPrograms : kPrograms);
  const std::uint64_t first = setting("LOCKSTEP_SEED", 1);
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    Random random(seed);
    const reference::Run run = reference::run(reference::makeProgram(random), random);
    SCOPED_TRACE("LOCKSTEP_SEED=" + std::to_string(seed) + " LOCKSTEP_PROGRAMS=1\n" + run.text);
    const auto trace = TextTrace::parse(run.text);
    ASSERT_TRUE(trace.has_value()) << trace.error().line << ": " << trace.error().what;

    const std::vector<int> stuck = reference::stuckRanks(run);
    const std::vector<int> unmatched = run.isOver ? reference::unmatchedLines(run) : std::vector<int>{};
    const Verdict verdict = verdictOf(*trace, random);
    ASSERT_TRUE(std::ranges::includes(stuck, verdict.stuck))
        << "stuck: " << report::describeRanks(stuck) << ", said to be: " << report::describeRanks(verdict.stuck);
    ASSERT_EQ(verdict.hasDeadlock, !verdict.stuck.empty() && !hasOtherReason(verdict));
    if (verdict.otherErrors.empty()) ASSERT_EQ(verdict.unmatched, unmatched);

    if (verdict.stuck != stuck) ++seen["missed"];
    ++seen[run.isOver ? "over" : "hangs"];
    if (verdict.hasDeadlock) ++seen["deadlock"];
    if (!verdict.unmatched.empty()) ++seen["unmatched"];
    if (!verdict.otherErrors.empty()) ++seen["other"];
  }
  for (const auto &[what, count] : seen) RecordProperty(what, std::to_string(count));
  if (programs < kPrograms) return;
  EXPECT_GT(seen["deadlock"], programs / 10);
  EXPECT_GT(seen["over"], programs / 10);
  EXPECT_GT(seen["unmatched"], programs / 100);
  EXPECT_LT(seen["other"], programs / 10);
  EXPECT_LT(seen["missed"], programs / 5000);
}

}  // namespace
}  // namespace lockstep::engine
