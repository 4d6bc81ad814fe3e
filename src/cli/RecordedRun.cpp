#include "cli/RecordedRun.h"

#include <cstdio>

#include "cli/Analysis.h"
#include "cli/Command.h"
#include "cli/RunFacts.h"
#include "trace/Meta.h"
#include "trace/Reader.h"

namespace lockstep::cli {

namespace {

std::string describe(const trace::Damage &damage) {
  return fmt::format("{}: offset {}: {}", damage.file.string(), damage.offset, damage.what);
}

RunFacts factsOf(const std::filesystem::path &trace, bool partial) {
  auto facts = readRunFacts(trace);
  if (facts) return std::move(*facts);
  if (!partial) throw usageError("{} (--partial goes on without it)", facts.error());
  fmt::print(stderr, "lockstep: warning: {}\n", facts.error());
  return {};
}

void judgeDamage(const std::vector<trace::Damage> &damage, bool partial) {
  if (damage.empty()) return;
  if (!partial) throw usageError("{} (--partial analyses what is readable)", describe(damage.front()));
  for (const trace::Damage &each : damage) fmt::print(stderr, "lockstep: warning: {}\n", describe(each));
  fmt::print(stderr, "lockstep: warning: the trace is damaged; only what is readable was analysed\n");
}

}  // namespace

report::Document analyzeTrace(const std::filesystem::path &trace, bool partial) {
  if (!std::filesystem::is_directory(trace)) throw usageError("{}: no such folder", trace.string());
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", describe(reader.error()));
  const auto meta = trace::readMeta(trace);
  if (!meta) throw usageError("{}", describe(meta.error()));
  RunFacts facts = factsOf(trace, partial);

  Analysis analysis({});
  if (facts.isInterrupted) analysis.interrupt();
  reader->finish([&](const trace::RecordView &record) { analysis.take(record); });
  judgeDamage(reader->damage(), partial);
  if (!reader->damage().empty()) analysis.interrupt();
  analysis.finish();
  Symbols symbols(trace / kModulesFolder);
  return analysis.document("analyze", meta->program, facts.outcome, std::move(facts.staticFindings), symbols);
}

}  // namespace lockstep::cli
