#include "passes/symex/Exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <llvm/IR/InstIterator.h>

#include "passes/ir/SourceSite.h"
#include "passes/machine/SizeSet.h"
#include "passes/symex/Interpreter.h"
#include "passes/symex/Program.h"
#include "passes/symex/mpi/MatchSimulator.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using llvm::Instruction;
using report::Severity;

constexpr std::uint64_t kAllSteps = 400'000;
constexpr int kSizeOfParts = 3;
constexpr std::int64_t kLargestNamed = 64;  // ranks that are still explored

constexpr report::Rule kLifecycle = report::rule("lifecycle");
constexpr report::Rule kMissingStart = report::rule("request-missing-start");

using Key = std::tuple<std::uint16_t, const Instruction *, const Instruction *>;

Key keyOf(const Note &note) { return {static_cast<std::uint16_t>(note.finding.rule.index), note.anchor, note.second}; }

/// What a rank may do.
struct RankRun {
  RankConfig config;
  Extent extent;
  std::vector<State> paths;        // to the finalization of MPI
  std::set<std::size_t> refusals;  // of these paths: the program ends with an error of its own
};

/// What the paths of one execution say about a note.
struct Tally {
  Note note;
  unsigned paths = 0;
  PathCertainty certainty = PathCertainty::Forgotten;  // the best
  bool isChosen = true;                                // on all paths
};

/// A note over all explorations.
struct Verdict {
  report::Finding finding;
  const Instruction *anchor = nullptr;
  bool isSure = false;
  bool isOfEnd = false;  // the process ends without having finalized MPI
  std::set<int> ranks;
  std::set<int> sizes;
  std::int64_t rank = -1;  // the largest that the program names although it is too large
  int probe = 0;           // the number of ranks for which it is not
};

class Judge {
 public:
  explicit Judge(const Program &program) : program_(program) {}

  void take(const RankRun &run) {
    for (const State &path : run.paths) {
      needed_.insert(path.needed.begin(), path.needed.end());
      pointless_.insert(path.pointless.begin(), path.pointless.end());
      repeated_.insert(path.repeated.begin(), path.repeated.end());
    }
    isComplete_ &= run.extent.isComplete;
    if (!run.extent.isComplete) openSizes_.insert(run.config.size);
    count(run, [](const Note &note) { return note.finding.rule != kLifecycle; });
  }

  /// Paths that do not end where MPI is finalized.
  void takeToTheEnd(const RankRun &run) {
    for (const State &path : run.paths)
      if (counts(path) && path.lifecycle.finalized == semantics::Lifecycle::Done::Yes)
        finalized_.insert(run.config.size);
    count(run, [](const Note &note) { return note.finding.rule == kLifecycle; });
  }

  /// Runs that are large enough for the ranks that the program names, and who names them.
  std::vector<RankConfig> configsToAdd() {
    std::vector<RankConfig> configs;
    for (Verdict &verdict : verdicts_) {
      if (verdict.rank < 0 || verdict.rank >= kLargestNamed) continue;
      verdict.probe = static_cast<int>(verdict.rank) + 1;
      configs.push_back({*verdict.ranks.begin(), verdict.probe});
    }
    return configs;
  }

  /// `meant` are numbers of ranks that the program allows.
  std::vector<report::Finding> findings(const std::set<int> &meant, bool hasFinalize) const {
    std::vector<report::Finding> found;
    std::optional<std::size_t> withoutFinalize;
    for (const Verdict &verdict : verdicts_) {
      if (verdict.isOfEnd && !hasFinalize && withoutFinalize) {  // many ends for one reason
        found[*withoutFinalize].sites.push_back(verdict.finding.sites.front());
        continue;
      }
      if (verdict.isOfEnd && !hasFinalize) withoutFinalize = found.size();
      if (verdict.isOfEnd && hasFinalize && !endsTooEarlyAsMeant(verdict, meant)) continue;
      if (dependsOnSize(verdict.finding.rule) && !isWrongAsMeant(verdict, meant)) continue;
      report::Finding finding = verdict.finding;
      if (!verdict.isSure) finding.severity = std::max(finding.severity, Severity::Warning);
      found.push_back(std::move(finding));
    }
    addPointless(found);
    return found;
  }

