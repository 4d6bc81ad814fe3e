#include "cli/live/Supervisor.h"

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "cli/analyze/HangReport.h"
#include "cli/run/Interrupts.h"
#include "mpi/Routine.h"
#include "report/Finding.h"

namespace lockstep::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kShortestPause = 1ms;
constexpr auto kLongestPause = 20ms;
constexpr std::size_t kManyRecords = 10000;  // at a time; fewer can wait, since waking up disturbs the ranks
constexpr auto kLookInterval = 200ms;
constexpr auto kSilence = 1s;           // without any record before a stuck job is ended
constexpr auto kStuckDespiteLife = 2s;  // other ranks still record, but the stuck ones will never get out
constexpr auto kLongCall = 5s;          // the same if a stuck rank may be busy with a file or with processes
constexpr auto kSilenceOfSome = 2s;     // the same if an error holds some ranks and the others wait or are done
constexpr auto kInterruptGrace = 3s;
constexpr auto kRestPatience = 2s;  // with records of a job that was ended
constexpr auto kUnexplainedSilence = 30s;

using State = engine::RankStatus::State;

bool samePlace(const report::Site &a, const report::Site &b) {
  if (a.address && b.address) return a.address->module == b.address->module && a.address->offset == b.address->offset;
  return a.file == b.file && a.line == b.line && a.call == b.call;
}

/// Whether the rank of `site` is still inside that call.
bool isStillInside(const report::Site &site, const std::vector<engine::RankStatus> &rankStatuses) {
  return std::ranges::any_of(rankStatuses, [&](const engine::RankStatus &rankStatus) {
    return rankStatus.rank == site.rank && rankStatus.state == State::Inside && rankStatus.site &&
           samePlace(*rankStatus.site, site);
  });
}

bool takesLong(mpi::Class cls) { return cls == mpi::Class::CollectiveFile || cls == mpi::Class::CollectiveProcess; }

/// An error at calls that all its ranks are still inside of.
bool holdsItsRanks(const report::Finding &finding, const std::vector<engine::RankStatus> &rankStatuses) {
  if (finding.severity != report::Severity::Error) return false;
  bool hasCall = false;
  for (const report::Site &site : finding.sites) {
    if (site.role != report::SiteRole::Call) continue;
    hasCall = true;
    if (!isStillInside(site, rankStatuses)) return false;
  }
  return hasCall;
}

/// Errors after which calls may find no partner.
bool leavesRanksWaiting(const report::Finding &finding) {
  return finding.severity == report::Severity::Error && report::info(finding.rule).leavesWaiting;
}

/// Whether one of the finding's ranks is still inside the erroneous call, and no other rank can release it.
bool holdsSomeRanks(const report::Finding &finding, const std::vector<engine::RankStatus> &rankStatuses) {
  if (!leavesRanksWaiting(finding)) return false;
  if (std::ranges::any_of(rankStatuses, [](const auto &rankStatus) { return rankStatus.state == State::Outside; }))
    return false;
  return std::ranges::any_of(finding.sites, [&](const report::Site &site) {
    return site.role == report::SiteRole::Call && isStillInside(site, rankStatuses);
  });
}

}  // namespace

Supervisor::Supervisor(Job &job, trace::Reader &reader, Analysis &analysis, const RunPolicy &policy,
                       const RunEvents &events)
    : job_(job), reader_(reader), analysis_(analysis), policy_(policy), events_(events) {}

RunEnd Supervisor::follow() {
  auto pause = std::chrono::milliseconds(kShortestPause);
  while (true) {
    const auto launcherEnd = job_.ended();
    const bool isBusy = poll() >= kManyRecords;
    if (launcherEnd) {
      launcherEnd_ = *launcherEnd;
      return finish(interruptedSince_ ? RunEnd::Interrupted : RunEnd::ByItself);
    }
    if (const auto reason = reasonToEnd()) {
      endJob();
      return finish(*reason);
    }
    pause = isBusy ? kShortestPause : std::min<std::chrono::milliseconds>(pause * 2, kLongestPause);
    std::this_thread::sleep_for(pause);
  }
}

