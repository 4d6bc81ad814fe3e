// The verdict does not depend on how the records of different ranks are interleaved: every trace of the lit tests, and
// random traces, give the same findings for all shufflings.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/Engine.h"
#include "report/formats/TextWriter.h"
#include "report/merge/Fold.h"
#include "texttrace/TextTrace.h"

namespace lockstep::engine {
namespace {

using Random = std::mt19937;

std::size_t below(Random &random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

/// The same steps in another order that keeps each process's own.
std::vector<trace::BuiltRecord> shuffled(const std::vector<trace::BuiltRecord> &steps, Random &random) {
  std::map<trace::ProcessKey, std::vector<trace::BuiltRecord>> waiting;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) waiting[step->process].push_back(*step);
  std::vector<trace::BuiltRecord> order;
  while (!waiting.empty()) {
    const auto entry = std::next(waiting.begin(), static_cast<std::ptrdiff_t>(below(random, waiting.size())));
    std::size_t run = 1 + below(random, 4);  // some processes run ahead
    for (; run > 0 && !entry->second.empty(); --run) {
      order.push_back(std::move(entry->second.back()));
      entry->second.pop_back();
    }
    if (entry->second.empty()) waiting.erase(entry);
  }
  return order;
}

struct Verdict {
  std::string findings;
  std::vector<int> stuck;
  friend bool operator==(const Verdict &, const Verdict &) = default;
};

std::ostream &operator<<(std::ostream &out, const Verdict &verdict) {
  return out << verdict.findings << "stuck: " << report::describeRanks(verdict.stuck);
}

Verdict verdictOf(const TextTrace &trace) {
  Engine engine;
  trace.play(engine);
  report::SourceFiles source;
  return {report::toText(report::fold(engine.takeFindings()), source, {}), engine.stuckRanks()};
}

void expectSameVerdict(const TextTrace &trace, Random &random, int rounds) {
  const Verdict expected = verdictOf(trace);
  for (int round = 0; round < rounds; ++round)
    ASSERT_EQ(verdictOf({shuffled(trace.steps, random), trace.isInterrupted}), expected);
}

TEST(Interleaving, DoesNotMatterInTheTestTraces) {
  Random random(1);
  int traces = 0;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(LOCKSTEP_TRACES)) {
    if (entry.path().extension() != ".trace") continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path());
    const auto trace = TextTrace::parse(std::string{std::istreambuf_iterator<char>(file), {}});
    ASSERT_TRUE(trace.has_value());
    expectSameVerdict(*trace, random, 30);
    ++traces;
  }
  EXPECT_GT(traces, 40);
}

/// A program of collectives on the world and on its two halves, which all ranks run alike unless `mistakes`.
std::string program(Random &random, bool mistakes) {
  static const std::vector<std::string> kCalls = {"Barrier",       "Bcast root=0", "Bcast root=1", "Allreduce op=SUM",
                                                  "Reduce op=MAX", "Scan",         "Gather root=1"};
  const int ranks = 4 + static_cast<int>(below(random, 4));
  const int half = ranks / 2;
  std::string text =
      fmt::format("ranks {}\ncomm low = {{0-{}}}\ncomm high = {{{}-{}}}\n", ranks, half - 1, half, ranks - 1);
  for (int line = 0; line < 12; ++line) {
    const std::string &call = kCalls[below(random, kCalls.size())];
    const bool isOnHalves = below(random, 3) == 0;
    const bool isNonblocking = below(random, 4) == 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const bool isWrong = mistakes && below(random, 40) == 0;
      const std::string &own = isWrong ? kCalls[below(random, kCalls.size())] : call;
      const char *comm = !isOnHalves ? "world" : rank < half ? "low" : "high";
      text += isNonblocking ? fmt::format(
                                  "{0}: call Ibarrier comm={1} -> request=r @ p.c:{2} main\n"
                                  "{0}: call Wait request=r @ p.c:{2} main\n",
                                  rank, comm, line)
                            : fmt::format("{}: call {} comm={} @ p.c:{} main\n", rank, own, comm, line);
    }
  }
  if (!mistakes) return text + "all: end\n";
  static const std::vector<std::string> kEnds = {"end", "end", "end", "exit 1", "signal 11", "vanish"};
  for (int rank = 0; rank < ranks; ++rank) text += fmt::format("{}: {}\n", rank, kEnds[below(random, kEnds.size())]);
  return text;
}

TEST(Interleaving, DoesNotMatterInCorrectPrograms) {
  Random random(2);
  for (int i = 0; i < 40; ++i) {
    const auto trace = TextTrace::parse(program(random, false));
    ASSERT_TRUE(trace.has_value()) << trace.error().what;
    ASSERT_EQ(verdictOf(*trace), Verdict{});
    expectSameVerdict(*trace, random, 5);
  }
}

TEST(Interleaving, DoesNotMatterInWrongPrograms) {
  Random random(3);
  int wrong = 0;
  for (int i = 0; i < 60; ++i) {
    const std::string text = program(random, true);
    SCOPED_TRACE(text);
    const auto trace = TextTrace::parse(text);
    ASSERT_TRUE(trace.has_value()) << trace.error().what;
    if (!verdictOf(*trace).findings.empty()) ++wrong;
    expectSameVerdict(*trace, random, 5);
  }
  EXPECT_GT(wrong, 30);
}

}  // namespace
}  // namespace lockstep::engine
