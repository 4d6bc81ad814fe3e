#include "cli/Supervisor.h"

#include <algorithm>
#include <thread>

#include "cli/Interrupts.h"
#include "cli/RollCall.h"
#include "report/Finding.h"

namespace lockstep::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kShortestPause = 1ms;
constexpr auto kLongestPause = 20ms;
constexpr std::size_t kManyRecords = 10000;  // at a time; fewer can wait, since waking up disturbs the ranks
constexpr std::size_t kSurelyAll = 100000;   // of what was there; a poll that returns more may have left some
constexpr auto kLookInterval = 200ms;
constexpr auto kSilence = 1s;            // without any record before a stuck job is ended
constexpr auto kStuckDespiteLife = 10s;  // other ranks still record, but the stuck ones will never get out
constexpr auto kInterruptGrace = 3s;
constexpr auto kUnexplainedSilence = 30s;

using State = engine::Standing::State;

bool samePlace(const report::Site &a, const report::Site &b) {
  if (a.address && b.address) return a.address->module == b.address->module && a.address->offset == b.address->offset;
  return a.file == b.file && a.line == b.line && a.call == b.call;
}

/// Whether the call of `site` is the one that its rank is inside of.
bool isStillInside(const report::Site &site, const std::vector<engine::Standing> &standings) {
  return std::ranges::any_of(standings, [&](const engine::Standing &standing) {
    return standing.rank == site.rank && standing.state == State::Inside && standing.site &&
           samePlace(*standing.site, site);
  });
}

/// An error at calls that all its ranks are still inside of.
bool holdsItsRanks(const report::Finding &finding, const std::vector<engine::Standing> &standings) {
  if (finding.severity != report::Severity::Error) return false;
  bool hasCall = false;
  for (const report::Site &site : finding.sites) {
    if (site.role != report::SiteRole::Call) continue;
    hasCall = true;
    if (!isStillInside(site, standings)) return false;
  }
  return hasCall;
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
  // Who is gone before the poll has nothing left to say once all is read.
  const auto gone = isTimeToLook ? analysis_.roster().gone() : std::vector<trace::ProcessKey>();

  std::size_t count = 0;
  std::size_t taken = 0;
  do {
    const std::uint64_t begun = monotonicNow();
    taken = reader_.poll([&](const trace::RecordView &record) { analysis_.take(record); });
    if (taken < kSurelyAll) analysis_.takenUntil(begun);
    count += taken;
  } while (taken > 0 && !gone.empty());
  if (count > 0) lastRecord_ = Clock::now();
  if (isInterruptDue()) return count;

  for (const trace::ProcessKey process : gone)
    if (analysis_.roster().takeEnd(process)) analysis_.vanished(process);
  if (isTimeToLook) lookAround();
  return count;
}

/// What is too dear to be asked after every poll.
void Supervisor::lookAround() {
  const auto now = Clock::now();
  nextLook_ = now + kLookInterval;
  const bool isSilent = now - lastRecord_ >= kSilence;

  if (!analysis_.engine().stuck())
    stuckSince_.reset();
  else if (!stuckSince_)
    stuckSince_ = now;
  const bool isStuckForLong = stuckSince_ && now - *stuckSince_ >= kStuckDespiteLife;
  isHopeless_ = isStuckForLong || (isSilent && (stuckSince_ || isHeldByAnError()));
  events_.look();

  if (isHopeless_ && !policy_.abortOnDeadlock && !saidDeadlock_) {
    saidDeadlock_ = true;
    events_.deadlockFound();
  }
  if (!isHopeless_ && !saidSilent_ && now - lastRecord_ >= kUnexplainedSilence && isEveryoneInside()) {
    saidSilent_ = true;
    events_.silent();
  }
}

bool Supervisor::isHeldByAnError() {
  const auto standings = analysis_.engine().standings();
  return std::ranges::any_of(analysis_.findings(),
                             [&](const report::Finding &finding) { return holdsItsRanks(finding, standings); });
}

bool Supervisor::isEveryoneInside() const {
  const auto standings = analysis_.engine().standings();
  return !standings.empty() && std::ranges::all_of(standings, [](const engine::Standing &standing) {
    return standing.state == State::Inside;
  });
}

/// After Ctrl-C the job has the signal already and a moment to end; a second one ends the patience.
bool Supervisor::isInterruptDue() {
  if (Interrupts::count() == 0) return false;
  if (!interruptedSince_) {
    interruptedSince_ = Clock::now();
    callTheRoll();
    job_.expectEnd(analysis_.roster().running());
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

/// Asks only when something was found since the last time: the answer takes symbols and source lines.
bool Supervisor::isErrorNew() {
  const std::size_t count = analysis_.findings().size();
  if (count == findingsJudged_) return false;
  findingsJudged_ = count;
  return events_.hasErrors();
}

void Supervisor::callTheRoll() {
  if (standingsTime_ != 0) return;
  standings_ = analysis_.engine().standings();
  standingsTime_ = monotonicNow();
}

void Supervisor::endJob() {
  analysis_.interrupt(monotonicNow());
  callTheRoll();
  job_.terminate(analysis_.roster().running());
  launcherEnd_ = job_.ended().value_or(LauncherEnd{});
}

RunEnd Supervisor::finish(RunEnd end) {
  if (end == RunEnd::ByItself && Interrupts::count() > 0) end = RunEnd::Interrupted;
  reader_.finish([&](const trace::RecordView &record) { analysis_.take(record); });
  if (end == RunEnd::ByItself)
    for (const trace::ProcessKey process : analysis_.roster().gone())
      if (analysis_.roster().takeEnd(process)) analysis_.vanished(process);
  if (!reader_.damage().empty()) analysis_.interrupt(Analysis::kAfterAll);  // what is missing may be only unread
  analysis_.finish();
  return end;
}

}  // namespace lockstep::cli