std::size_t Supervisor::poll() {
  if (Interrupts::count() > 0) analysis_.interrupt(monotonicNow());
  const bool isTimeToLook = Clock::now() >= nextLook_;
  // A process that was gone before the poll has no more records once everything recorded until then is read.
  if (isTimeToLook && gone_.empty()) {
    gone_ = analysis_.processTable().gone();
    goneAt_ = Clock::now();
  }
  const std::size_t count = takeRecords();
  if (count > 0) lastRecord_ = Clock::now();
  if (isInterruptDue()) return count;

  if (knownUntil_ >= goneAt_)
    for (const trace::ProcessKey process : std::exchange(gone_, {}))
      if (analysis_.processTable().takeEnd(process)) analysis_.vanished(process);
  if (isTimeToLook) lookAround();
  return count;
}

/// Takes some of the available records, and updates how far the analysis has come.
std::size_t Supervisor::takeRecords() {
  const std::uint64_t called = monotonicNow();
  const std::size_t count = reader_.poll([&](const trace::RecordView &record) { analysis_.take(record); });
  const auto node = analysis_.processTable().ourNode();
  const std::uint64_t until = node ? reader_.completeUntil(*node, called) : called;
  const Clock::time_point time{std::chrono::nanoseconds(until)};
  if (time > knownUntil_) {
    knownUntil_ = time;
    analysis_.takenUntil(until);
  }
  return count;
}

/// Checks that are too expensive for every poll.
void Supervisor::lookAround() {
  const auto now = Clock::now();
  nextLook_ = now + kLookInterval;
  const auto silence = now - lastRecord_;

  if (!analysis_.engine().stuck())
    stuckSince_.reset();
  else if (!stuckSince_)
    stuckSince_ = now;
  // What would release them may be recorded, but not read yet.
  const auto stuckFor = stuckSince_ ? knownUntil_ - *stuckSince_ : Clock::duration::zero();
  const bool isStuck = stuckSince_ && (stuckFor >= kLongCall || !mayBeBusy());
  const bool isStuckForLong = isStuck && stuckFor >= kStuckDespiteLife;
  isHopeless_ = isStuckForLong || (silence >= kSilence && (isStuck || isHeldByAnError(silence)));
  if (!isHopeless_ || !policy_.abortOnDeadlock) events_.look();

  if (isHopeless_ && !policy_.abortOnDeadlock && !saidDeadlock_) {
    saidDeadlock_ = true;
    events_.deadlockFound();
  }
  if (!isHopeless_ && !saidSilent_ && now - lastRecord_ >= kUnexplainedSilence && isEveryoneInside()) {
    saidSilent_ = true;
    events_.silent();
  }
}

/// Whether one of the stuck ranks is inside a collective that may take long by itself.
bool Supervisor::mayBeBusy() const {
  const std::vector<int> stuck = analysis_.engine().stuckRanks();
  return std::ranges::any_of(analysis_.engine().rankStatuses(), [&](const engine::RankStatus &rankStatus) {
    const auto routine = mpi::findRoutine(rankStatus.call);
    return routine && std::ranges::binary_search(stuck, rankStatus.rank) && takesLong(mpi::info(*routine).cls);
  });
}

bool Supervisor::isHeldByAnError(Clock::duration silence) {
  const auto rankStatuses = analysis_.engine().rankStatuses();
  return std::ranges::any_of(analysis_.findings(), [&](const report::Finding &finding) {
    return holdsItsRanks(finding, rankStatuses) || (silence >= kSilenceOfSome && holdsSomeRanks(finding, rankStatuses));
  });
}

