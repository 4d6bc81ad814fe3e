#include "cli/timeline/Timeline.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cli/Command.h"
#include "cli/timeline/CallBytes.h"
#include "engine/Engine.h"
#include "engine/Rule.h"
#include "engine/calls/CallData.h"
#include "engine/calls/Synchronization.h"
#include "engine/objects/Windows.h"
#include "engine/process/Process.h"
#include "mpi/Rma.h"
#include "mpi/Special.h"
#include "report/text/FunctionName.h"
#include "trace/file/Reader.h"

namespace lockstep::cli {

namespace {

using engine::Context;
using engine::Operation;
using engine::TransferPtr;
using mpi::Effect;
using mpi::EpochKind;
using mpi::Role;

/// Takes notes of what a run did, and judges nothing.
class Notes final : public engine::WorldRule {
 public:
  explicit Notes(Timeline &timeline) : timeline_(timeline) {}

  void onEnter(const engine::Call &call, Context &context) override {
    if (call.rank() < 0) return;
    Timeline::Call &noted = timeline_.calls.emplace_back();
    noted.routine = call.routine;
    noted.rank = call.rank();
    noted.thread = call.thread;
    noted.begin = noted.end = call.time;
    nodes_[noted.rank] = call.process->key.node;
    noted.place = placeOf(*call.process, call.site, call.process->siteOf(call));
    if (call.comm) {
      noted.comm = call.comm->id();
      timeline_.comms.try_emplace(noted.comm, call.comm);
    }
    noted.root = call.argument(Role::Root).value_or(-1);
    noteBytes(noted, call);
    noteWindow(noted, call, context);
    indices_[&call] = timeline_.calls.size() - 1;
    if (mpi::isRma(call.routine->cls) && noted.window != 0 && noted.target >= 0) {
      operations_[{noted.rank, noted.window}].push_back(timeline_.operations.size());
      timeline_.operations.push_back({.call = timeline_.calls.size() - 1, .completed = {}, .completedAtTarget = {}});
    }
    last_[{noted.rank, noted.thread}] = noted.begin;
  }

  void onLeave(const engine::Call &call, const engine::Result &result, Context &context) override {
    const auto index = indices_.find(&call);
    if (index == indices_.end()) return;
    Timeline::Call &noted = timeline_.calls[index->second];
    noted.end = std::max(noted.begin, result.time);
    noted.isOpen = false;
    last_[{noted.rank, noted.thread}] = noted.end;
    const mpi::Synchronization sync = engine::synchronization(call, result);
    const bool isOpenStill = sync.isTest && !sync.closes;
    if (result.code != 0 || isOpenStill) noted.group.clear();
    if (result.code != 0) return;
    if (const auto made = engine::written(call, result, Role::NewWindow)) know(noted, *made, context);
    noteEpochs(sync, call, noted);
    noteCompletions(sync, call, index->second);
  }

  void onReceived(const TransferPtr &transfer, const engine::Call &completion, Context &) override {
    if (!transfer->partner || !transfer->communicator) return;
    const engine::TransferStart &sent = *transfer->partner;
    const auto send = indices_.find(sent.by.get());
    const auto posted = indices_.find(transfer->own->by.get());
    const auto received = indices_.find(&completion);
    if (send == indices_.end() || posted == indices_.end() || received == indices_.end()) return;
    const std::uint64_t comm = transfer->communicator->id();
    timeline_.comms.try_emplace(comm, transfer->communicator);
    timeline_.messages.push_back({.sent = send->second,
                                  .posted = posted->second,
                                  .received = received->second,
                                  .completed = std::nullopt,
                                  .comm = comm,
                                  .sender = sent.call->rank(),
                                  .receiver = transfer->rank,
                                  .tag = sent.call->argument(Role::Tag).value_or(0),
                                  .bytes = bytesOf(engine::sentBy(*sent.call))});
    if (sent.call->routine->timing != mpi::Timing::Blocking) noteSent({sent.call, sent.by});
  }

  void onCompleted(const Operation &operation, const engine::Call &completion, Context &) override {
    if (!operation.started) return;
    const auto started = indices_.find(operation.started.get());
    const auto completed = indices_.find(&completion);
    if (started == indices_.end() || completed == indices_.end()) return;
    timeline_.requests.push_back({started->second, completed->second});
    if (mpi::isRma(operation.made->routine->cls)) noteRequestCompleted(started->second, completed->second);
    if (operation.made->routine->cls == mpi::Class::Send)
      noteSendCompleted({operation.made, operation.started}, completed->second);
  }

  void onAccess(const engine::Process &process, unsigned thread, const trace::Access &access, Context &) override {
    noteAccess(process, thread, access.header.site, access.access);
  }
  void onAccesses(const engine::Process &process, unsigned thread, const trace::AccessBits &accesses,
                  Context &) override {
    noteAccess(process, thread, accesses.header.site, accesses.access);
  }

