#include "cli/Timeline.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "cli/Command.h"
#include "engine/CallData.h"
#include "engine/Engine.h"
#include "engine/Process.h"
#include "engine/Rule.h"
#include "mpi/Special.h"
#include "trace/Reader.h"

namespace lockstep::cli {

namespace {

using engine::Context;
using engine::Operation;
using engine::TransferPtr;
using mpi::Effect;
using mpi::Role;

std::uint64_t bytesOf(const std::optional<engine::Elements> &elements) {
  return elements ? engine::bytesOf(*elements) : 0;
}

/// What a call of a class that has one side or the other gives and takes.
void noteBytes(Timeline::Call &call, const engine::Call &of) {
  call.bytesOut = bytesOf(engine::sentBy(of));
  call.bytesIn = bytesOf(engine::receivedBy(of));
}

/// Takes notes of what a run did, and judges nothing.
class Notes final : public engine::Rule {
 public:
  explicit Notes(Timeline &timeline) : timeline_(timeline) {}

  void onEnter(const engine::Call &call, Context &) override {
    if (call.rank() < 0) return;
    Timeline::Call &noted = timeline_.calls.emplace_back();
    noted.routine = call.routine;
    noted.rank = call.rank();
    noted.thread = call.thread;
    noted.begin = noted.end = timeOf(call, call.time);
    noted.place = placeOf(*call.process, call.site, call.process->siteOf(call));
    if (call.comm) {
      noted.comm = call.comm->id();
      timeline_.comms.try_emplace(noted.comm, call.comm);
    }
    noted.root = call.argument(Role::Root).value_or(-1);
    noteBytes(noted, call);
    indices_[&call] = timeline_.calls.size() - 1;
    last_[{noted.rank, noted.thread}] = noted.begin;
  }

  void onLeave(const engine::Call &call, const engine::Result &result, Context &) override {
    const auto index = indices_.find(&call);
    if (index == indices_.end()) return;
    Timeline::Call &noted = timeline_.calls[index->second];
    noted.end = std::max(noted.begin, timeOf(call, result.time));
    noted.isOpen = false;
    last_[{noted.rank, noted.thread}] = noted.end;
    if (result.code == 0) noteEpochs(call, noted);
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
                                  .comm = comm,
                                  .sender = sent.call->rank(),
                                  .receiver = transfer->rank,
                                  .tag = sent.call->argument(Role::Tag).value_or(0),
                                  .bytes = bytesOf(engine::sentBy(*sent.call))});
  }

  void onCompleted(const Operation &operation, const engine::Call &completion, Context &) override {
    if (!operation.started) return;
    const auto started = indices_.find(operation.started.get());
    const auto completed = indices_.find(&completion);
    if (started != indices_.end() && completed != indices_.end())
      timeline_.requests.push_back({started->second, completed->second});
  }

  bool hearsAccesses() const override { return true; }
  void onAccess(const engine::Process &process, unsigned thread, const trace::Access &access, Context &) override {
    noteAccess(process, thread, access.header.site, access.access);
  }
  void onAccesses(const engine::Process &process, unsigned thread, const trace::AccessBits &accesses,
                  Context &) override {
    noteAccess(process, thread, accesses.header.site, accesses.access);
  }

  void onFinish(bool, Context &) override {
    for (const Timeline::Call &call : timeline_.calls) timeline_.end = std::max(timeline_.end, call.end);
    for (Timeline::Call &call : timeline_.calls)
      if (call.isOpen) call.end = timeline_.end;
    for (auto &[key, epoch] : open_) close(epoch, timeline_.end);
  }

 private:
  using PlaceKey = std::pair<const engine::Process *, std::uint32_t>;
  using ThreadKey = std::pair<int, unsigned>;
  /// An epoch: of a rank and window, and of a target or a kind.
  struct EpochKey {
    int rank;
    std::int64_t window;
    std::int64_t which;
    friend auto operator<=>(const EpochKey &, const EpochKey &) = default;
  };
  static constexpr std::int64_t kFenceEpoch = -1;
  static constexpr std::int64_t kAccessEpoch = -2;
  static constexpr std::int64_t kExposureEpoch = -3;
  static constexpr std::int64_t kLockAllEpoch = -4;