 private:
  static bool counts(const State &path) { return path.end == State::End::Complete || path.end == State::End::Lost; }

  template <class IsMine>
  void count(const RankRun &run, IsMine isMine) {
    std::map<Key, std::size_t> known;
    std::vector<Tally> tallies;
    std::map<const Instruction *, unsigned> passed;
    unsigned begun = 0;  // paths that initialize MPI
    unsigned endedTooEarly = 0;
    for (const State &path : run.paths) {
      bool endsTooEarly = false;
      for (const Note &note : path.notes) {
        if (!isMine(note)) continue;
        const auto [place, isNew] = known.try_emplace(keyOf(note), tallies.size());
        if (isNew) tallies.push_back({note, 0, note.certainty, note.isChosen});
        Tally &tally = tallies[place->second];
        ++tally.paths;
        tally.certainty = std::min(tally.certainty, note.certainty);
        tally.isChosen &= note.isChosen;
        endsTooEarly |= note.isOfEnd;
      }
      for (const Instruction *call : path.calls) {
        if (counts(path) || hasNoteAt(path, call)) ++passed[call];
        sizes_[call].insert(run.config.size);
      }
      endedTooEarly += endsTooEarly ? 1 : 0;
      begun += endsTooEarly || (counts(path) && path.lifecycle.initialized == semantics::Lifecycle::Done::Yes) ? 1 : 0;
    }
    const bool isWhole = run.extent.isComplete && !run.extent.isCut;
    for (const Tally &tally : tallies) {
      const bool isEverywhere =
          isWhole && (tally.note.isOfEnd ? endedTooEarly == begun : tally.paths >= passed[tally.note.anchor]);
      const bool isFree = run.extent.isComplete && tally.certainty == PathCertainty::Free;
      const report::Rule rule = tally.note.finding.rule;
      const bool isOfLifecycle = rule == kLifecycle;
      // Input may decide whether MPI is used, and whether what was set up is ever started.
      const bool isInputsChoice = isOfLifecycle || rule == kMissingStart;
      const bool isSure =
          tally.certainty == PathCertainty::Sure || (isEverywhere && (isOfLifecycle || isReachedAnyway(tally, run)));
      if (isSure || isEverywhere || (isFree && !isInputsChoice)) add(tally.note, isSure, run.config);
    }
  }

  /// No input keeps the rank from coming here, or none that its function knows of. A path that refuses its input is
  /// none of those that matter, nor is one without MPI.
  bool isReachedAnyway(const Tally &tally, const RankRun &run) const {
    if (!tally.isChosen || isOnEveryWay(tally.note)) return true;
    for (std::size_t i = 0; i < run.paths.size(); ++i) {
      const State &path = run.paths[i];
      const bool matters = !run.refusals.contains(i) &&
                           (run.config.isPart || path.lifecycle.initialized != semantics::Lifecycle::Done::No);
      if (matters && !path.calls.contains(tally.note.anchor) && !hasNoteAt(path, tally.note.anchor)) return false;
    }
    return true;
  }

  /// All that the note is made of lies on every way through one function, and nothing that its callers choose.
  bool isOnEveryWay(const Note &note) const {
    if (!program_.isOnEveryWay(*note.anchor)) return false;
    if (!note.second) return true;
    return !llvm::is_contained(note.anchor->operands(), note.second) &&
           note.second->getFunction() == note.anchor->getFunction() && program_.isOnEveryWay(*note.second);
  }

  static bool hasNoteAt(const State &path, const Instruction *call) {
    return std::ranges::any_of(path.notes, [&](const Note &note) { return note.anchor == call; });
  }

  /// What a program computes for an argument (`1 - rank`, `n / size`) is wrong for some numbers of ranks and right for
  /// those that it is written for.
  static bool dependsOnSize(report::Rule rule) {
    return report::info(rule).family == report::Family::Arguments || rule == report::rule("buffer-overflow") ||
           rule == report::rule("buffer-overlap");
  }