  void onFinish(bool, Context &) override {
    beginAtZero();
    for (const Timeline::Call &call : timeline_.calls) timeline_.end = std::max(timeline_.end, call.end);
    for (Timeline::Call &call : timeline_.calls)
      if (call.isOpen) call.end = timeline_.end;
    for (auto &[key, epoch] : open_) close(epoch, timeline_.end);
  }

 private:
  void know(Timeline::Call &noted, std::int64_t window, Context &context) {
    const engine::Window *known = context.windows().find(window);
    if (known == nullptr || !known->comm) return;
    noted.window = known->id;
    timeline_.windows.try_emplace(known->id, known->comm);
    timeline_.comms.try_emplace(known->comm->id(), known->comm);
  }

  void noteWindow(Timeline::Call &noted, const engine::Call &call, Context &context) {
    const auto window = call.argument(Role::Window);
    know(noted, window ? *window : call.argument(Role::FreedWindow).value_or(0), context);
    if (noted.window == 0) return;
    noted.target = call.argument(Role::Target).value_or(-1);
    noted.isExclusive = call.argument(Role::LockType) == mpi::kLockExclusive;
    const EpochKind kind = engine::synchronization(call).kind;
    if (kind != EpochKind::Access && kind != EpochKind::Exposure) return;
    std::vector<int> &group = groups_[{noted.rank, noted.window, kind}];
    if (const auto members = call.process->groups.find(call.argument(Role::Group).value_or(0))) group = *members;
    noted.group = group;
  }

  /// Operations are in call order. Another call may have completed it before.
  void noteRequestCompleted(std::size_t call, std::size_t completion) {
    const auto operation = std::ranges::lower_bound(timeline_.operations, call, {}, &Timeline::Operation::call);
    if (operation != timeline_.operations.end() && operation->call == call && !operation->completed)
      operation->completed = completion;
  }

  /// The operations of its rank that the call completes, at their origin and at their target.
  void noteCompletions(const mpi::Synchronization &sync, const engine::Call &call, std::size_t index) {
    const Timeline::Call &noted = timeline_.calls[index];
    const bool frees = call.routine->effect == Effect::WinFree;
    const auto pending = operations_.find({noted.rank, noted.window});
    if (pending == operations_.end() || (!sync.completesAtOrigin && !frees)) return;
    std::erase_if(pending->second, [&](std::size_t number) {
      Timeline::Operation &operation = timeline_.operations[number];
      if (noted.target >= 0 && timeline_.calls[operation.call].target != noted.target) return false;
      if (!operation.completed) operation.completed = index;
      if (sync.completesAtTarget || frees) operation.completedAtTarget = index;
      return sync.completesAtTarget || sync.closes || frees;
    });
  }

  using PlaceKey = std::pair<const engine::ProcessInfo *, std::uint32_t>;
  using ThreadKey = std::pair<int, unsigned>;
  using SendKey = std::pair<engine::CallPtr, engine::CallPtr>;  // defines the data, and started it
  /// An epoch of a rank on a window; of a lock of one target also that.
  struct EpochKey {
    int rank;
    std::int64_t window;
    EpochKind kind;
    std::optional<std::int64_t> target;
    friend auto operator<=>(const EpochKey &, const EpochKey &) = default;
  };

  /// A message was received, its send may be complete by now or not.
  void noteSent(const SendKey &send) {
    const std::size_t message = timeline_.messages.size() - 1;
    const auto completed = completed_.find(send);
    if (completed == completed_.end()) {
      received_[send] = message;
      return;
    }
    timeline_.messages[message].completed = completed->second;
    completed_.erase(completed);
  }

  void noteSendCompleted(const SendKey &send, std::size_t completion) {
    const auto message = received_.find(send);
    if (message == received_.end()) {
      completed_[send] = completion;
      return;
    }
    timeline_.messages[message->second].completed = completion;
    received_.erase(message);
  }

  /// The engine performs calls of different ranks in another order than they began: the first call of each machine is
  /// known only at the end.
  void beginAtZero() {
    std::map<std::uint64_t, std::uint64_t> first;  // by node
    for (const Timeline::Call &call : timeline_.calls) {
      const auto entry = first.try_emplace(nodes_[call.rank], call.begin).first;
      entry->second = std::min(entry->second, call.begin);
    }
    const auto shift = [&](int rank, std::uint64_t &time) { time -= std::min(time, first[nodes_[rank]]); };
    for (Timeline::Call &call : timeline_.calls) {
      shift(call.rank, call.begin);
      shift(call.rank, call.end);
    }
    for (Timeline::Access &access : timeline_.accesses) shift(access.rank, access.time);
    for (Timeline::Epoch &epoch : timeline_.epochs) {
      shift(epoch.rank, epoch.begin);
      shift(epoch.rank, epoch.end);
    }
    for (auto &[key, epoch] : open_) shift(epoch.rank, epoch.begin);
  }

  std::size_t placeOf(const engine::ProcessInfo &process, std::uint32_t number, report::Site site) {
    const auto [place, isNew] = places_.try_emplace(PlaceKey(&process, number), timeline_.places.size());
    if (isNew) timeline_.places.push_back(std::move(site));
    return place->second;
  }

