// Random programs of one-sided communication: the races reported by the engine are those that follow from the
// definitions for every pair of accesses (RmaOracle.h), however the records are interleaved.
//
// LOCKSTEP_LONG_TESTS=1 tries more programs. LOCKSTEP_PROGRAMS says how many, LOCKSTEP_SEED with which one begins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "RmaOracle.h"
#include "engine/Engine.h"
#include "texttrace/TextTrace.h"

namespace lockstep::engine {
namespace {

using reference::Race;
using reference::Random;
using reference::RmaProgram;

constexpr std::uint64_t kPrograms = 10000;
constexpr std::uint64_t kManyPrograms = 300000;

std::uint64_t setting(const char *name, std::uint64_t otherwise) {
  const char *value = std::getenv(name);
  return value != nullptr ? std::strtoull(value, nullptr, 10) : otherwise;
}

using Pair = std::pair<int, int>;  // of lines, the lower first

std::set<Pair> pairsOf(const std::vector<Race> &races) {
  std::set<Pair> pairs;
  for (const Race &race : races) pairs.insert({race.first, race.second});
  return pairs;
}

std::vector<const trace::BuiltRecord *> shuffled(const std::vector<trace::BuiltRecord> &steps, Random &random) {
  std::map<trace::ProcessKey, std::vector<const trace::BuiltRecord *>> waiting;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) waiting[step->process].push_back(&*step);
  std::vector<const trace::BuiltRecord *> order;
  while (!waiting.empty()) {
    const auto entry =
        std::next(waiting.begin(), static_cast<std::ptrdiff_t>(reference::below(random, waiting.size())));
    for (std::size_t run = 1 + reference::below(random, 8); run > 0 && !entry->second.empty(); --run) {
      order.push_back(entry->second.back());
      entry->second.pop_back();
    }
    if (entry->second.empty()) waiting.erase(entry);
  }
  return order;
}

struct Verdict {
  std::set<Pair> races;
  std::vector<std::string> others;  // errors and warnings that the program has not deserved
};

bool isRace(const report::Finding &finding) {
  return finding.rule == report::rule("rma-race-remote") || finding.rule == report::rule("rma-race-local");
}

Verdict verdictOf(const std::string &text, Random random) {
  Verdict verdict;
  const auto trace = TextTrace::parse(text);
  if (!trace) {
    verdict.others.push_back(fmt::format("line {}: {}", trace.error().line, trace.error().what));
    return verdict;
  }
  Engine engine;
  for (const trace::BuiltRecord *step : shuffled(trace->steps, random)) feed(*step, engine);
  engine.finish(trace->isInterrupted);
  for (const report::Finding &finding : engine.takeFindings()) {
    const bool isAboutRma = isRace(finding) || finding.rule == report::rule("rma-epoch");
    if (finding.severity == report::Severity::Note) continue;
    if (finding.severity == report::Severity::Warning && !isAboutRma) continue;  // a send may wait for its receive
    std::vector<int> lines;
    for (const report::Site &site : finding.sites)
      if (site.role == report::SiteRole::Access) lines.push_back(static_cast<int>(site.line));
    if (!isRace(finding) || lines.size() != 2)
      verdict.others.push_back(finding.message);
    else
      verdict.races.insert(std::minmax(lines[0], lines[1]));
  }
  return verdict;
}

/// What is wrong with the engine's verdict, or nothing.
std::optional<std::string> disagreement(const RmaProgram &program, const Random &random) {
  const std::set<Pair> expected = pairsOf(reference::findRaces(program));
  const Verdict verdict = verdictOf(textOf(program), random);
  if (!verdict.others.empty()) return "says: " + verdict.others.front();
  for (const auto &[first, second] : verdict.races)
    if (!expected.contains({first, second})) return fmt::format("false alarm: {} and {}", first, second);
  for (const auto &[first, second] : expected)
    if (!verdict.races.contains({first, second})) return fmt::format("missed: {} and {}", first, second);
  return std::nullopt;
}

/// The smallest program that can be made of it by leaving out what is not needed for a disagreement.
RmaProgram shrunk(RmaProgram program, const Random &random) {
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    std::set<int> groups;
    for (const reference::RmaStep &step : program.steps) groups.insert(step.group);
    for (const int group : groups) {
      RmaProgram candidate = without(program, group);
      if (!disagreement(candidate, random)) continue;
      program = std::move(candidate);
      isSmaller = true;
    }
  }
  return program;
}

TEST(RmaProperty, RacesAreThoseOfTheDefinitions) {
  const char *isLong = std::getenv("LOCKSTEP_LONG_TESTS");
  const bool isMany = isLong != nullptr && std::string_view(isLong) == "1";
  const std::uint64_t programs = setting("LOCKSTEP_PROGRAMS", isMany ? kManyPrograms : kPrograms);
  const std::uint64_t first = setting("LOCKSTEP_SEED", 1);
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    Random random(seed);
    const RmaProgram program = reference::makeRmaProgram(random);
    const std::set<Pair> expected = pairsOf(reference::findRaces(program));
    ++seen[expected.empty() ? "right" : "racy"];
    seen["races"] += expected.size();
    if (!disagreement(program, random)) continue;
    const RmaProgram small = shrunk(program, random);
    FAIL() << "LOCKSTEP_SEED=" << seed << " LOCKSTEP_PROGRAMS=1: " << *disagreement(small, random) << "\n"
           << textOf(small);
  }
  for (const auto &[what, count] : seen) RecordProperty(what, std::to_string(count));
  if (programs < kPrograms) return;
  EXPECT_GT(seen["right"], programs / 5);
  EXPECT_GT(seen["racy"], programs / 5);
}

}  // namespace
}  // namespace lockstep::engine