  bool isWrongAsMeant(const Verdict &verdict, const std::set<int> &meant) const {
    const std::set<int> &explored = sizes_.at(verdict.anchor);
    const bool isProbed = verdict.rank < 0 || (verdict.probe > 0 && explored.contains(verdict.probe));
    if (isProbed && verdict.sizes == explored && std::ranges::includes(verdict.sizes, openSizes_)) return true;
    return std::ranges::any_of(verdict.sizes, [&](int size) { return meant.contains(size); });
  }

  /// A program that no exploration brings to its finalization refuses these numbers of ranks, and ranks beyond those
  /// that it uses may leave; else it is wrong wherever it works.
  bool endsTooEarlyAsMeant(const Verdict &verdict, const std::set<int> &meant) const {
    if (!finalized_.empty() && std::ranges::includes(verdict.sizes, finalized_)) return true;
    return std::ranges::any_of(verdict.sizes,
                               [&](int size) { return meant.contains(size) && finalized_.contains(size); });
  }

  void add(const Note &note, bool isSure, const RankConfig &config) {
    const auto [place, isNew] = known_.try_emplace(keyOf(note), verdicts_.size());
    if (isNew) verdicts_.emplace_back();
    Verdict &verdict = verdicts_[place->second];
    if (!verdict.anchor || (isSure && !verdict.isSure)) verdict.finding = note.finding;
    verdict.anchor = note.anchor;
    verdict.isSure |= isSure;
    verdict.isOfEnd |= note.isOfEnd;
    verdict.ranks.insert(config.rank);
    verdict.sizes.insert(config.size);
    verdict.rank = std::max(verdict.rank, note.rank);
  }

  void addPointless(std::vector<report::Finding> &found) const {
    if (!isComplete_) return;
    for (const Instruction *call : pointless_) {
      if (needed_.contains(call)) continue;
      semantics::Verdict verdict = semantics::nothingToComplete(
          MpiCall::of(*call)->info(), repeated_.contains(call) ? Severity::Note : Severity::Warning);
      found.push_back(makeFinding(std::move(verdict), {siteAt(*call, report::SiteRole::Call, "")}));
    }
  }

  const Program &program_;
  std::map<Key, std::size_t> known_;
  std::vector<Verdict> verdicts_;                       // in the order in which the explorations came by them
  std::map<const Instruction *, std::set<int>> sizes_;  // at which a call was made
  std::set<int> openSizes_;                             // at which some paths were not explored to their end
  std::set<int> finalized_;                             // numbers of ranks at which MPI is finalized
  std::set<const Instruction *> needed_;
  std::set<const Instruction *> pointless_;
  std::set<const Instruction *> repeated_;
  bool isComplete_ = true;
};

bool finalizes(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const Instruction &instruction : llvm::instructions(function))
      if (const auto call = MpiCall::of(instruction); call && call->info().effect == mpi::Effect::Finalize) return true;
  return false;
}

/// What the ranks of one number of them did, where each could do one thing only.
class Logs {
 public:
  explicit Logs(int size) : logs_(static_cast<std::size_t>(size)) {}

  void take(const RankRun &run) {
    const std::vector<State> &paths = run.paths;
    const bool isDecided = run.extent.isComplete && !run.extent.isCut && paths.size() == 1 &&
                           paths.front().certainty == PathCertainty::Sure &&
                           paths.front().end == State::End::Complete && paths.front().log.isKnown &&
                           std::ranges::none_of(paths.front().notes, isOutOfStep);
    if (!isDecided) return;
    logs_[static_cast<std::size_t>(run.config.rank)] = paths.front().log;
    ++known_;
  }

  bool isComplete() const { return known_ == logs_.size(); }
  std::vector<report::Finding> meet() const { return symex::meet(logs_); }

 private:
  /// A call that MPI refuses, or a request that is lost, changes what happens after it.
  static bool isOutOfStep(const Note &note) {
    const std::string_view id = report::info(note.finding.rule).id;
    const bool isRefused = id.starts_with("arg-") && note.finding.severity == Severity::Error;
    return isRefused || id.starts_with("request-") || note.finding.rule == kLifecycle;
  }

