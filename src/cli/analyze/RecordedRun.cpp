#include "cli/analyze/RecordedRun.h"

#include <algorithm>
#include <fstream>
#include <future>
#include <iterator>
#include <optional>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/analyze/Analysis.h"
#include "cli/analyze/ConsistentCut.h"
#include "cli/analyze/ResultMerge.h"
#include "cli/analyze/RunsInTrace.h"
#include "cli/base/Log.h"
#include "cli/base/Progress.h"
#include "cli/run/RunFacts.h"
#include "report/formats/JsonWriter.h"
#include "trace/file/Meta.h"
#include "trace/file/Reader.h"

namespace lockstep::cli {

namespace {

trace::Reader open(const std::filesystem::path &trace) {
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", trace::describe(reader.error()));
  return std::move(*reader);
}

RunFacts factsOf(const std::filesystem::path &trace, const trace::Meta &meta, bool partial) {
  auto facts = readRunFacts(trace);
  if (!facts && !partial) throw usageError("{} (--partial goes on without it)", facts.error());
  if (!facts) say("lockstep: warning: {}\n", facts.error());
  RunFacts known = facts ? std::move(*facts) : RunFacts{.endToldBy = EndToldBy::Nobody};
  if (meta.by == trace::kByRecorder) known.endToldBy = EndToldBy::Records;
  if (partial) known.ofOtherRuns = othersIn(trace);
  known.hasLimit = meta.limit != 0;
  return known;
}

/// What is wrong with the trace: its files, and whether they are those of one whole run. Ranks that the run itself
/// never had a record of are not missing, nor are processes of other jobs in its launch line too many.
std::vector<std::string> flawsOf(const trace::Reader &reader, const Analysis &analysis, const RunFacts &facts,
                                 const std::filesystem::path &trace) {
  std::vector<std::string> flaws;
  for (const trace::Damage &each : reader.damage()) flaws.push_back(trace::describe(each));
  const auto others = analysis.engine().coverage().otherProcesses + facts.ofOtherRuns.size();
  if (others > facts.otherProcesses)
    flaws.push_back(fmt::format("{}: records of two runs are mixed: {} processes claim a rank that is already taken",
                                trace.string(), others - facts.otherProcesses));
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
  if (!partial) throw usageError("{} (use --partial to analyze the readable part)", flaws.front());
  for (const std::string &flaw : flaws) say("lockstep: warning: {}\n", flaw);
  say("lockstep: warning: the trace is damaged; only what is readable was analyzed\n");
}

/// Paths as they were written for the run's own compiler mean nothing from another folder.
void makeAbsolute(std::vector<report::Finding> &findings, const std::filesystem::path &folder) {
  if (folder == currentFolder()) return;
  for (report::Finding &finding : findings)
    for (report::Site &site : finding.sites)
      if (!site.file.empty()) site.file = (folder / site.file).string();
}

/// Paths relative to the current folder.
SymbolTable elsewhere(SymbolTable table, const std::filesystem::path &folder) {
  if (folder != currentFolder()) table.makeAbsolute(folder);
  return table;
}

SymbolTable linesOf(const std::filesystem::path &trace, const std::filesystem::path &folder, bool partial) {
  auto table = SymbolTable::read(trace);
  if (!table && !partial) throw usageError("{} (--partial goes on without it)", table.error());
  if (!table) say("lockstep: warning: {}\n", table.error());
  return table ? elsewhere(std::move(*table), folder) : SymbolTable();
}

trace::Meta metaOf(const std::filesystem::path &trace) {
  std::error_code error;
  if (std::filesystem::is_regular_file(trace, error))
    throw usageError("{} is not a folder (`lockstep report` shows findings documents)", trace.string());
  if (!std::filesystem::is_directory(trace, error)) throw usageError("{}: no such folder", trace.string());
  if (!std::filesystem::exists(trace / trace::kMetaFile, error))
    throw usageError("{} is not a trace: it has no {}", trace.string(), trace::kMetaFile);
  auto meta = trace::readMeta(trace);
  if (!meta) throw usageError("{}", trace::describe(meta.error()));
  return std::move(*meta);
}

/// A trace of which the beginning is missing.
struct TruncatedTrace {
  std::optional<ConsistentCut> from;  // from where on all ranks can be judged together
};

/// Nothing for a whole trace. Reads all of a limited one.
std::optional<TruncatedTrace> suffixOf(const std::filesystem::path &trace, const RunFacts &facts) {
  if (!facts.hasLimit) return std::nullopt;
  trace::Reader reader = open(trace);
  TruncatedTrace suffix{findConsistentCut(reader)};
  return reader.beginsLate() ? std::optional(std::move(suffix)) : std::nullopt;
}

std::string describe(const TruncatedTrace &suffix, Symbols &symbols) {
  const std::string what = "the beginning: only the newest records were kept (--trace-limit)";
  if (!suffix.from)
    return what +
           ", and there is no point from which on all ranks could be judged together: only what each thread "
           "did to its own operations was";
  report::Site site = suffix.from->site;
  symbols.resolve(site);
  const std::string place = site.file.empty() ? "" : fmt::format(" at {}:{}", site.file, site.line);
  return fmt::format(
      "{}; races and collectives were judged from {}{} on ({:.0f} % of the kept calls precede it); "
      "before it only what each thread did to its own operations",
      what, site.call, place, 100 * suffix.from->before);
}

/// Whether the process runs on this machine and writes its records into the folder.
bool isRecordedInto(trace::ProcessKey process, const std::filesystem::path &folder) {
  std::error_code error;
  const std::string path = std::filesystem::canonical(folder, error).string() + "/";
  if (error) return false;
  std::ifstream maps(fmt::format("/proc/{}/maps", process.pid));
  for (std::string line; std::getline(maps, line);)
    if (line.find(path) != std::string::npos) return true;
  return false;
}

/// One pass over the trace from its first record to its last, with its own engine.
class Pass {
 public:
  /// `part` is that of the share which this pass judges, from 0 to options.threads - 1.
  Pass(const std::filesystem::path &trace, const RunFacts &facts, const std::optional<TruncatedTrace> &suffix,
       const AnalyzeOptions &options, unsigned part)
      : trace_(trace), reader_(open(trace)), analysis_({}, engineOptions(options, part)) {
    if (facts.endToldBy == EndToldBy::Nobody) analysis_.interrupt(Analysis::kAfterAll);
    if (facts.interruptedAt) analysis_.interrupt(*facts.interruptedAt);
    if (suffix) analysis_.judgeSuffix(suffix->from);
    Progress progress(options.showsProgress && part == 0);
    count_ = reader_.finish([&](const trace::RecordView &record) {
      if (facts.ofOtherRuns.empty() || !facts.ofOtherRuns.contains(record.process)) analysis_.take(record);
      progress.note([&] { return reader_.progress(); });
    });
    for (const trace::ProcessKey process : facts.vanished) analysis_.vanished(process);
    flaws_ = flawsOf(reader_, analysis_, facts, trace);
    isUnexplained_ = facts.endToldBy == EndToldBy::Records && !analysis_.processTable().unended().empty() &&
                     !analysis_.processTable().knowsWhy();
  }

