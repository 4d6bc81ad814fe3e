// lockstep run: runs an MPI program with the recorder in every rank, and judges while it runs.
#include <signal.h>
#include <unistd.h>
#include <algorithm>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "cli/Command.h"
#include "cli/Deliver.h"
#include "cli/Values.h"
#include "cli/analyze/Analysis.h"
#include "cli/analyze/HangReport.h"
#include "cli/base/Log.h"
#include "cli/base/Progress.h"
#include "cli/base/TemporaryDirectory.h"
#include "cli/commands/ClockOption.h"
#include "cli/commands/MemoryModel.h"
#include "cli/live/LiveReport.h"
#include "cli/live/Supervisor.h"
#include "cli/run/CleanupProcess.h"
#include "cli/run/Interrupts.h"
#include "cli/run/Job.h"
#include "cli/run/OneJob.h"
#include "cli/run/RecordSpace.h"
#include "cli/run/RunFacts.h"
#include "cli/run/RunTarget.h"
#include "mpi/Routine.h"
#include "trace/file/Keeper.h"
#include "trace/file/Meta.h"
#include "trace/file/Size.h"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using report::Outcome;

constexpr long kMostRanks = 1'000'000;

constexpr std::string_view kUsage = R"(run an MPI program and report its errors
Usage: lockstep run [OPTIONS] PROGRAM|SOURCE [args...]
       lockstep run [OPTIONS] -- launcher words...
)";

constexpr std::string_view kExamples = R"(Examples:
  lockstep run -n 4 ./app input.dat                 a program that is already built
  lockstep run -n 2 --cflags="-O1 -lm" program.c    a source: compiled, checked, run
  lockstep run --timeout 60 -- srun -n 64 ./app     your own launch line, word for word

Options stand before the program; what follows it belongs to it. A run that --timeout ended has the status 124.)";

/// Must be absent or empty: records of two runs do not mix.
void makeTraceDirectory(const fs::path &trace) {
  std::error_code error;
  fs::create_directories(trace, error);
  if (error) throw usageError("--trace: cannot create {}: {}", trace.string(), error.message());
  if (!fs::is_empty(trace, error) || error) throw usageError("--trace: {} is not an empty folder", trace.string());
}

/// Makes the folder a run directory.
void describeRun(const RunTarget &target, const Launch &launch, const fs::path &records, std::uint64_t limit) {
  const fs::path folder = currentFolder();
  if (folder.empty()) throw usageError("the current folder is gone: change to one that exists");
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const trace::Meta meta{.routineTable = mpi::tableFingerprint(),
                         .tool = std::string(report::toolVersion()),
                         .command = launch.words,
                         .program = target.name(),
                         .workingDirectory = folder.string(),
                         .flavor = std::string(target.flavorName()),
                         .ranks = target.ranks(),
                         .startTime = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(),
                         .limit = limit};
  if (const auto written = trace::writeMeta(records, meta); !written)
    throw internalError("{}: {}", written.error().file.string(), written.error().what);
}

trace::Reader openReader(const fs::path &records, const fs::path &trace) {
  auto reader = trace::Reader::open(records, {.consume = trace.empty(), .keepIn = trace});
  if (!reader) throw internalError("{}: {}", reader.error().file.string(), reader.error().what);
  return std::move(*reader);
}

Job startJob(const Launch &launch) {
  auto job = Job::start(launch);
  if (!job) throw usageError("cannot start {}: {}", launch.words.front(), job.error());
  return std::move(*job);
}

Outcome outcomeOf(RunEnd end, const Supervisor &supervisor, Analysis &analysis, const CommonOptions &options) {
  switch (end) {
    case RunEnd::ByItself:
      return analysis.processTable().outcome(supervisor.launcherEnd());
    case RunEnd::Deadlock:
      // Ranks that wait for a dead one: so the job ends by itself where the launcher notices before we do.
      if (const auto signal = analysis.processTable().firstSignal()) return {Outcome::Status::Signalled, *signal};
      return {Outcome::Status::Deadlock, 0};
    case RunEnd::Timeout:
      return {Outcome::Status::Timeout, 0};
    case RunEnd::Halted:
      return {.status = Outcome::Status::Aborted, .code = options.errorExitCode, .isHaltedByUs = true};
    case RunEnd::Interrupted:
      return {Outcome::Status::Signalled, Interrupts::last()};
  }
  return {};
}

/// An error after which ranks may wait for each other: with wrong data alone the program goes on.
bool mayHoldRanks(const report::Finding &finding) {
  const report::RuleInfo &rule = report::info(finding.rule);
  return finding.severity == report::Severity::Error && (rule.leavesWaiting || !rule.spoilsData);
}

