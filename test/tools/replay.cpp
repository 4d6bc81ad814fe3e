// lockstep-replay [--memory-model=MODEL] FILE: feeds a textual trace (texttrace/TextTrace.h) to the engine and prints
// its findings, folded, as the tool would, then the ranks that are stuck. The exit status is 66 if there is an error
// among the findings.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "engine/Engine.h"
#include "report/Finding.h"
#include "report/formats/TextWriter.h"
#include "report/merge/Fold.h"
#include "texttrace/TextTrace.h"

using namespace lockstep;

namespace {

constexpr int kFound = 66;
constexpr int kUsage = 64;

}  // namespace

int main(int argc, char **argv) {
  constexpr std::string_view kModel = "--memory-model=";
  const bool hasModel = argc == 3 && std::string_view(argv[1]).starts_with(kModel);
  const auto model =
      hasModel ? engine::findMemoryModel(argv[1] + kModel.size()) : std::optional(engine::MemoryModel::Unified);
  const char *name = argc == 2 || hasModel ? argv[argc - 1] : "";
  std::ifstream file(name);
  if (!file || !model) {
    fmt::print(stderr, "usage: lockstep-replay [--memory-model=MODEL] FILE\n");
    return kUsage;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto trace = engine::TextTrace::parse(text);
  if (!trace) {
    fmt::print(stderr, "{}:{}: {}\n", name, trace.error().line, trace.error().what);
    return kUsage;
  }

  engine::Engine engine({.memoryModel = *model});
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