  Analysis &analysis() { return analysis_; }
  const std::vector<std::string> &flaws() const { return flaws_; }

  bool isEmpty() const { return count_ == 0; }

  /// A trace of which nothing can be read must not pass for a run without errors.
  void refuseEmpty(bool isPartial) const {
    if (!isEmpty()) return;
    const auto &damage = reader_.damage();
    const std::string what =
        damage.empty() ? trace_.string() + ": there are no records" : trace::describe(damage.front());
    if (isPartial) throw usageError("nothing of the trace can be read: {}", what);
    if (damage.empty()) throw usageError("{}", what);
  }

  /// If the run was only recorded, the records decide its outcome. If ranks vanished without explanation, the job was
  /// ended from outside, or is still running: then missing events are no errors.
  void learnEnd(RunFacts &facts) const {
    facts.outcome = isUnexplained_ ? unexplainedEnd() : analysis_.processTable().outcome({});
    facts.status = ownStatus(facts.outcome, 0);
    if (isUnexplained_) facts.endedBecause = describeUnexplained();
  }

  /// After finish(). Ranks may seem to wait for each other although the library has ended one of them for an error.
  void learnDeadlock(RunFacts &facts) {
    const auto isDeadlock = [](const report::Finding &finding) { return finding.rule == report::rule("deadlock"); };
    if (!isUnexplained_ || std::ranges::none_of(analysis_.findings(), isDeadlock)) return;
    facts.outcome = {report::Outcome::Status::Deadlock, 0};
    facts.status = ownStatus(facts.outcome, 0);
  }

  /// Describes missing records, once.
  std::vector<std::string> tellMissing(const RunFacts &facts, const std::optional<TruncatedTrace> &suffix,
                                       Symbols &symbols) const {
    std::vector<std::string> missing = flaws_;
    const bool isEndKnown = facts.endToldBy == EndToldBy::Tool;
    const std::vector<int> unended = isEndKnown ? std::vector<int>() : analysis_.processTable().unended();
    if (!unended.empty() && flaws_.empty())  // the end of a file that is damaged is missing in any case
      missing.push_back(
          fmt::format("the end of {}: killed, or still running when this was read", report::describeRanks(unended)));
    if (suffix) {
      missing.push_back(cli::describe(*suffix, symbols));
      say("lockstep: note: {}\n", missing.back());
    }
    return missing;
  }

  void finish() {
    if (!flaws_.empty() || isUnexplained_ || reader_.beginsLate()) analysis_.interrupt(Analysis::kAfterAll);
    analysis_.finish();
  }

 private:
  bool stillRuns() const {
    return std::ranges::any_of(analysis_.processTable().unendedProcesses(),
                               [&](trace::ProcessKey process) { return isRecordedInto(process, trace_); });
  }

  /// The signal, if it was one, is unknown.
  report::Outcome unexplainedEnd() const {
    return stillRuns() ? report::Outcome() : report::Outcome{report::Outcome::Status::Signalled, 0};
  }

