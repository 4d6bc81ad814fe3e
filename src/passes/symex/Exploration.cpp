#include "passes/symex/Exploration.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>

#include "passes/ir/SourceSite.h"
#include "passes/machine/SizeSet.h"
#include "passes/symex/Interpreter.h"
#include "passes/symex/Program.h"
#include "passes/symex/callsites/CallSites.h"
#include "passes/symex/callsites/LostRequests.h"
#include "passes/symex/callsites/UnmatchedMessages.h"
#include "passes/symex/mpi/MpiModel.h"
#include "passes/symex/runs/DecidedRanks.h"
#include "passes/symex/runs/Scenarios.h"

namespace lockstep::passes::symex {

namespace {

using llvm::Instruction;
using report::Severity;

constexpr std::uint64_t kAllSteps = 400'000;
constexpr std::uint64_t kAllJointSteps = 1'000'000;
constexpr int kSizeOfParts = 3;
constexpr std::int64_t kLargestNamed = 64;  // largest rank that is still explored

constexpr report::Rule kLifecycle = report::rule("lifecycle");
constexpr report::Rule kMissingStart = report::rule("request-missing-start");

using Key = std::tuple<std::uint16_t, const Instruction *, const Instruction *>;

Key keyOf(const Note &note) { return {static_cast<std::uint16_t>(note.finding.rule.index), note.anchor, note.second}; }

/// What the paths of one exploration show about a note.
struct Tally {
  Note note;
  unsigned paths = 0;
  PathCertainty certainty = PathCertainty::Forgotten;  // the best one
  bool isChosen = true;                                // on all paths
};

/// The verdict on a note over all explorations.
struct Verdict {
  report::Finding finding;
  const Instruction *anchor = nullptr;
  bool isSure = false;
  bool isOfEnd = false;  // the process ends without having finalized MPI
  std::set<int> ranks;
  std::set<int> sizes;
  std::int64_t rank = -1;  // the largest rank that the program names and that does not exist
  int probe = 0;           // the number of ranks for which it would exist
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
    isWhole_ &= run.extent.isComplete && !run.extent.isCut;
    if (!run.extent.isComplete) openSizes_.insert(run.config.size);
    count(run, [](const Note &note) { return note.finding.rule != kLifecycle; });
  }

  /// Records paths that do not end after the finalization of MPI.
  void takeToTheEnd(const RankRun &run) {
    for (const State &path : run.paths)
      if (counts(path) && path.lifecycle.finalized == semantics::Lifecycle::Done::Yes)
        finalized_.insert(run.config.size);
    count(run, [](const Note &note) { return note.finding.rule == kLifecycle; });
  }

  /// Further runs, large enough for the ranks that the program names, for the ranks that name them.
  std::vector<RankConfig> configsToAdd() {
    std::vector<RankConfig> configs;
    for (Verdict &verdict : verdicts_) {
      if (verdict.rank < 0 || verdict.rank >= kLargestNamed) continue;
      verdict.probe = static_cast<int>(verdict.rank) + 1;
      configs.push_back({*verdict.ranks.begin(), verdict.probe});
    }
    return configs;
  }

  /// Whether something found at all ways to the place adds to what its paths have shown.
  bool isOpen(const Note &note) const { return !isWhole_ || !sizes_.contains(note.anchor); }
  bool isWhole() const { return isWhole_; }