bool Supervisor::isEveryoneInside() const {
  const auto rankStatuses = analysis_.engine().rankStatuses();
  return !rankStatuses.empty() && std::ranges::all_of(rankStatuses, [](const engine::RankStatus &rankStatus) {
    return rankStatus.state == State::Inside;
  });
}

/// After Ctrl-C the job has the signal already and a moment to end; a second one ends the patience.
bool Supervisor::isInterruptDue() {
  if (Interrupts::count() == 0) return false;
  if (!interruptedSince_) {
    interruptedSince_ = Clock::now();
    noteWhereRanksAre();
    job_.expectEnd(analysis_.processTable().running());
    if (Interrupts::last() != SIGINT) job_.signal(SIGTERM);  // this one came to us alone
  }
  return true;
}

std::optional<RunEnd> Supervisor::reasonToEnd() {
  const auto now = Clock::now();
  if (interruptedSince_) {
    const bool isPatient = Interrupts::count() == 1 && now - *interruptedSince_ < kInterruptGrace;
    return isPatient ? std::nullopt : std::optional(RunEnd::Interrupted);
  }
  if (policy_.haltOnError && isErrorNew()) return RunEnd::Halted;
  if (policy_.abortOnDeadlock && isHopeless_) return RunEnd::Deadlock;
  if (policy_.timeout && now - start_ >= *policy_.timeout) return RunEnd::Timeout;
  return std::nullopt;
}

/// Asks only if something was found since the last time: the answer needs symbols and source lines.
bool Supervisor::isErrorNew() {
  const std::size_t count = analysis_.findings().size();
  if (count == findingsJudged_) return false;
  findingsJudged_ = count;
  return events_.hasErrors();
}

void Supervisor::noteWhereRanksAre() {
  if (rankStatusesTime_ != 0) return;
  rankStatuses_ = analysis_.engine().rankStatuses();
  rankStatusesTime_ = monotonicNow();
  if (!policy_.takesStacks) return;
  analysis_.useStacks(takeStacks(analysis_.processTable().runningRanks()));
  for (engine::RankStatus &rankStatus : rankStatuses_)
    if (rankStatus.site && rankStatus.state == State::Inside) addCallers(*rankStatus.site, analysis_.stacks());
}

void Supervisor::endJob() {
  analysis_.interrupt(monotonicNow());
  noteWhereRanksAre();
  job_.terminate(analysis_.processTable().running());
  launcherEnd_ = job_.ended().value_or(LauncherEnd{});
}

RunEnd Supervisor::finish(RunEnd end) {
  if (end == RunEnd::ByItself && Interrupts::count() > 0) end = RunEnd::Interrupted;
  takeRest(end);
  if (end == RunEnd::ByItself && Interrupts::count() > 0) end = RunEnd::Interrupted;
  if (end == RunEnd::ByItself)
    for (const trace::ProcessKey process : analysis_.processTable().gone())
      if (analysis_.processTable().takeEnd(process)) analysis_.vanished(process);
  if (!reader_.damage().empty()) analysis_.interrupt(Analysis::kAfterAll);  // missing records may merely be unread
  analysis_.finish(unjudged_ == 0 || end == RunEnd::Deadlock);
  return end;
}

/// A job that was ended may have left more records than can be read in reasonable time.
void Supervisor::takeRest(RunEnd end) {
  const auto deadline = Clock::now() + kRestPatience;
  const auto isEnough = [&] {
    if (Interrupts::count() > 0) analysis_.interrupt(monotonicNow());
    return (end != RunEnd::ByItself || Interrupts::count() > 0) && Clock::now() >= deadline;
  };
  bool isCut = false;
  while (!isCut && takeRecords() > 0) isCut = isEnough();
  reader_.finish([&](const trace::RecordView &record) {
    if (isCut)
      unjudged_ += record.header->words * std::uint64_t{8};
    else
      analysis_.take(record);
  });
}

}  // namespace lockstep::cli