  std::vector<CommTrace> logs_;
  std::size_t known_ = 0;
};

/// What goes wrong between the ranks, and with which numbers of them.
class Meetings {
 public:
  void take(int size, const Logs &logs) {
    played_.insert(size);
    if (!logs.isComplete()) return;
    for (report::Finding &finding : logs.meet()) {
      const auto known = std::ranges::find_if(found_, [&](const auto &other) { return isSame(other.first, finding); });
      if (known == found_.end())
        found_.emplace_back(std::move(finding), std::set{size});
      else
        known->second.insert(size);
    }
  }

  /// A program may be written for the numbers of ranks with which it works, or with which it was not decided.
  void report(const std::set<int> &meant, std::vector<report::Finding> &findings) const {
    for (const auto &[finding, sizes] : found_)
      if (sizes == played_ || std::ranges::any_of(sizes, [&](int size) { return meant.contains(size); }))
        findings.push_back(finding);
  }

 private:
  static bool isSame(const report::Finding &a, const report::Finding &b) {
    const auto lineOf = [](const report::Finding &finding) { return finding.sites.front().line; };
    return a.rule == b.rule && lineOf(a) == lineOf(b);
  }

  std::set<int> played_;
  std::vector<std::pair<report::Finding, std::set<int>>> found_;
};

/// The paths all of whose ends are errors that the program reports by itself: by its status, or by an abort.
std::set<std::size_t> refusalsOf(const std::vector<State> &ends) {
  std::set<std::size_t> refusals;
  std::set<std::size_t> others;
  for (const State &end : ends) {
    const bool isAborted = end.end == State::End::Ended && !end.departure;
    (end.isRefusal || isAborted ? refusals : others).insert(end.number);
  }
  for (const std::size_t number : others) refusals.erase(number);
  return refusals;
}

}  // namespace

ExplorationResult exploreModule(const llvm::Module &module, const CallEffects &effects) {
  const Program program(module, effects);
  const SizeSet sizes = sizesOf(module);
  Judge judge(program);
  Meetings meetings;
  Budget budget{kAllSteps};
  std::set<std::string> notToTheEnd;
  const auto run = [&](const llvm::Function &function, const RankConfig &config, Logs *logs = nullptr) {
    MpiModel model;
    Interpreter interpreter(program, config, model, budget);
    std::vector<State> paths = interpreter.run(function);
    RankRun begun{.config = config, .extent = interpreter.extent(), .paths = std::move(paths), .refusals = {}};
    if (begun.extent.hasRunOut) notToTheEnd.insert(sourceName(function));
    if (logs) logs->take(begun);
    if (config.isPart) return judge.take(begun);
    std::vector<State> ends = interpreter.runOn(begun.paths);
    begun.refusals = refusalsOf(ends);
    judge.take(begun);
    judge.takeToTheEnd({.config = config, .extent = interpreter.extent(), .paths = std::move(ends), .refusals = {}});
  };
  if (const llvm::Function *entry = program.entry()) {
    if (!program.leadsToMpi(*entry)) return {};
    std::uint64_t stepsOfRank = 0;
    for (const int size : sizes.toTry) {
      const std::uint64_t left = budget.steps;
      if (size > 2 && (left <= kAllSteps / 2 || left < static_cast<std::uint64_t>(size) * stepsOfRank)) break;
      Logs logs(size);
      for (int rank = 0; rank < size && budget.steps > 0; ++rank) run(*entry, {rank, size}, &logs);
      meetings.take(size, logs);
      stepsOfRank = (left - budget.steps) / static_cast<std::uint64_t>(size);
    }
    for (const RankConfig &config : judge.configsToAdd()) run(*entry, config);
  } else {
    for (const llvm::Function *function : program.outermost())
      for (int rank = 0; rank < kSizeOfParts; ++rank) run(*function, {rank, kSizeOfParts, true});
  }
  std::vector<report::Finding> findings = judge.findings(sizes.meant, finalizes(module));
  meetings.report(sizes.meant, findings);
  return {.findings = std::move(findings), .notToTheEnd = std::move(notToTheEnd)};
}

}  // namespace lockstep::passes::symex
