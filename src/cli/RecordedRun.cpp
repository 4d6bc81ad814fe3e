#include "cli/RecordedRun.h"

#include <cstdio>

#include "cli/Analysis.h"
#include "cli/Command.h"
#include "cli/RunFacts.h"
#include "report/JsonWriter.h"
#include "trace/Meta.h"
#include "trace/Reader.h"

namespace lockstep::cli {

namespace {

RunFacts factsOf(const std::filesystem::path &trace, bool partial) {
  auto facts = readRunFacts(trace);
  if (facts) return std::move(*facts);
  if (!partial) throw usageError("{} (--partial goes on without it)", facts.error());
  fmt::print(stderr, "lockstep: warning: {}\n", facts.error());
  return {};
}

void judgeDamage(const std::vector<trace::Damage> &damage, bool partial) {
  if (damage.empty()) return;
  if (!partial) throw usageError("{} (--partial analyses what is readable)", trace::describe(damage.front()));
  for (const trace::Damage &each : damage) fmt::print(stderr, "lockstep: warning: {}\n", trace::describe(each));
  fmt::print(stderr, "lockstep: warning: the trace is damaged; only what is readable was analysed\n");
}

}  // namespace

report::Document analyzeTrace(const std::filesystem::path &trace, bool partial) {
  if (!std::filesystem::is_directory(trace)) throw usageError("{}: no such folder", trace.string());
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", trace::describe(reader.error()));
  const auto meta = trace::readMeta(trace);
  if (!meta) throw usageError("{}", trace::describe(meta.error()));
  RunFacts facts = factsOf(trace, partial);

  Analysis analysis({});
  if (facts.interruptedAt) analysis.interrupt(*facts.interruptedAt);
  reader->finish([&](const trace::RecordView &record) { analysis.take(record); });
  judgeDamage(reader->damage(), partial);
  if (!reader->damage().empty()) analysis.interrupt(Analysis::kAfterAll);
  analysis.finish();
  Symbols symbols(trace / kModulesFolder);
  report::Document document =
      analysis.document("analyze", meta->program, facts.outcome, std::move(facts.staticFindings), symbols);
  document.coverage.uncheckedSources = std::move(facts.uncheckedSources);
  return document;
}

report::Document loadDocument(const std::filesystem::path &input) {
  if (std::filesystem::is_directory(input)) return analyzeTrace(input, false);
  auto document = report::readDocument(input);
  if (!document) throw usageError("{}", document.error());
  return std::move(*document);
}

}  // namespace lockstep::cli