/// Warns once that the program spawns processes: while the job runs, or after a short one.
class SpawnWarning {
 public:
  SpawnWarning(const ProcessTable &processTable, RunProgress &progress, bool isQuiet)
      : processTable_(processTable), progress_(progress), isDone_(isQuiet) {}

  void look() {
    if (isDone_ || processTable_.spawned() == 0) return;
    isDone_ = true;
    progress_.wipe();
    say("lockstep: warning: the program starts processes of its own ({}): they are not judged\n",
        mpi::info(mpi::Routine::Comm_spawn).name);
  }

 private:
  const ProcessTable &processTable_;
  RunProgress &progress_;
  bool isDone_;
};

class RunCommand : public Command {
 public:
  RunCommand() : Command("run", "run an MPI program and report its errors", kExamples, Tail::FromFirstWord) {}

  void define(CLI::App &app) override {
    app.description(std::string(kUsage));
    app.add_option("-n", ranks_, "number of ranks (default 2); -np is the same")
        ->type_name("N")
        ->check(wholeNumber(1, kMostRanks, "the number of ranks"));
    app.add_option("--mpi", mpi_, "mpich or openmpi (default: what the program links, else that of the mpicc in PATH)")
        ->type_name("NAME")
        ->check(mpiName());
    app.add_option("--cflags", cflags_, "compiler flags and libraries for a source")->type_name(kFlagsType);
    app.add_option("--timeout", timeout_, "end the job after S seconds")->type_name("S")->check(seconds());
    app.add_flag("--halt-on-error", haltOnError_, "end the job at the first error found");
    app.add_option("--trace", trace_, "keep the records in DIR, for `lockstep analyze`")->type_name("DIR");
    app.add_option("--trace-limit", traceLimit_, "keep only the newest records: at most SIZE of each rank (64M, 2G)")
        ->type_name("SIZE")
        ->check(traceSize());
    app.add_option("--on-deadlock", onDeadlock_, "abort the job, or wait (default abort)")
        ->type_name("WHAT")
        ->check(oneOf({"abort", "wait"}));
    app.add_option("--stacks", stacks_,
                   "who called the code that calls MPI: full (every call), rare or none (default rare)")
        ->type_name("WHICH")
        ->check(oneOf({"full", "rare", "none"}));
    defineMemoryModel(app, memoryModel_);
    defineClock(app, clock_);
  }