  std::uint64_t timeOf(const engine::Call &call, std::uint64_t time) {
    const std::uint64_t first = first_.try_emplace(call.process->key.node, time).first->second;
    return time > first ? time - first : 0;
  }

  std::size_t placeOf(const engine::Process &process, std::uint32_t number, report::Site site) {
    const auto [place, isNew] = places_.try_emplace(PlaceKey(&process, number), timeline_.places.size());
    if (isNew) timeline_.places.push_back(std::move(site));
    return place->second;
  }

  void noteAccess(const engine::Process &process, unsigned thread, std::uint32_t number, trace::AccessKind kind) {
    if (process.rank < 0 || places_.contains(PlaceKey(&process, number))) return;
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

  void noteEpochs(const engine::Call &call, const Timeline::Call &noted) {
    const auto window = call.argument(Role::Window);
    if (!window) return;
    const auto key = [&](std::int64_t which) { return EpochKey{noted.rank, *window, which}; };
    const std::int64_t target = call.argument(Role::Target).value_or(0);
    switch (call.routine->effect) {
      case Effect::Fence:
        close(key(kFenceEpoch), noted);
        return open(key(kFenceEpoch), "fence", noted);
      case Effect::StartAccess:
        return open(key(kAccessEpoch), "access", noted);
      case Effect::CompleteAccess:
        return close(key(kAccessEpoch), noted);
      case Effect::Post:
        return open(key(kExposureEpoch), "exposure", noted);
      case Effect::WaitExposure:
        return close(key(kExposureEpoch), noted);
      case Effect::Lock:
        return open(key(target), fmt::format("lock of rank {}", target), noted);
      case Effect::Unlock:
        return close(key(target), noted);
      case Effect::LockAll:
        return open(key(kLockAllEpoch), "lock of all", noted);
      case Effect::UnlockAll:
        return close(key(kLockAllEpoch), noted);
      default:
        return;
    }
  }

  Timeline &timeline_;
  std::unordered_map<const engine::Call *, std::size_t> indices_;  // right for calls that somebody still knows
  std::map<PlaceKey, std::size_t> places_;
  std::map<ThreadKey, std::uint64_t> last_;                 // time of the last event
  std::unordered_map<std::uint64_t, std::uint64_t> first_;  // time of the first event, by node
  std::map<EpochKey, Timeline::Epoch> open_;
};

bool isSame(const report::Site &a, const report::Site &b) {
  return a.call == b.call && a.file == b.file && a.line == b.line && a.column == b.column;
}

}  // namespace

std::optional<std::size_t> Timeline::findCall(const report::Site &site) const {
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (calls[i].rank == site.rank && isSame(places[calls[i].place], site)) return i;
  return std::nullopt;
}

std::optional<std::size_t> Timeline::findAccess(const report::Site &site) const {
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (accesses[i].rank == site.rank && isSame(places[accesses[i].place], site)) return i;
  return std::nullopt;
}

Timeline readTimeline(const std::filesystem::path &trace, Symbols &symbols) {
  auto reader = trace::Reader::open(trace, {});
  if (!reader) throw usageError("{}", trace::describe(reader.error()));
  Timeline timeline;
  std::vector<engine::RulePtr> rules;
  rules.push_back(std::make_unique<Notes>(timeline));
  engine::Engine engine(std::move(rules));
  reader->finish([&](const trace::RecordView &record) { engine.feed(record); });
  engine.finish(true);
  timeline.ranks = engine.ranks();
  for (report::Site &place : timeline.places) symbols.resolve(place);
  return timeline;
}

}  // namespace lockstep::cli
