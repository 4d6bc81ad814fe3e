#include "cli/RecordedRun.h"

#include <algorithm>
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

/// Of a run that was recorded only, what became of it is told by the records. Where ranks are gone without a word and
/// nobody says why, somebody may have ended the job, or it is not over: what is missing then is nobody's error.
void learnEnd(RunFacts &facts, Analysis &analysis, bool isSuffix, std::vector<std::string> &missing) {
  const std::vector<int> unended = analysis.roster().unended();
  if (!unended.empty())
    missing.push_back(
        fmt::format("the end of {}: killed, or still running when this was read", report::describeRanks(unended)));
  if (unended.empty() || analysis.roster().knowsWhy()) {
    facts.outcome = analysis.roster().outcome({});
  } else {
    analysis.interrupt(Analysis::kAfterAll);
    if (!isSuffix && analysis.engine().stuck()) facts.outcome = {report::Outcome::Status::Deadlock, 0};
    facts.endedBecause = "the records stop before the job ends";
    facts.interruptedAt = 0;
    for (const engine::Standing &standing : analysis.engine().standings())
      facts.interruptedAt = std::max(*facts.interruptedAt, standing.since);
  }
  facts.status = ownStatus(facts.outcome, 0);
}

/// What is wrong with the trace: its files, and whether they are those of one whole run. Ranks that the run itself
/// never had a record of are not missing, nor are processes of other jobs in its launch line too many.
std::vector<std::string> flawsOf(const trace::Reader &reader, const Analysis &analysis, const RunFacts &facts,
                                 const std::filesystem::path &trace) {
  std::vector<std::string> flaws;
  for (const trace::Damage &each : reader.damage()) flaws.push_back(trace::describe(each));
  const auto others = analysis.engine().coverage().otherProcesses;
  if (others > facts.otherProcesses)
    flaws.push_back(fmt::format("{}: two runs are mixed: {} processes are ranks that others are, too", trace.string(),
                                others - facts.otherProcesses));
  const std::vector<int> missing = analysis.unrecordedRanks();
  const std::size_t known = static_cast<std::size_t>(analysis.engine().ranks()) - missing.size() + others;
  const std::size_t nameless = reader.processes().size() - std::min(reader.processes().size(), known);
  if (missing.size() > facts.unrecordedRanks + nameless)
    flaws.push_back(fmt::format("{}: the records of {} of {} are missing", trace.string(),
                                report::describeRanks(missing), analysis.engine().ranks()));
  return flaws;
}

void judgeFlaws(const std::vector<std::string> &flaws, bool partial) {
  if (flaws.empty()) return;
  if (!partial) throw usageError("{} (--partial analyses what is readable)", flaws.front());
  for (const std::string &flaw : flaws) say("lockstep: warning: {}\n", flaw);
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

void judgeSuffix(Analysis &analysis, std::vector<std::string> &missing) {
  missing.push_back(
      "the beginning: only the newest records were kept (--trace-limit), so that only what each thread did to its own "
      "operations could be judged");
  say("lockstep: note: {}\n", missing.back());
  analysis.judgeSuffix();
  analysis.interrupt(Analysis::kAfterAll);
}

SymbolTable linesOf(const std::filesystem::path &trace, const std::filesystem::path &folder, bool partial) {
  auto table = SymbolTable::read(trace);
  if (!table && !partial) throw usageError("{} (--partial goes on without it)", table.error());
  if (!table) say("lockstep: warning: {}\n", table.error());
  if (table && folder != currentFolder()) table->makeAbsolute(folder);
  return table ? std::move(*table) : SymbolTable();
}

}  // namespace

RecordedRun analyzeTrace(const std::filesystem::path &trace, const TraceOptions &options) {
  const bool partial = options.isPartial;
  std::error_code error;
  if (std::filesystem::is_regular_file(trace, error))
    throw usageError("{} is no folder (`lockstep report` shows findings documents)", trace.string());
  if (!std::filesystem::is_directory(trace, error)) throw usageError("{}: no such folder", trace.string());
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", trace::describe(reader.error()));
  const auto meta = trace::readMeta(trace);
  if (!meta) throw usageError("{}", trace::describe(meta.error()));
  RunFacts facts = factsOf(trace, partial);
  const bool isRecordedOnly = meta->by == trace::kByRecorder;

  Analysis analysis({}, options.engine);
  if (facts.interruptedAt && !isRecordedOnly) analysis.interrupt(*facts.interruptedAt);
  const std::size_t count = reader->finish([&](const trace::RecordView &record) { analysis.take(record); });
  if (count == 0) refuseEmpty(trace, reader->damage(), partial);
  std::vector<std::string> missing = flawsOf(*reader, analysis, facts, trace);
  judgeFlaws(missing, partial);
  if (!missing.empty()) analysis.interrupt(Analysis::kAfterAll);
  if (isRecordedOnly) learnEnd(facts, analysis, reader->beginsLate(), missing);
  if (reader->beginsLate()) judgeSuffix(analysis, missing);
  std::vector<engine::Standing> standings = analysis.engine().standings();
  analysis.finish();
  Symbols symbols(trace / kModulesFolder, linesOf(trace, meta->workingDirectory, partial));
  if (options.keepsSymbols)
    if (const auto written = analysis.symbolTable(symbols).write(trace); !written)
      throw usageError("{}", written.error());
  makeAbsolute(facts.staticFindings, meta->workingDirectory);
  report::Document document =
      analysis.document("analyze", meta->program, facts.outcome, std::move(facts.staticFindings), symbols);
  document.coverage.notSeenByRules = std::move(facts.notSeenByRules);
  document.coverage.missing = std::move(missing);
  return {.document = std::move(document),
          .endedBecause = facts.endedBecause,
          .roll = resolved(std::move(standings), facts.interruptedAt.value_or(0), symbols),
          .status = facts.status};
}

Symbols symbolsOf(const std::filesystem::path &trace) {
  const auto meta = trace::readMeta(trace);
  if (!meta) throw usageError("{}", trace::describe(meta.error()));
  return Symbols(trace / kModulesFolder, linesOf(trace, meta->workingDirectory, false));
}

report::Document loadDocument(const std::filesystem::path &input) {
  std::error_code error;
  if (std::filesystem::is_directory(input, error)) return analyzeTrace(input).document;
  auto document = report::readDocument(input);
  if (!document) throw usageError("{}", document.error());
  return std::move(*document);
}

}  // namespace lockstep::cli