  int run(const Invocation &invocation) override {
    const Interrupts interrupts;
    if (trace_.empty() && !traceLimit_.empty())
      throw usageError("--trace-limit says how much of a trace is kept: it needs --trace DIR");

    // What to run: a launch line, a program, or a source that is compiled and checked first.
    const RunPolicy policy = makePolicy();
    const bool isLaunchLine = !invocation.tail.empty() && invocation.tail.front() == "--";
    const bool areRanksGiven = invocation.given.contains("-n");
    if (isLaunchLine && !areRanksGiven) ranks_.reset();  // from the environment: not for this one
    RunTarget target(invocation.tail,
                     {.ranks = ranks_, .mpi = mpi_, .cflags = cflags_, .areRanksGiven = areRanksGiven});

    if (!invocation.common.quiet) noteSources(target);

    // Where its records go.
    const TemporaryDirectory records(spaceForRecords(thisMachine(), target.ranks()).folder);
    if (!trace_.empty()) makeTraceDirectory(trace_);
    const std::uint64_t limit = trace::parseSize(traceLimit_).value_or(0);
    Launch launch = target.launch(records.path());
    launch.environment[kStacksVariable] = stacks_;
    if (limit != 0) launch.environment[kReaderVariable] += fmt::format(":{}", limit);
    describeRun(target, launch, records.path(), limit);
    trace::Reader reader = openReader(records.path(), trace_);

    // If the tool is killed, another process has to clean up.
    const fs::path kept = trace_.empty() ? folderAfterCrash() : fs::path(trace_);
    const CleanupProcess cleanup({.records = records.path(),
                                  .folders = {target.buildFolder(), records.path()},
                                  .settle =
                                      [&](std::uint64_t since, bool hasCrashed) {
                                        if (hasCrashed || !trace_.empty())
                                          keepWhatIsLeft(target, records.path(), kept, since);
                                      },
                                  .afterCrash = fmt::format("; the job is ended, and {} records are kept in {}",
                                                            trace_.empty() ? "its last" : "its", kept.string())});
    launch.cleanup = cleanup.process();

    // Run it, and judge its records.
    Analysis analysis(records.path().string(), {.memoryModel = memoryModelOf(memoryModel_), .clock = clockOf(clock_)});
    Symbols symbols;
    RunProgress progress(!invocation.common.quiet);
    LiveReport live(makeChannel(analysis, symbols, target, progress, invocation.common), mostInFull(invocation.common));
    SpawnWarning spawnWarning(analysis.processTable(), progress, invocation.common.quiet);
    Job job = startJob(launch);
    Supervisor supervisor(job, reader, analysis, policy,
                          makeEvents(analysis, symbols, live, spawnWarning, progress, invocation.common));
    const RunEnd end = supervisor.follow();
    spawnWarning.look();
    progress.wipe();
    job.terminate(analysis.processTable().running());
    if (analysis.processTable().isEmpty()) target.refuseUnrecorded(supervisor.launcherEnd());
    std::string doubt =
        severalJobs(analysis.processTable(),
                    {.program = target.name(), .ranks = target.ranks(), .launcher = target.launcherFlavor()});
    if (doubt.empty() && end == RunEnd::ByItself && supervisor.launcherEnd().status == 0)
      doubt = partlyRecorded(analysis.unrecordedRanks(), analysis.engine().ranks());

    // Tell.
    for (const trace::Damage &damage : reader.damage())
      say("lockstep: warning: {}; what followed was not checked\n", trace::describe(damage));
    const std::string dropped = describeUnjudged(supervisor.unjudged());
    if (!dropped.empty()) say("lockstep: warning: {}\n", dropped);
    const std::uint64_t unjudged = analysis.engine().coverage().otherProcesses;
    const std::uint64_t others = unjudged - std::min<std::uint64_t>(unjudged, analysis.processTable().spawned());
    if (others > 0 && doubt.empty()) say("lockstep: warning: {} processes of other MPI jobs were not judged\n", others);
    const Outcome outcome = outcomeOf(end, supervisor, analysis, invocation.common);
    const RunFacts facts{.outcome = outcome,
                         .interruptedAt = analysis.interruptedAt(),
                         .staticFindings = target.staticFindings(),
                         .notSeenByRules = target.notSeenByRules(),
                         .endedBecause = reasonFor(end, analysis.findings()),
                         .status = ownStatus(outcome, supervisor.launcherEnd().status),
                         .otherProcesses = analysis.engine().coverage().otherProcesses,
                         .unrecordedRanks = analysis.unrecordedRanks().size(),
                         .vanished = analysis.vanishedProcesses()};
    if (!trace_.empty()) keepFacts(target, facts, trace_);
    if (!trace_.empty()) keepLines(analysis.symbolTable(symbols));
    if (!facts.endedBecause.empty() && !invocation.common.quiet) {
      const HangStatus hangStatus = resolved(supervisor.rankStatuses(), supervisor.rankStatusesTime(), symbols);
      say("{}", hangReport(facts.endedBecause, hangStatus, pathsFor(invocation.common)));
    }
    report::Document document = analysis.document("run", target.name(), outcome, target.staticFindings(), symbols);
    document.coverage.notSeenByRules = target.notSeenByRules();
    if (!dropped.empty()) document.coverage.missing.push_back(dropped);
    if (!doubt.empty() && document.findings.empty()) throw usageError("{}", doubt);
    if (!doubt.empty()) say("lockstep: error: {}\n", doubt);
    return deliver(document, invocation.common, doubt.empty() ? facts.status : cli::kUsage, live.printed());
  }

 private:
  RunPolicy makePolicy() const {
    RunPolicy policy{.timeout = {},
                     .haltOnError = haltOnError_,
                     .abortOnDeadlock = onDeadlock_ == "abort",
                     .takesStacks = stacks_ != "none"};
    if (timeout_) policy.timeout = std::chrono::duration<double>(*timeout_);
    return policy;
  }

  /// Records of a job that was ended; "" where there are none.
  std::string describeUnjudged(std::uint64_t bytes) const {
    if (bytes == 0) return {};
    constexpr double kMebibyte = 1U << 20;
    return fmt::format("the last {:.1f} MiB of records were not judged: the job was ended before they were read{}",
                       static_cast<double>(bytes) / kMebibyte,
                       trace_.empty() ? "" : fmt::format("; `lockstep analyze {}` does", trace_));
  }

  /// What follows the program belongs to it; with a compiler in mind one may expect otherwise.
  static void noteSources(const RunTarget &target) {
    const std::vector<std::string> sources = target.sourcesAsArguments();
    if (sources.empty()) return;
    say("lockstep: note: {} {} passed to the program; to compile {} too: --cflags=\"{}\" {}\n", fmt::join(sources, " "),
        sources.size() == 1 ? "is" : "are", sources.size() == 1 ? "it" : "them", fmt::join(sources, " "),
        target.name());
  }