  /// `meant`: numbers of ranks that the program accepts.
  std::vector<report::Finding> findings(const std::set<int> &meant, bool hasFinalize) const {
    std::vector<report::Finding> found;
    std::optional<std::size_t> withoutFinalize;
    for (const Verdict &verdict : verdicts_) {
      if (verdict.isOfEnd && !hasFinalize && withoutFinalize) {  // many ends with one cause
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
      // Input may decide whether MPI is used, and whether a created request is ever started.
      const bool isInputsChoice = isOfLifecycle || rule == kMissingStart;
      const bool isSure =
          tally.certainty == PathCertainty::Sure || (isEverywhere && (isOfLifecycle || isReachedAnyway(tally, run)));
      if (isSure || isEverywhere || (isFree && !isInputsChoice)) add(tally.note, isSure, run.config);
    }
  }

  /// Whether the place is reached for all input, or at least all input of its function. Paths that reject their input
  /// do not count, nor do paths without MPI.
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

  /// Whether everything in the note is on every path through one function, and independent of its callers.
  bool isOnEveryWay(const Note &note) const {
    if (!program_.isOnEveryWay(*note.anchor)) return false;
    if (!note.second) return true;
    return !llvm::is_contained(note.anchor->operands(), note.second) &&
           note.second->getFunction() == note.anchor->getFunction() && program_.isOnEveryWay(*note.second);
  }

  static bool hasNoteAt(const State &path, const Instruction *call) {
    return std::ranges::any_of(path.notes, [&](const Note &note) { return note.anchor == call; });
  }

  /// An argument computed by the program (`1 - rank`, `n / size`) may be wrong for some numbers of ranks and right for
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

  /// A program that is not finalized in any exploration rejects these numbers of ranks, and superfluous ranks may leave
  /// early; otherwise an early end is an error where the program works.
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
  std::vector<Verdict> verdicts_;                       // in order of discovery
  std::map<const Instruction *, std::set<int>> sizes_;  // at which a call was made
  std::set<int> openSizes_;                             // at which some paths were not explored to their end
  std::set<int> finalized_;                             // numbers of ranks at which MPI is finalized
  std::set<const Instruction *> needed_;
  std::set<const Instruction *> pointless_;
  std::set<const Instruction *> repeated_;
  bool isComplete_ = true;
  bool isWhole_ = true;  // nor was a loop left early
};

template <class IsWanted>
bool hasCall(const llvm::Module &module, IsWanted isWanted) {
  for (const llvm::Function &function : module)
    for (const Instruction &instruction : llvm::instructions(function))
      if (const auto call = MpiCall::of(instruction); call && isWanted(call->info())) return true;
  return false;
}

bool finalizes(const llvm::Module &module) {
  return hasCall(module, [](const mpi::RoutineInfo &info) { return info.effect == mpi::Effect::Finalize; });
}

/// Whether the program lets MPI shape a grid: it is written for any number of ranks.
bool arrangesRanks(const llvm::Module &module) {
  return hasCall(module, [](const mpi::RoutineInfo &info) { return info.base == mpi::Routine::Dims_create; });
}

/// The findings of decided runs, and the numbers of ranks with which they occur.
class DecidedRuns {
 public:
  void take(int size, std::vector<report::Finding> findings) {
    explored_.insert(size);
    for (report::Finding &finding : findings) {
      const auto known = std::ranges::find_if(found_, [&](const auto &other) { return isSame(other.first, finding); });
      if (known == found_.end())
        found_.emplace_back(std::move(finding), std::set{size});
      else
        known->second.insert(size);
    }
  }

  /// A program may be written for the numbers of ranks with which it works, or with which it was not decided.
  /// `isForAny`: it arranges any number of ranks.
  void report(const std::set<int> &meant, bool isForAny, std::vector<report::Finding> &findings) const {
    for (auto [finding, sizes] : found_) {
      const bool isCertain =
          sizes == explored_ || std::ranges::any_of(sizes, [&](int size) { return meant.contains(size); });
      if (!isCertain && !isForAny && !needsMoreRanks(finding, sizes)) continue;
      if (!isCertain) finding.severity = std::max(finding.severity, Severity::Warning);
      findings.push_back(std::move(finding));
    }
  }

 private:
  using Place = std::tuple<std::string, unsigned, unsigned>;

  /// Both accesses of a race, otherwise the first place: who else waits depends on the number of ranks.
  static std::set<Place> placesOf(const report::Finding &finding) {
    std::set<Place> places;
    for (const report::Site &site : finding.sites)
      if (site.role == report::SiteRole::Access) places.emplace(site.file, site.line, site.column);
    if (!places.empty()) return places;
    const report::Site &first = finding.sites.front();
    return {{first.file, first.line, first.column}};
  }

  static bool isSame(const report::Finding &a, const report::Finding &b) {
    return a.rule == b.rule && placesOf(a) == placesOf(b);
  }

  /// Whether the finding occurs with all sizes but the smallest, where ranks have no competitor, and without other
  /// errors.
  bool needsMoreRanks(const report::Finding &finding, std::set<int> sizes) const {
    if (finding.rule != report::rule("message-race") && !report::isDataRace(finding.rule)) return false;
    if (explored_.empty() || sizes.size() < 2 || !sizes.insert(*explored_.begin()).second || sizes != explored_)
      return false;
    return std::ranges::none_of(found_, [](const auto &other) {
      return other.first.severity == Severity::Error && !report::isDataRace(other.first.rule);
    });
  }

  std::set<int> explored_;
  std::vector<std::pair<report::Finding, std::set<int>>> found_;
};

/// Of one family, and with a place in common.
bool tellsOf(const report::Finding &known, const report::Finding &finding) {
  if (report::info(known.rule).family != report::info(finding.rule).family) return false;
  return std::ranges::any_of(known.sites, [&](const report::Site &a) {
    return std::ranges::any_of(finding.sites, [&](const report::Site &b) {
      return a.line == b.line && a.column == b.column && a.file == b.file;
    });
  });
}

/// What is found at the calls whatever the paths are, where these have not told it.
/// `isDecided`: the messages of all ranks were matched.
void addFromCallSites(const Program &program, const Judge &judge, bool isDecided,
                      std::vector<report::Finding> &findings) {
  std::vector<report::Finding> found = judgeCallSites(program, [&](const Note &note) { return judge.isOpen(note); });
  std::ranges::move(findLostRequests(program), std::back_inserter(found));
  if (!isDecided || !judge.isWhole()) std::ranges::move(findUnmatchedMessages(program), std::back_inserter(found));
  const std::vector<report::Finding> known = findings;
  for (report::Finding &finding : found)
    if (std::ranges::none_of(known, [&](const report::Finding &other) { return tellsOf(other, finding); }))
      findings.push_back(std::move(finding));
}

/// What the explorations together did not judge.
class Limits {
 public:
  void take(const Extent &extent) {
    limits_.insert(extent.limits.begin(), extent.limits.end());
    for (const auto &[callee, call] : extent.unseen)
      if (seen_.insert(callee).second)
        unseen_.emplace(call,
                        fmt::format("calls {}, which is not among the sources", llvm::demangle(callee->getName())));
  }
  void ofProgram(std::string reason) { limits_.emplace(nullptr, std::move(reason)); }

