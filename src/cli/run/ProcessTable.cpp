#include "cli/run/ProcessTable.h"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include "mpi/Routine.h"

namespace lockstep::cli {

namespace {

using report::Outcome;

/// The error code of an abort is the last argument of its routine.
std::optional<int> abortCodeOf(const trace::Enter &enter) {
  if (enter.routine >= mpi::routines().size()) return std::nullopt;
  if (mpi::info(static_cast<mpi::Routine>(enter.routine)).effect != mpi::Effect::Abort) return std::nullopt;
  if (enter.argumentCount == 0) return 0;
  const auto *arguments = reinterpret_cast<const std::int64_t *>(&enter + 1);
  return static_cast<int>(arguments[enter.argumentCount - 1]);
}

/// Number of processes started by the launcher, from its variables; 0 if unknown. Of nested launchers, that with the
/// fewest processes counts.
int launchedWith(pid_t process) {
  int fewest = 0;
  for (const char *variable : {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"}) {
    const int size = std::atoi(environmentOf(process, variable).value_or("0").c_str());
    if (size > 0 && (fewest == 0 || size < fewest)) fewest = size;
  }
  return fewest;
}

/// Launchers end the other ranks with these when one rank has died.
bool isFromLauncher(int signal) { return signal == SIGTERM || signal == SIGKILL; }

}  // namespace

void ProcessTable::noteFirst(trace::ProcessKey key, Process &process) {
  if (runDirectory_.empty()) return;
  // The node's number comes from its name, which another machine may share; the run directory's name is our own.
  if (!ourNode_ && hasInEnvironment(static_cast<pid_t>(key.pid), kRunDirectoryVariable, runDirectory_))
    ourNode_ = key.node;
  process.isLocal = ourNode_ == key.node;
  if (process.isLocal) process.launchedWith = launchedWith(static_cast<pid_t>(key.pid));
}

void ProcessTable::note(const trace::RecordView &record) {
  if (last_ == nullptr || last_->first != record.process) {  // records come in turns of one process
    const auto [entry, isNew] = processes_.try_emplace(record.process);
    if (isNew) noteFirst(record.process, entry->second);
    last_ = &*entry;
  }
  Process &process = last_->second;
  if (process.signal && trace::isCallOf(record, process.signalledThread)) process.signal.reset();  // it has recovered
  switch (record.header->kind) {
    case trace::Kind::Process: {
      const auto &said = record.as<trace::Process>();
      process.rank = static_cast<int>(said.worldRank);
      if (said.isSpawned != 0 && !process.isSpawned) ++spawned_;
      process.isSpawned = said.isSpawned != 0;
      process.isAlone = said.worldSize == 1 && !process.isSpawned;
      process.flavor.assign(said.flavor, strnlen(said.flavor, sizeof said.flavor));
      return;
    }
    case trace::Kind::Enter:
      if (!abortCode_) abortCode_ = abortCodeOf(record.as<trace::Enter>());
      return;
    case trace::Kind::Exit:
      process.signal.reset();
      process.exitStatus = record.as<trace::Exit>().status;
      process.endTime = record.as<trace::Exit>().time;
      return;
    case trace::Kind::Signal:
      process.signal = static_cast<int>(record.as<trace::Signal>().number);
      process.signalledThread = record.as<trace::Signal>().thread;
      process.endTime = record.as<trace::Signal>().time;
      return;
    default:
      return;
  }
}

std::vector<pid_t> ProcessTable::running() const {
  std::vector<pid_t> pids;
  for (const auto &[key, process] : processes_)
    if (process.isLocal && !process.isGone) pids.push_back(static_cast<pid_t>(key.pid));
  return pids;
}

std::map<int, pid_t> ProcessTable::runningRanks() const {
  std::map<int, pid_t> ranks;
  for (const auto &[key, process] : processes_) {
    const auto pid = static_cast<pid_t>(key.pid);
    const bool isOurs = process.isLocal && !process.isSpawned && process.rank >= 0 && !process.isGone;
    if (isOurs && hasInEnvironment(pid, kRunDirectoryVariable, runDirectory_)) ranks.emplace(process.rank, pid);
  }
  return ranks;
}

std::vector<trace::ProcessKey> ProcessTable::gone() const {
  std::vector<trace::ProcessKey> found;
  for (const auto &[key, process] : processes_) {
    const bool isOpen = process.isLocal && !process.isGone && !process.exitStatus;
    if (isOpen && !isAlive(static_cast<pid_t>(key.pid))) found.push_back(key);
  }
  return found;
}

bool ProcessTable::takeEnd(trace::ProcessKey key) {
  Process &process = processes_[key];
  if (process.exitStatus || process.isGone) return false;
  process.isGone = true;
  return true;
}

ProcessTable::Alone ProcessTable::alone() const {
  Alone alone;
  for (const auto &[key, process] : processes_) {
    if (!process.isAlone) continue;
    const bool isFirst = alone.processes++ == 0;
    if (isFirst) alone.flavor = process.flavor;
    alone.launchedWith = isFirst || alone.launchedWith == process.launchedWith ? process.launchedWith : 0;
  }
  return alone;
}

std::vector<int> ProcessTable::unended() const {
  std::vector<int> ranks;
  for (const auto &[key, process] : processes_)
    if (process.rank >= 0 && !process.exitStatus && !process.signal) ranks.push_back(process.rank);
  std::ranges::sort(ranks);
  return ranks;
}

std::vector<trace::ProcessKey> ProcessTable::unendedProcesses() const {
  std::vector<trace::ProcessKey> found;
  for (const auto &[key, process] : processes_)
    if (!process.exitStatus && !process.signal) found.push_back(key);
  return found;
}

std::optional<int> ProcessTable::firstSignal() const {
  std::optional<std::tuple<bool, std::uint64_t, int>> first;
  for (const auto &[key, process] : processes_) {
    if (!process.signal) continue;
    const std::tuple candidate(isFromLauncher(*process.signal), process.endTime, *process.signal);
    if (!first || candidate < *first) first = candidate;
  }
  if (!first) return std::nullopt;
  return std::get<int>(*first);
}

int ProcessTable::firstExitStatus() const {
  std::optional<std::pair<std::uint64_t, int>> first;
  for (const auto &[key, process] : processes_) {
    if (process.exitStatus.value_or(0) == 0) continue;
    const std::pair candidate(process.endTime, *process.exitStatus);
    if (!first || candidate < *first) first = candidate;
  }
  return first ? first->second : 0;
}

report::Outcome ProcessTable::outcome(const LauncherEnd &launcher) const {
  if (abortCode_) return {Outcome::Status::Aborted, *abortCode_};
  if (const auto signal = firstSignal()) return {Outcome::Status::Signalled, *signal};
  if (launcher.signal != 0) return {Outcome::Status::Signalled, launcher.signal};
  // MPICH's launcher ends with the signal number of a killed rank, Open MPI's with 128 more.
  bool isAnyoneLost = false;
  for (const auto &[key, process] : processes_) isAnyoneLost |= process.isGone && !process.signal;
  if (isAnyoneLost && (launcher.status == SIGKILL || launcher.status == 128 + SIGKILL))
    return {Outcome::Status::Signalled, SIGKILL};
  return {Outcome::Status::Exited, launcher.status != 0 ? launcher.status : firstExitStatus()};
}

}  // namespace lockstep::cli
