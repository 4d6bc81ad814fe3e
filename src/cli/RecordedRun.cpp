#include "cli/RecordedRun.h"

#include <cstdio>

#include "cli/Analysis.h"
#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/RunFacts.h"
#include "cli/Say.h"
#include "report/JsonWriter.h"
#include "trace/Meta.h"
#include "trace/Reader.h"

namespace lockstep::cli {

namespace {

RunFacts factsOf(const std::filesystem::path &trace, bool partial) {
  auto facts = readRunFacts(trace);
  if (facts) return std::move(*facts);
  if (!partial) throw usageError("{} (--partial goes on without it)", facts.error());
  say("lockstep: warning: {}\n", facts.error());
  return {};
}

void judgeDamage(const std::vector<trace::Damage> &damage, bool partial) {
  if (damage.empty()) return;
  if (!partial) throw usageError("{} (--partial analyses what is readable)", trace::describe(damage.front()));
  for (const trace::Damage &each : damage) say("lockstep: warning: {}\n", trace::describe(each));
  say("lockstep: warning: the trace is damaged; only what is readable was analysed\n");
}

/// A trace of which nothing can be read must not pass for a run without errors.
void refuseEmpty(const std::filesystem::path &trace, const std::vector<trace::Damage> &damage, bool partial) {
  const std::string what = damage.empty() ? trace.string() + ": there are no records" : trace::describe(damage.front());
  if (partial) throw internalError("nothing of the trace can be read: {}", what);
  if (damage.empty()) throw usageError("{}", what);
}

/// Paths as they were written for the run's own compiler mean nothing from another folder.
void makeAbsolute(std::vector<report::Finding> &findings, const std::filesystem::path &folder) {
  if (folder == currentFolder()) return;
  for (report::Finding &finding : findings)
    for (report::Site &site : finding.sites)
      if (!site.file.empty()) site.file = (folder / site.file).string();
}

}  // namespace

RecordedRun analyzeTrace(const std::filesystem::path &trace, bool partial, const engine::EngineOptions &options) {
  std::error_code error;
  if (std::filesystem::is_regular_file(trace, error))
    throw usageError("{} is no folder (`lockstep report` shows findings documents)", trace.string());
  if (!std::filesystem::is_directory(trace, error)) throw usageError("{}: no such folder", trace.string());
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", trace::describe(reader.error()));
  const auto meta = trace::readMeta(trace);
  if (!meta) throw usageError("{}", trace::describe(meta.error()));
  RunFacts facts = factsOf(trace, partial);

  Analysis analysis({}, options);
  if (facts.interruptedAt) analysis.interrupt(*facts.interruptedAt);
  const std::size_t count = reader->finish([&](const trace::RecordView &record) { analysis.take(record); });
  if (count == 0) refuseEmpty(trace, reader->damage(), partial);
  judgeDamage(reader->damage(), partial);
  if (!reader->damage().empty()) analysis.interrupt(Analysis::kAfterAll);
  std::vector<engine::Standing> standings = analysis.engine().standings();
  analysis.finish();
  Symbols symbols(trace / kModulesFolder);
  makeAbsolute(facts.staticFindings, meta->workingDirectory);
  report::Document document =
      analysis.document("analyze", meta->program, facts.outcome, std::move(facts.staticFindings), symbols);
  document.coverage.notSeenByRules = std::move(facts.notSeenByRules);
  return {.document = std::move(document),
          .endedBecause = facts.endedBecause,
          .roll = resolved(std::move(standings), facts.interruptedAt.value_or(0), symbols),
          .status = facts.status};
}

report::Document loadDocument(const std::filesystem::path &input) {
  std::error_code error;
  if (std::filesystem::is_directory(input, error)) return analyzeTrace(input, false).document;
  auto document = report::readDocument(input);
  if (!document) throw usageError("{}", document.error());
  return std::move(*document);
}

}  // namespace lockstep::cli