  std::vector<report::NotJudged> places() const {
    std::vector<report::NotJudged> found = notJudged(limits_);
    std::ranges::move(notJudged(unseen_), std::back_inserter(found));
    return found;
  }

 private:
  LimitsMet limits_;
  LimitsMet unseen_;
  std::set<const llvm::Function *> seen_;
};

/// The paths on which every end is an error reported by the program itself: by its exit status, or by MPI_Abort.
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
  DecidedRuns decided;
  Budget budget{kAllSteps};
  std::set<std::string> notToTheEnd;
  Limits limits;
  const auto run = [&](const llvm::Function &function, const RankConfig &config, DecidedRanks *ranks = nullptr) {
    MpiModel model;
    Interpreter interpreter(program, config, model, budget);
    std::vector<State> paths = interpreter.run(function);
    RankRun begun{.config = config, .extent = interpreter.extent(), .paths = std::move(paths), .refusals = {}};
    limits.take(begun.extent);
    if (begun.extent.hasRunOut) notToTheEnd.insert(sourceName(function));
    if (config.isPart) return judge.take(begun);
    std::vector<State> ends = interpreter.runOn(begun.paths);
    if (ranks) ranks->take(begun, ends);
    begun.refusals = refusalsOf(ends);
    judge.take(begun);
    judge.takeToTheEnd({.config = config, .extent = interpreter.extent(), .paths = std::move(ends), .refusals = {}});
  };
  Budget jointBudget{kAllJointSteps};
  bool isDecided = false;
  /// Of all ranks together, where more follows from these than from each alone.
  const auto findingsOf = [&](const llvm::Function &entry, int size, const DecidedRanks &ranks) {
    isDecided = isDecided || ranks.isDecided();
    if (ranks.isDecided() && !ranks.isPartlyKnown()) return ranks.judge();
    Scenarios scenarios(size, [&](int rank, JointRun &joint, DecidedRanks &together) {
      MpiModel model;
      Interpreter interpreter(program, {rank, size}, model, jointBudget, &joint);
      RankRun begun{.config = {rank, size}, .extent = {}, .paths = interpreter.run(entry), .refusals = {}};
      begun.extent = interpreter.extent();
      const std::vector<State> ends = interpreter.runOn(begun.paths);
      together.take(begun, ends);
    });
    scenarios.run();
    isDecided = isDecided || scenarios.isDecided();
    return scenarios.isDecided() ? scenarios.findings() : ranks.judge();
  };
  if (const llvm::Function *entry = program.entry()) {
    if (!program.leadsToMpi(*entry)) return {};
    std::uint64_t stepsOfRank = 0;
    for (const int size : sizes.toTry) {
      const std::uint64_t left = budget.steps;
      if (size > 2 && (left <= kAllSteps / 2 || left < static_cast<std::uint64_t>(size) * stepsOfRank)) {
        limits.ofProgram(fmt::format("{} ranks and more not tried: limit of steps reached", size));
        break;
      }
      DecidedRanks ranks(size);
      for (int rank = 0; rank < size && budget.steps > 0; ++rank) run(*entry, {rank, size}, &ranks);
      if (budget.steps == 0) limits.ofProgram(fmt::format("not all of {} ranks tried: limit of steps reached", size));
      if (!ranks.isRefused()) decided.take(size, findingsOf(*entry, size, ranks));
      stepsOfRank = (left - budget.steps) / static_cast<std::uint64_t>(size);
    }
    for (const RankConfig &config : judge.configsToAdd()) run(*entry, config);
  } else {
    for (const llvm::Function *function : program.outermost())
      for (int rank = 0; rank < kSizeOfParts; ++rank) run(*function, {rank, kSizeOfParts, true});
  }
  std::vector<report::Finding> findings = judge.findings(sizes.meant, finalizes(module));
  decided.report(sizes.meant, arrangesRanks(module), findings);
  addFromCallSites(program, judge, isDecided, findings);
  if (sizes.needsLarger) limits.ofProgram(fmt::format("numbers of ranks above {} not tried", kLargestSize));
  return {.findings = std::move(findings), .notToTheEnd = std::move(notToTheEnd), .notJudged = limits.places()};
}

}  // namespace lockstep::passes::symex