  void noteAccess(const engine::Process &process, unsigned thread, std::uint32_t number, trace::AccessKind kind) {
    if (process.rank < 0 || !seen_.emplace(&process, thread, number).second) return;
    report::Site site;
    process.sites.locate(number, site);
    const bool isLoad = kind == trace::AccessKind::Load || kind == trace::AccessKind::AtomicLoad;
    site.call = isLoad ? "load" : "store";
    timeline_.accesses.push_back({.rank = process.rank,
                                  .thread = thread,
                                  .time = last_[{process.rank, thread}],
                                  .place = placeOf(process, number, std::move(site))});
  }

  void open(const EpochKey &key, std::string name, const Timeline::Call &call) {
    open_[key] = {.name = std::move(name), .rank = call.rank, .thread = call.thread, .begin = call.end, .end = 0};
  }
  void close(const Timeline::Epoch &epoch, std::uint64_t end) {
    timeline_.epochs.push_back(epoch);
    timeline_.epochs.back().end = std::max(epoch.begin, end);
  }
  void close(const EpochKey &key, const Timeline::Call &call) {
    const auto epoch = open_.find(key);
    if (epoch == open_.end()) return;
    close(epoch->second, call.begin);
    open_.erase(epoch);
  }

  /// A fence that asserts that nothing precedes it ends the epoch that the last one may have opened.
  void noteEpochs(const mpi::Synchronization &sync, const engine::Call &call, const Timeline::Call &noted) {
    const auto window = call.argument(Role::Window);
    if (!window) return;
    const EpochKey key{noted.rank, *window, sync.kind, call.argument(Role::Target)};
    if (sync.closes || sync.kind == EpochKind::Fence) close(key, noted);
    if (sync.opens) open(key, nameOf(key), noted);
  }

  static std::string nameOf(const EpochKey &key) {
    switch (key.kind) {
      case EpochKind::Fence:
        return "fence";
      case EpochKind::Access:
        return "access";
      case EpochKind::Exposure:
        return "exposure";
      case EpochKind::Lock:
        return key.target ? fmt::format("lock of rank {}", *key.target) : "lock of all";
      case EpochKind::None:
        break;
    }
    return {};
  }

  Timeline &timeline_;
  std::unordered_map<const engine::Call *, std::size_t> indices_;  // valid for calls that are still referenced
  std::map<PlaceKey, std::size_t> places_;
  std::set<std::tuple<const engine::Process *, unsigned, std::uint32_t>> seen_;  // recorded accesses
  std::map<ThreadKey, std::uint64_t> last_;                                      // time of the last event
  std::map<int, std::uint64_t> nodes_;                                           // by rank
  std::map<SendKey, std::size_t> received_;   // message of a send that is not complete yet
  std::map<SendKey, std::size_t> completed_;  // call, of a send whose message is pending
  std::map<EpochKey, Timeline::Epoch> open_;
  std::map<std::tuple<int, std::uint64_t, EpochKind>, std::vector<int>> groups_;  // of the last epoch of its kind
  std::map<std::pair<int, std::uint64_t>, std::vector<std::size_t>> operations_;  // not complete, by rank and window
};

Timeline::SiteKey keyOf(int rank, int thread, const report::Site &place) {
  return {rank, thread, place.call, place.file, place.line, place.column};
}

/// The first one of each thread at each place.
template <class Events>
Timeline::Index firstAt(const Events &events, const std::vector<report::Site> &places) {
  Timeline::Index index;
  std::set<std::tuple<int, unsigned, std::size_t>> seen;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (seen.emplace(events[i].rank, events[i].thread, events[i].place).second)
      index.try_emplace(keyOf(events[i].rank, static_cast<int>(events[i].thread), places[events[i].place]), i);
  return index;
}

}  // namespace

void Timeline::index() {
  callAt = firstAt(calls, places);
  accessAt = firstAt(accesses, places);
}

std::optional<std::size_t> Timeline::find(const Index &index, const report::Site &site) {
  const auto entry = index.find(keyOf(site.rank, site.thread, site));
  return entry != index.end() ? std::optional(entry->second) : std::nullopt;
}

Timeline readTimeline(const std::filesystem::path &trace, Symbols &symbols, const std::set<trace::ProcessKey> &others) {
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", trace::describe(reader.error()));
  Timeline timeline;
  std::vector<engine::RulePtr> rules;
  rules.push_back(engine::makeRule<Notes>(timeline));
  engine::Engine engine(std::move(rules));
  reader->finish([&](const trace::RecordView &record) {
    if (!others.contains(record.process)) engine.feed(record);
  });
  engine.finish(true);
  timeline.ranks = engine.ranks();
  for (report::Site &place : timeline.places) {
    symbols.resolve(place);
    report::nameFunctions(place);
  }
  timeline.index();
  return timeline;
}

}  // namespace lockstep::cli