  /// Findings so far, without known ones.
  static LiveChannel makeChannel(Analysis &analysis, Symbols &symbols, const RunTarget &target, RunProgress &progress,
                                 const CommonOptions &options) {
    const auto count = [&] { return analysis.findings().size(); };
    const auto findings = [&] {
      report::Document document;
      document.findings = analysis.foundSoFar(target.staticFindings(), symbols);
      if (!options.verbose)
        std::erase_if(document.findings,
                      [](const auto &finding) { return finding.severity == report::Severity::Note; });
      report::SourceFiles source;
      return options.filter.apply(std::move(document), source).document.findings;
    };
    const auto print = [&](const report::Finding &finding) {
      progress.wipe();
      writeAtOnce(textFor(finding, options, STDERR_FILENO));
    };
    return {.count = count, .findings = findings, .print = print};
  }

  static RunEvents makeEvents(Analysis &analysis, Symbols &symbols, LiveReport &live, SpawnWarning &spawnWarning,
                              RunProgress &progress, const CommonOptions &options) {
    const auto hasErrorsSoFar = [&] {
      report::Document document;
      document.findings = analysis.foundSoFar({}, symbols);
      report::SourceFiles source;
      return report::hasErrors(options.filter.apply(std::move(document), source).document.findings);
    };
    const auto deadlockFound = [&] {
      live.release(LiveReport::Clock::now());
      progress.wipe();
      const HangStatus hangStatus = resolved(analysis.engine().rankStatuses(), monotonicNow(), symbols);
      say("{}", hangReport("the job is stuck; waiting as --on-deadlock=wait asks", hangStatus, pathsFor(options)));
    };
    const auto look = [&] {
      spawnWarning.look();
      live.look(LiveReport::Clock::now());
      progress.show(analysis.engine().coverage().calls, live.count());
    };
    const auto silent = [&] {
      if (!isatty(STDERR_FILENO)) return;
      progress.wipe();
      say("lockstep: no rank has made progress for a while: {}\n",
          shortHangReport(resolved(analysis.engine().rankStatuses(), monotonicNow(), symbols), pathsFor(options)));
    };
    return {.hasErrors = hasErrorsSoFar, .deadlockFound = deadlockFound, .look = look, .silent = silent};
  }

  void keepLines(const SymbolTable &table) const {
    if (const auto written = table.write(trace_); !written) say("lockstep: warning: {}\n", written.error());
  }

  static void keepFacts(const RunTarget &target, const RunFacts &facts, const fs::path &trace) {
    if (const auto kept = target.keepProgram(trace / kModulesFolder); !kept)
      say("lockstep: warning: {}\n", kept.error());
    if (const auto written = writeRunFacts(facts, trace); !written) say("lockstep: warning: {}\n", written.error());
  }

  /// Made when it is needed.
  static fs::path folderAfterCrash() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    return (error ? fs::path("/tmp") : folder) / fmt::format("lockstep-failed-{}", getpid());
  }

  /// For a run that is no longer judged.
  static void keepWhatIsLeft(const RunTarget &target, const fs::path &records, const fs::path &kept,
                             std::uint64_t since) {
    std::error_code error;
    fs::create_directories(kept, error);
    fs::copy_file(records / trace::kMetaFile, kept / trace::kMetaFile, fs::copy_options::skip_existing, error);
    trace::keepUnread(records, kept);
    const Outcome outcome{Outcome::Status::Signalled, SIGKILL};
    keepFacts(target,
              {.outcome = outcome,
               .interruptedAt = since,
               .staticFindings = target.staticFindings(),
               .notSeenByRules = target.notSeenByRules(),
               .endedBecause = "Lockstep was killed while the job ran, and the job with it",
               .status = ownStatus(outcome, 0)},
              kept);
  }

  /// Why the job was ended, or did not go on, if no finding says so.
  std::string reasonFor(RunEnd end, const std::vector<report::Finding> &findings) const {
    if (end == RunEnd::Timeout) return fmt::format("ended after {} s (--timeout)", *timeout_);
    const bool isTold = std::ranges::any_of(findings, mayHoldRanks);
    if (end == RunEnd::Deadlock && !isTold) return "ended because no rank made progress";
    return end == RunEnd::Interrupted ? "interrupted" : "";
  }

  std::optional<int> ranks_;
  std::string mpi_;
  std::string cflags_;
  std::optional<double> timeout_;
  bool haltOnError_ = false;
  std::string trace_;
  std::string traceLimit_;
  std::string stacks_ = "rare";
  std::string onDeadlock_ = "abort";
  std::string memoryModel_ = std::string(engine::kMemoryModels.front());
  std::string clock_ = std::string(engine::kClocks.front());
};

RunCommand runCommand;

}  // namespace

}  // namespace lockstep::cli
