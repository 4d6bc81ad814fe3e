#include "cli/analyze/ProcessScan.h"

#include <algorithm>

#include "engine/calls/Requests.h"
#include "engine/calls/Synchronization.h"
#include "mpi/Rma.h"
#include "trace/Definitions.h"

namespace lockstep::cli {

namespace {

using mpi::Effect;
using mpi::EpochKind;
using mpi::Role;

/// Its completion implies nothing about other ranks.
bool onlySends(const mpi::RoutineInfo &routine) {
  switch (routine.cls) {
    case mpi::Class::Send:
      return mpi::sendMode(routine) != mpi::SendMode::Synchronous;
    case mpi::Class::RmaPut:
    case mpi::Class::RmaGet:
    case mpi::Class::RmaAccumulate:
    case mpi::Class::RmaFetch:
    case mpi::Class::RequestQuery:
      return true;
    default:
      return false;
  }
}

/// Of the collectives with data only those with one count for all: it must not be zero.
bool isMeeting(const engine::Call &call) {
  const mpi::RoutineInfo &routine = *call.routine;
  if (routine.timing != mpi::Timing::Blocking) return false;
  if (routine.cls == mpi::Class::CollectiveSync) return true;
  if (const mpi::Synchronization sync = engine::synchronization(call); sync.kind == EpochKind::Fence)
    return sync.closes;
  if (routine.cls != mpi::Class::CollectiveAll || routine.indexOf(Role::CountsPerRank) >= 0) return false;
  bool hasData = false;
  for (std::size_t i = 0; i < routine.arity; ++i)
    if (const Role role = routine.storage[i].role; role == Role::Count || role == Role::CountEach)
      hasData = call.arguments[i] > 0;
  return hasData;
}

/// A record by which a thread shows that it is at work. Definitions may be much older than the rest.
bool isWork(const trace::RecordHeader &header) {
  if (trace::isDefinition(header)) return false;
  switch (header.kind) {
    case trace::Kind::Enter:
    case trace::Kind::Leave:
    case trace::Kind::Access:
    case trace::Kind::AccessBits:
    case trace::Kind::Value:
      return true;
    case trace::Kind::ThreadOrder: {
      const auto event = reinterpret_cast<const trace::ThreadOrder &>(header).event;
      return event != trace::ThreadEvent::Rest && event != trace::ThreadEvent::Stir;
    }
    default:
      return false;
  }
}

}  // namespace

RequestUse::RequestUse(const mpi::RoutineInfo &by, Sequence at)
    : RequestState(by, at), onlySends(cli::onlySends(by)), isKept(trace::isDefinition(by)) {}

void SharedViews::map(const trace::SharedPart &part) {
  if (part.size == 0) return;
  const std::uint64_t end = part.base + part.size;
  auto view = views_.lower_bound(part.base);
  if (view != views_.begin() && std::prev(view)->second.end > part.base) --view;
  while (view != views_.end() && view->first < end) {
    if (view->second.window != part.window) replaced_.insert(view->second.window);
    view = views_.erase(view);
  }
  views_[part.base] = {end, part.window};
}

void SharedViews::unmap(std::uint64_t window) {
  std::erase_if(views_, [&](const auto &view) { return view.second.window == window; });
}

/// Collectives crossed earlier are not visited again.
void ProcessScan::cross(Sequence from) {
  std::size_t index = meetings_.size();
  while (index > 0) {
    if (index == crossedUntil_) index = crossedFrom_;
    if (index == 0 || meetings_[index - 1].sequence <= from) break;
    meetings_[--index].isCrossed = true;
  }
  if (meetings_.size() - index < crossedUntil_ - crossedFrom_) return;
  crossedFrom_ = index;
  crossedUntil_ = meetings_.size();
}

void ProcessScan::cross(Sequence from, Sequence to, std::optional<std::uint32_t> unlessBy) {
  for (auto meeting = meetings_.rbegin(); meeting != meetings_.rend() && meeting->sequence > from; ++meeting)
    if (meeting->sequence < to && meeting->thread != unlessBy) meeting->isCrossed = true;
}

void ProcessScan::close(std::optional<Sequence> &opened) {
  cross(opened.value_or(0));
  opened.reset();
}

void ProcessScan::take(const trace::RecordView &record) {
  now_ = record.header->sequence;
  if (isWork(*record.header)) noteWork(record);
  switch (record.header->kind) {
    case trace::Kind::Process:
      process_ = record.as<trace::Process>();
      isKnown_ = true;
      return;
    case trace::Kind::Module:
      return sites_.define(record.as<trace::Module>());
    case trace::Kind::Site:
      return sites_.define(record.as<trace::Site>());
    case trace::Kind::ResolvedSite:
      return sites_.define(record.as<trace::ResolvedSite>());
    case trace::Kind::Window:
      windows_[record.as<trace::Window>().id].defined = now_;
      return;
    case trace::Kind::SharedPart:
      return views_.map(record.as<trace::SharedPart>());
    case trace::Kind::Array:
      return engine::append(threads_[record.thread].arrays, record.as<trace::Array>());
    case trace::Kind::Round: {
      const auto &round = record.as<trace::Round>();
      Rounds &rounds = rounds_[round.owner];
      if (rounds.at.empty()) rounds.first = round.number;
      rounds.at.push_back(now_);
      threads_[record.thread].round = round;
      return;
    }
    case trace::Kind::Enter:
      return enter(record);
    case trace::Kind::Leave:
      return leave(record);
    default:
      return;
  }
}

/// A thread whose work has ended may continue only with a new beginning.
void ProcessScan::noteWork(const trace::RecordView &record) {
  const bool isOrder = record.header->kind == trace::Kind::ThreadOrder;
  const auto event = isOrder ? record.as<trace::ThreadOrder>().event : trace::ThreadEvent::Switch;
  ThreadUse &thread = threads_[record.thread];
  if (!thread.isAtWork && event != trace::ThreadEvent::Begin) cross(thread.since, now_, record.thread);
  thread.isAtWork = !(isOrder && event == trace::ThreadEvent::End);
  thread.since = now_;
}

void ProcessScan::enter(const trace::RecordView &record) {
  ThreadUse &thread = threads_[record.thread];
  const auto call =
      engine::decode(record, record.as<trace::Enter>(), std::exchange(thread.arrays, engine::ArrayArguments()));
  const auto round = std::exchange(thread.round, std::nullopt);
  if (!call) return;
  if (round && isMeeting(*call)) {
    const auto isOther = [&](const auto &entry) { return entry.first != record.thread && entry.second.isAtWork; };
    const bool isCrossed = !thread.open.empty() || std::ranges::any_of(threads_, isOther);
    byNumber_[{round->owner, round->number}] = meetings_.size();
    meetings_.push_back({round->owner, round->number, round->header.sequence, call->routine, record.thread, call->site,
                         call->time, calls_, isCrossed});
  }
  ++calls_;
  thread.open.push_back({call, now_});
}

void ProcessScan::leave(const trace::RecordView &record) {
  ThreadUse &thread = threads_[record.thread];
  const auto &leave = record.as<trace::Leave>();
  engine::Result result = engine::decode(leave, std::exchange(thread.arrays, engine::ArrayArguments()));
  if (thread.open.empty()) return;  // it was entered before the records begin
  const ActiveCall open = std::move(thread.open.back());
  thread.open.pop_back();
  if (open.call->routine->routine == static_cast<mpi::Routine>(leave.routine) && leave.code == 0)
    apply(*open.call, result, open.sequence);
}

void ProcessScan::apply(const engine::Call &call, const engine::Result &result, Sequence entered) {
  switch (call.routine->effect) {
    case Effect::Start:
    case Effect::StartAll:
      for (const std::int64_t request : engine::requestsOf(call)) start(request, entered);
      return;
    case Effect::Wait:
    case Effect::WaitAll:
    case Effect::WaitAny:
    case Effect::WaitSome:
    case Effect::Test:
    case Effect::TestAll:
    case Effect::TestAny:
    case Effect::TestSome: {
      const std::vector<std::int64_t> requests = engine::requestsOf(call);
      for (const engine::Completion &one : engine::completionsOf(call, result)) complete(requests[one.index]);
      return;
    }
    case Effect::RequestFree:
      for (const std::int64_t request : engine::requestsOf(call)) requests_.erase(request);
      return;
    default:
      break;
  }
  const bool isFound = engine::written(call, result, Role::Flag).value_or(0) != 0;
  if (const auto looked = call.argument(Role::RequestValue); looked && isFound) use(*looked);
  if (const auto request = engine::written(call, result, Role::NewRequest); request && *request != mpi::kSharedRequest)
    requests_.insert_or_assign(*request, RequestUse(*call.routine, entered));
  applyToWindow(call, result, entered);
}

void ProcessScan::start(std::int64_t request, Sequence entered) {
  const auto known = requests_.find(request);
  if (known == requests_.end() || !known->second.isKept) return use(request);
  known->second.isSettled = true;
  known->second.start(entered);
}

/// The definition of the request is needed.
void ProcessScan::use(std::int64_t request) {
  const auto known = requests_.find(request);
  if (known == requests_.end()) return cross(0);
  if (const auto since = known->second.since()) cross(*since);
}

void ProcessScan::complete(std::int64_t request) {
  if (request == trace::kNullHandle || request == mpi::kSharedRequest) return;
  const auto known = requests_.find(request);
  if (known == requests_.end()) return cross(0);
  RequestUse &its = known->second;
  if (const auto since = its.since(); since && !its.onlySends) cross(*since);
  its.isSettled = true;
  its.complete(now_);
  if (its.ended) requests_.erase(known);
}

void ProcessScan::applyToWindow(const engine::Call &call, const engine::Result &result, Sequence entered) {
  const auto named = call.argument(Role::Window);
  const auto id = static_cast<std::uint64_t>(named ? *named : call.argument(Role::FreedWindow).value_or(0));
  const auto known = windows_.find(id);
  if (known == windows_.end()) return;
  WindowUse &window = known->second;
  if (mpi::isRma(call.routine->cls)) {
    if (!window.isOpenTo(call.argument(Role::Target).value_or(-1))) cross(0);
    window.lastOperation = entered;
  }
  applyToEpochs(window, call, result, entered);
  if (call.routine->effect != Effect::WinFree) return;
  views_.unmap(id);
  window.freed = now_;
}

void ProcessScan::applyToEpochs(WindowUse &window, const engine::Call &call, const engine::Result &result,
                                Sequence entered) {
  const mpi::Synchronization sync = engine::synchronization(call, result);
  switch (sync.kind) {
    case EpochKind::Fence:
      return fence(window, sync, entered);
    case EpochKind::Access:
    case EpochKind::Exposure: {
      std::optional<Sequence> &opened = sync.kind == EpochKind::Access ? window.started : window.posted;
      if (sync.closes) return close(opened);
      if (!sync.opens) return;
      window.startUnlocked();
      opened = entered;
      return;
    }
    case EpochKind::Lock:
      if (sync.opens) return lock(window, call.argument(Role::Target), entered);
      if (sync.closes) return unlock(window, call.argument(Role::Target));
      return;
    case EpochKind::None:
      return;
  }
}

void ProcessScan::fence(WindowUse &window, const mpi::Synchronization &sync, Sequence entered) {
  window.startUnlocked();
  if (sync.closes) cross(window.fenced.value_or(0), window.lastOperation, std::nullopt);
  window.fenced = entered;
  window.isFenced = sync.opens;
}

void ProcessScan::lock(WindowUse &window, std::optional<std::int64_t> target, Sequence entered) {
  window.startUnlocked();
  if (target)
    window.locks[*target] = entered;
  else
    window.locked.emplace_back(entered, true);
}

void ProcessScan::unlock(WindowUse &window, std::optional<std::int64_t> target) {
  if (!target) {
    if (!window.startsLocked) window.startsLocked = true;
    window.locked.emplace_back(now_, false);
    return;
  }
  window.startUnlocked();
  const auto lock = window.locks.find(*target);
  cross(lock == window.locks.end() ? 0 : lock->second);
  window.locks.erase(*target);
}

void ProcessScan::finish() {
  for (const auto &[id, window] : windows_) {
    for (const auto &[target, since] : window.locks) cross(since);
    for (const std::optional<Sequence> &since : {window.posted, window.started})
      if (since) cross(*since);
    if (window.isFenced) cross(window.fenced.value_or(0), window.lastOperation, std::nullopt);
  }
}

Beginning ProcessScan::beginningAt(const SyncPoint &meeting) const {
  Beginning beginning{meeting.sequence, meeting.time, meeting.thread, {}, views_.replaced()};
  for (const auto &[id, window] : windows_)
    if (window.mayBeLockedAt(meeting.sequence)) beginning.lockedAll.push_back(id);
  return beginning;
}

report::Site ProcessScan::siteOf(const SyncPoint &meeting) const {
  report::Site site;
  site.rank = static_cast<int>(process_.worldRank);
  site.call = meeting.routine->name;
  sites_.locate(meeting.site, site);
  return site;
}

}  // namespace lockstep::cli
