// lockstep-replay FILE: feeds a textual trace (engine/TextTrace.h) to the engine and prints what it finds, folded, as
// the tool would, then the ranks that are stuck. Ends with 66 when there is an error among the findings.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "engine/Engine.h"
#include "engine/TextTrace.h"
#include "report/Finding.h"
#include "report/Fold.h"
#include "report/TextWriter.h"

using namespace lockstep;

namespace {

constexpr int kFound = 66;
constexpr int kUsage = 64;

}  // namespace

int main(int argc, char **argv) {
  std::ifstream file(argc == 2 ? argv[1] : "");
  if (!file) {
    fmt::print(stderr, "usage: lockstep-replay FILE\n");
    return kUsage;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto trace = engine::TextTrace::parse(text);
  if (!trace) {
    fmt::print(stderr, "{}:{}: {}\n", argv[1], trace.error().line, trace.error().what);
    return kUsage;
  }

  engine::Engine engine;
  trace->play(engine);
  const auto findings = report::fold(engine.takeFindings());
  report::SourceFiles source;
  fmt::print("{}", report::toText(findings, source, {.verbose = true}));
  if (findings.empty()) fmt::print("no findings\n");
  if (engine.stuck()) fmt::print("stuck: {}\n", report::describeRanks(engine.stuckRanks()));
  const bool hasError = std::ranges::any_of(
      findings, [](const report::Finding &finding) { return finding.severity == report::Severity::Error; });
  return hasError ? kFound : 0;
}