  std::string describeUnexplained() const {
    if (stillRuns()) return "the job still runs";
    return fmt::format("the records stop before the job ends: {} vanished",
                       report::describeRanks(analysis_.processTable().unended()));
  }

  static engine::EngineOptions engineOptions(const AnalyzeOptions &options, unsigned part) {
    engine::EngineOptions own = options.engine;
    own.share.index = part * options.engine.share.count + options.engine.share.index;
    own.share.count = options.engine.share.count * options.threads;
    return own;
  }

  std::filesystem::path trace_;
  trace::Reader reader_;
  Analysis analysis_;
  std::size_t count_ = 0;
  std::vector<std::string> flaws_;
  bool isUnexplained_ = false;  // that ranks are gone
};

/// The passes of the other threads of this process.
class OtherPasses {
 public:
  OtherPasses(const std::filesystem::path &trace, const RunFacts &facts, const std::optional<TruncatedTrace> &suffix,
              const AnalyzeOptions &options) {
    for (unsigned part = 1; part < options.threads; ++part)
      passes_.push_back(std::async(std::launch::async, [&trace, &facts, &suffix, &options, part] {
        Pass pass(trace, facts, suffix, options, part);
        pass.finish();
        return Judged{.findings = pass.analysis().findings(), .history = pass.analysis().engine().historySize()};
      }));
  }

  /// Rethrows the exception of a thread.
  void addTo(Analysis &analysis) {
    for (auto &pass : passes_) analysis.add(pass.get());
  }

 private:
  std::vector<std::future<Judged>> passes_;
};

}  // namespace

RecordedRun analyzeTrace(const std::filesystem::path &trace, const AnalyzeOptions &options) {
  const trace::Meta meta = metaOf(trace);
  const RunFacts kept = factsOf(trace, meta, options.isPartial);
  std::optional<ResultMerge> merge;
  if (options.engine.share.count > 1) merge.emplace(trace, options.engine.share);
  const std::optional<TruncatedTrace> suffix = suffixOf(trace, kept);
  OtherPasses others(trace, kept, suffix, options);
  Pass pass(trace, kept, suffix, options, 0);
  pass.refuseEmpty(options.isPartial);
  judgeFlaws(pass.flaws(), options.isPartial);
  RunFacts facts = kept;
  if (facts.endToldBy == EndToldBy::Records) pass.learnEnd(facts);
  Symbols symbols(trace / kModulesFolder, linesOf(trace, meta.workingDirectory, options.isPartial));
  std::vector<std::string> missing = pass.tellMissing(facts, suffix, symbols);
  std::vector<engine::RankStatus> rankStatuses = pass.analysis().engine().rankStatuses();
  pass.finish();
  if (facts.endToldBy == EndToldBy::Records) pass.learnDeadlock(facts);
  others.addTo(pass.analysis());
  if (merge) pass.analysis().add({.findings = merge->takeAll()});
  if (options.keepsSymbols)
    if (const auto written = pass.analysis().symbolTable(symbols).write(trace); !written)
      throw usageError("{}", written.error());
  makeAbsolute(facts.staticFindings, meta.workingDirectory);
  report::Document document =
      pass.analysis().document("analyze", meta.program, facts.outcome, std::move(facts.staticFindings), symbols);
  document.coverage.notSeenByRules = std::move(facts.notSeenByRules);
  document.coverage.missing = std::move(missing);
  return {.document = std::move(document),
          .endedBecause = facts.endedBecause,
          .hangStatus = resolved(std::move(rankStatuses), facts.interruptedAt, symbols),
          .status = facts.status};
}

Symbols symbolsOf(const std::filesystem::path &trace) {
  auto table = SymbolTable::read(trace);
  return Symbols(trace / kModulesFolder,
                 table ? elsewhere(std::move(*table), metaOf(trace).workingDirectory) : SymbolTable());
}

std::set<trace::ProcessKey> othersIn(const std::filesystem::path &trace) {
  trace::Reader whole = open(trace);
  return ofOtherRuns(whole);
}

void contribute(const std::filesystem::path &trace, const AnalyzeOptions &options) {
  const RunFacts facts = factsOf(trace, metaOf(trace), options.isPartial);
  ResultMerge merge(trace, options.engine.share);
  const std::optional<TruncatedTrace> suffix = suffixOf(trace, facts);
  OtherPasses others(trace, facts, suffix, options);
  Pass pass(trace, facts, suffix, options, 0);
  if (pass.isEmpty() || (!pass.flaws().empty() && !options.isPartial)) return;  // reported by the first pass
  pass.finish();
  others.addTo(pass.analysis());
  merge.bring(pass.analysis().findings());
}

report::Document loadDocument(const std::filesystem::path &input, const AnalyzeOptions &options) {
  std::error_code error;
  if (std::filesystem::is_directory(input, error)) return analyzeTrace(input, options).document;
  auto document = report::readDocument(input);
  if (!document) throw usageError("{}", document.error());
  return std::move(*document);
}

}  // namespace lockstep::cli
