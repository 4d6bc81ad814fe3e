// OTF2 requires the events of a location in time order, with references as numbers that the global definitions explain
// later. So all events are collected and sorted first, then written location by location.
#include "cli/timeline/Otf2.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/Command.h"
#include "cli/timeline/Otf2Kinds.h"
#include "mpi/Epochs.h"

namespace lockstep::cli {

namespace {

using mpi::Class;
using mpi::EpochKind;
using mpi::Routine;

using LocationKey = std::pair<int, unsigned>;  // rank and thread

/// In which order events of one time come.
enum class Phase : std::uint8_t { BeforeLeave, Leave, Enter, AfterEnter };

struct Moment {
  std::uint64_t time = 0;
  Phase phase{};
  std::uint64_t order = 0;
  std::size_t number = 0;  // as it was added
  friend auto operator<=>(const Moment &, const Moment &) = default;
};

struct Event {
  Moment moment;
  std::function<OTF2_ErrorCode(OTF2_EvtWriter *, OTF2_TimeStamp)> write;
};

OTF2_FlushType flushAlways(void *, OTF2_FileType, OTF2_LocationRef, void *, bool) { return OTF2_FLUSH; }
OTF2_TimeStamp noTime(void *, OTF2_FileType, OTF2_LocationRef) { return 0; }

void check(OTF2_ErrorCode code, const std::filesystem::path &archive) {
  if (code != OTF2_SUCCESS)
    throw usageError("{}: cannot be written: {}", archive.string(), OTF2_Error_GetDescription(code));
}

/// A window's memory comes from the library.
bool allocates(const mpi::RoutineInfo &routine) {
  return routine.base == Routine::Win_allocate || routine.base == Routine::Win_allocate_shared;
}

constexpr OTF2_RmaSyncLevel kSyncAll = OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY;

class Archive {
 public:
  Archive(const Timeline &timeline, std::filesystem::path folder)
      : timeline_(timeline), folder_(std::move(folder)), archive_(nullptr, OTF2_Archive_Close) {}

  void write() {
    number();
    collect();
    open();
    writeEvents();
    writeDefinitions();
    check(OTF2_Archive_Close(archive_.release()), folder_);
  }

 private:
  /// Numbers everything that events and definitions refer to.
  void number() {
    for (int rank = 0; rank < timeline_.ranks; ++rank) locations_.try_emplace({rank, 0});
    for (const Timeline::Call &call : timeline_.calls) {
      locations_.try_emplace({call.rank, call.thread});
      regions_.try_emplace(call.routine, regions_.size());
    }
    for (OTF2_LocationRef next = 0; auto &[key, location] : locations_) location.number = next++;
    for (const auto &[id, comm] : timeline_.comms)
      if (comm->isWithinWorld()) comms_.try_emplace(id, comms_.size());
    for (const auto &[id, comm] : timeline_.windows)
      if (comms_.contains(comm->id())) windows_.try_emplace(id, windows_.size());
    for (const Timeline::Call &call : timeline_.calls)
      if (!call.group.empty()) groups_.try_emplace(call.group, 0);
    OTF2_GroupRef next = static_cast<OTF2_GroupRef>(1 + comms_.size());  // after those of world and communicators
    for (auto &[members, group] : groups_) group = next++;
  }

  using Write = std::function<OTF2_ErrorCode(OTF2_EvtWriter *, OTF2_TimeStamp)>;

  void atBegin(const Timeline::Call &call, Phase phase, Write write) { add(call, {call.begin, phase, 0, 0}, write); }
  /// A call takes at least a nanosecond, and of two that end together the inner one ends first.
  void atEnd(const Timeline::Call &call, Phase phase, Write write) {
    add(call, {std::max(call.end, call.begin + 1), phase, UINT64_MAX - call.begin, 0}, write);
  }
  void add(const Timeline::Call &call, Moment moment, const Write &write) {
    std::vector<Event> &events = locations_[{call.rank, call.thread}].events;
    moment.number = events.size();
    events.push_back({moment, write});
  }

  /// The rank in its communicator.
  std::uint32_t memberOf(std::uint64_t comm, int rank) const {
    return timeline_.comms.at(comm)->positionOf(rank).value_or(0);
  }

  /// Operations first: they are complete before the call that completes them ends its own epochs.
  void collect() {
    for (std::size_t i = 0; i < timeline_.operations.size(); ++i)
      if (windows_.contains(timeline_.calls[timeline_.operations[i].call].window))
        addOperation(timeline_.operations[i], i);
    for (const Timeline::Call &call : timeline_.calls) addCall(call);
    for (std::size_t i = 0; i < timeline_.messages.size(); ++i)
      if (comms_.contains(timeline_.messages[i].comm)) addMessage(timeline_.messages[i], i);
    for (auto &[key, location] : locations_) std::ranges::sort(location.events, {}, &Event::moment);
  }

  void addCall(const Timeline::Call &call) {
    const auto region = static_cast<OTF2_RegionRef>(regions_.at(call.routine));
    atBegin(call, Phase::Enter, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_Enter(writer, nullptr, time, region);
    });
    atEnd(call, Phase::Leave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_Leave(writer, nullptr, time, region);
    });
    if (windows_.contains(call.window) && !call.isOpen) return addWindowCall(call);
    const bool isBlocking = call.routine->timing == mpi::Timing::Blocking && !call.isOpen;
    if (!mpi::isCollective(call.routine->cls) || !isBlocking || !comms_.contains(call.comm)) return;
    atBegin(call, Phase::AfterEnter, [](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, time);
    });
    const auto comm = static_cast<OTF2_CommRef>(comms_.at(call.comm));
    const std::uint32_t root = call.root >= 0 ? static_cast<std::uint32_t>(call.root) : OTF2_UNDEFINED_UINT32;
    atEnd(call, Phase::BeforeLeave, [=, &call](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_MpiCollectiveEnd(writer, nullptr, time, operationOf(*call.routine), comm, root,
                                             call.bytesOut, call.bytesIn);
    });
  }

  /// Calls that create, free or synchronize a window; operations have separate events.
  void addWindowCall(const Timeline::Call &call) {
    const auto window = static_cast<OTF2_RmaWinRef>(windows_.at(call.window));
    const mpi::Synchronization sync = mpi::synchronization(call.routine->effect);
    switch (sync.kind) {
      case EpochKind::Fence:
        return addWindowCollective(call, window, OTF2_COLLECTIVE_OP_BARRIER);
      case EpochKind::Lock:
        if (sync.opens || sync.closes) addLockCall(call, window, sync);
        return;
      case EpochKind::Access:
      case EpochKind::Exposure:
        return addGroupCall(call, window);
      case EpochKind::None:
        break;
    }
    switch (call.routine->effect) {
      case mpi::Effect::WinCreate:
        addWindowCollective(call, window,
                            allocates(*call.routine) ? OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE
                                                     : OTF2_COLLECTIVE_OP_CREATE_HANDLE);
        return;
      case mpi::Effect::WinFree:
        return addWindowCollective(call, window, OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
      case mpi::Effect::WinSync:
        return atEnd(call, Phase::BeforeLeave,
                     [=, own = memberOf(timeline_.windows.at(call.window)->id(), call.rank)](OTF2_EvtWriter *writer,
                                                                                             OTF2_TimeStamp time) {
                       return OTF2_EvtWriter_RmaSync(writer, nullptr, time, window, own, OTF2_RMA_SYNC_TYPE_MEMORY);
                     });
      default:
        return;
    }
  }

  void addLockCall(const Timeline::Call &call, OTF2_RmaWinRef window, const mpi::Synchronization &sync) {
    const auto target = call.target >= 0 ? static_cast<std::uint32_t>(call.target) : OTF2_UNDEFINED_UINT32;
    const std::uint64_t lock = call.target >= 0 ? static_cast<std::uint64_t>(call.target) : OTF2_UNDEFINED_UINT64;
    const OTF2_LockType type = call.isExclusive ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED;
    if (sync.closes)
      return atEnd(call, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_RmaReleaseLock(writer, nullptr, time, window, target, lock);
      });
    atBegin(call, Phase::AfterEnter, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_RmaRequestLock(writer, nullptr, time, window, target, lock, type);
    });
    atEnd(call, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_RmaAcquireLock(writer, nullptr, time, window, target, lock, type);
    });
  }

  void addGroupCall(const Timeline::Call &call, OTF2_RmaWinRef window) {
    const auto group = groups_.find(call.group);
    if (group == groups_.end()) return;
    atEnd(call, Phase::BeforeLeave, [=, number = group->second](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_RmaGroupSync(writer, nullptr, time, kSyncAll, window, number);
    });
  }

  void addWindowCollective(const Timeline::Call &call, OTF2_RmaWinRef window, OTF2_CollectiveOp operation) {
    const mpi::Effect effect = call.routine->effect;
    atBegin(call, Phase::AfterEnter, [](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_RmaCollectiveBegin(writer, nullptr, time);
    });
    if (effect == mpi::Effect::WinCreate)
      atEnd(call, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_RmaWinCreate(writer, nullptr, time, window);
      });
    if (effect == mpi::Effect::WinFree)
      atEnd(call, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_RmaWinDestroy(writer, nullptr, time, window);
      });
    atEnd(call, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_RmaCollectiveEnd(writer, nullptr, time, operation, kSyncAll, window, OTF2_UNDEFINED_UINT32,
                                             0, 0);
    });
  }

  void addOperation(const Timeline::Operation &operation, std::uint64_t number) {
    const Timeline::Call &call = timeline_.calls[operation.call];
    const auto window = static_cast<OTF2_RmaWinRef>(windows_.at(call.window));
    const auto target = static_cast<std::uint32_t>(call.target);
    atBegin(call, Phase::AfterEnter, [=, &call](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      switch (call.routine->cls) {
        case Class::RmaPut:
          return OTF2_EvtWriter_RmaPut(writer, nullptr, time, window, target, call.bytesOut, number);
        case Class::RmaGet:
          return OTF2_EvtWriter_RmaGet(writer, nullptr, time, window, target, call.bytesIn, number);
        default:
          return OTF2_EvtWriter_RmaAtomic(writer, nullptr, time, window, target, atomicOf(*call.routine), call.bytesOut,
                                          call.bytesIn, number);
      }
    });
    if (operation.completed)
      atEnd(timeline_.calls[*operation.completed], Phase::BeforeLeave,
            [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
              return OTF2_EvtWriter_RmaOpCompleteNonBlocking(writer, nullptr, time, window, number);
            });
    if (operation.completedAtTarget)
      atEnd(timeline_.calls[*operation.completedAtTarget], Phase::BeforeLeave,
            [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
              return OTF2_EvtWriter_RmaOpCompleteRemote(writer, nullptr, time, window, number);
            });
  }

  void addMessage(const Timeline::Message &message, std::size_t number) {
    const auto comm = static_cast<OTF2_CommRef>(comms_.at(message.comm));
    const auto tag = static_cast<std::uint32_t>(message.tag);
    const std::uint32_t sender = memberOf(message.comm, message.sender);
    const std::uint32_t receiver = memberOf(message.comm, message.receiver);
    const std::uint64_t bytes = message.bytes;
    const std::uint64_t request = 2 * number;

    const Timeline::Call &sent = timeline_.calls[message.sent];
    if (message.completed) {
      atBegin(sent, Phase::AfterEnter, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_MpiIsend(writer, nullptr, time, receiver, comm, tag, bytes, request);
      });
      atEnd(timeline_.calls[*message.completed], Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_MpiIsendComplete(writer, nullptr, time, request);
      });
    } else {
      atBegin(sent, Phase::AfterEnter, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_MpiSend(writer, nullptr, time, receiver, comm, tag, bytes);
      });
    }

    const Timeline::Call &received = timeline_.calls[message.received];
    if (message.posted == message.received)
      return atEnd(received, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
        return OTF2_EvtWriter_MpiRecv(writer, nullptr, time, sender, comm, tag, bytes);
      });
    atBegin(timeline_.calls[message.posted], Phase::AfterEnter, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_MpiIrecvRequest(writer, nullptr, time, request + 1);
    });
    atEnd(received, Phase::BeforeLeave, [=](OTF2_EvtWriter *writer, OTF2_TimeStamp time) {
      return OTF2_EvtWriter_MpiIrecv(writer, nullptr, time, sender, comm, tag, bytes, request + 1);
    });
  }

  void open() {
    constexpr std::uint64_t kEventChunk = 1U << 20;
    constexpr std::uint64_t kDefinitionChunk = 4U << 20;
    static constexpr OTF2_FlushCallbacks kFlush = {.otf2_pre_flush = flushAlways, .otf2_post_flush = noTime};
    archive_.reset(OTF2_Archive_Open(folder_.c_str(), "traces", OTF2_FILEMODE_WRITE, kEventChunk, kDefinitionChunk,
                                     OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
    if (!archive_) throw usageError("{}: cannot be written", folder_.string());
    check(OTF2_Archive_SetFlushCallbacks(archive_.get(), &kFlush, nullptr), folder_);
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_.get()), folder_);
    check(OTF2_Archive_SetCreator(archive_.get(), "lockstep"), folder_);
  }

  void writeEvents() {
    check(OTF2_Archive_OpenEvtFiles(archive_.get()), folder_);
    for (const auto &[key, location] : locations_) {
      OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive_.get(), location.number);
      if (writer == nullptr) throw usageError("{}: cannot be written", folder_.string());
      for (const Event &event : location.events) check(event.write(writer, event.moment.time), folder_);
      check(OTF2_Archive_CloseEvtWriter(archive_.get(), writer), folder_);
    }
    check(OTF2_Archive_CloseEvtFiles(archive_.get()), folder_);

    // Every location also has a local definition file, though all our definitions are global.
    check(OTF2_Archive_OpenDefFiles(archive_.get()), folder_);
    for (const auto &[key, location] : locations_) {
      OTF2_DefWriter *writer = OTF2_Archive_GetDefWriter(archive_.get(), location.number);
      check(OTF2_Archive_CloseDefWriter(archive_.get(), writer), folder_);
    }
    check(OTF2_Archive_CloseDefFiles(archive_.get()), folder_);
  }

  OTF2_StringRef text(const std::string &content) {
    const auto [entry, isNew] = strings_.try_emplace(content, static_cast<OTF2_StringRef>(strings_.size()));
    if (isNew) check(OTF2_GlobalDefWriter_WriteString(definitions_, entry->second, content.c_str()), folder_);
    return entry->second;
  }

  void writeDefinitions() {
    constexpr std::uint64_t kTicksPerSecond = 1'000'000'000;
    definitions_ = OTF2_Archive_GetGlobalDefWriter(archive_.get());
    if (definitions_ == nullptr) throw usageError("{}: cannot be written", folder_.string());
    check(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, kTicksPerSecond, 0, timeline_.end + 2,
                                                    OTF2_UNDEFINED_TIMESTAMP),
          folder_);
    text("");
    std::map<std::size_t, const mpi::RoutineInfo *> inOrder;  // readers complain about any other
    for (const auto &[routine, region] : regions_) inOrder[region] = routine;
    for (const auto &[region, routine] : inOrder) writeRegion(*routine, static_cast<OTF2_RegionRef>(region));
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, 0, text("job"), text("machine"),
                                                   OTF2_UNDEFINED_SYSTEM_TREE_NODE),
          folder_);
    writeLocations();
    writeCommunicators();
  }

  void writeRegion(const mpi::RoutineInfo &routine, OTF2_RegionRef region) {
    const OTF2_StringRef name = text(std::string(routine.name));
    check(OTF2_GlobalDefWriter_WriteRegion(definitions_, region, name, name, text(""), roleOf(routine),
                                           OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, text(""), 0, 0),
          folder_);
  }

  void writeLocations() {
    for (int rank = 0; rank < timeline_.ranks; ++rank)
      check(OTF2_GlobalDefWriter_WriteLocationGroup(definitions_, static_cast<OTF2_LocationGroupRef>(rank),
                                                    text(fmt::format("rank {}", rank)),
                                                    OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP),
            folder_);
    for (const auto &[key, location] : locations_)
      check(OTF2_GlobalDefWriter_WriteLocation(
                definitions_, location.number, text(fmt::format("thread {}", key.second)),
                OTF2_LOCATION_TYPE_CPU_THREAD, location.events.size(), static_cast<OTF2_LocationGroupRef>(key.first)),
            folder_);
  }

  /// A group of locations represents the world; groups of communicators are relative to it.
  void writeCommunicators() {
    std::vector<std::uint64_t> world;
    for (int rank = 0; rank < timeline_.ranks; ++rank) world.push_back(locations_.at({rank, 0}).number);
    OTF2_GroupRef group = 0;
    writeGroup(group++, OTF2_GROUP_TYPE_COMM_LOCATIONS, world);
    for (const auto &[id, number] : comms_) {
      const std::vector<int> &ranks = timeline_.comms.at(id)->members();
      writeGroup(group, OTF2_GROUP_TYPE_COMM_GROUP, {ranks.begin(), ranks.end()});
      check(OTF2_GlobalDefWriter_WriteComm(definitions_, static_cast<OTF2_CommRef>(number),
                                           text(timeline_.comms.at(id)->describe()), group++, OTF2_UNDEFINED_COMM,
                                           OTF2_COMM_FLAG_NONE),
            folder_);
    }
    for (const auto &[members, number] : groups_)
      writeGroup(number, OTF2_GROUP_TYPE_COMM_GROUP, {members.begin(), members.end()});
    for (const auto &[id, number] : windows_)
      check(OTF2_GlobalDefWriter_WriteRmaWin(definitions_, static_cast<OTF2_RmaWinRef>(number),
                                             text(fmt::format("window {}", number)),
                                             static_cast<OTF2_CommRef>(comms_.at(timeline_.windows.at(id)->id())),
                                             OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS),
            folder_);
  }

  void writeGroup(OTF2_GroupRef group, OTF2_GroupType type, const std::vector<std::uint64_t> &members) {
    check(OTF2_GlobalDefWriter_WriteGroup(definitions_, group, text(""), type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                          static_cast<std::uint32_t>(members.size()), members.data()),
          folder_);
  }

  struct Location {
    OTF2_LocationRef number = 0;
    std::vector<Event> events;
  };

  const Timeline &timeline_;
  std::filesystem::path folder_;
  std::unique_ptr<OTF2_Archive, decltype(&OTF2_Archive_Close)> archive_;
  OTF2_GlobalDefWriter *definitions_ = nullptr;
  std::map<LocationKey, Location> locations_;
  std::map<const mpi::RoutineInfo *, std::size_t> regions_;
  std::map<std::uint64_t, std::size_t> comms_;
  std::map<std::uint64_t, std::size_t> windows_;
  std::map<std::vector<int>, OTF2_GroupRef> groups_;  // of epochs with some ranks
  std::map<std::string, OTF2_StringRef> strings_;
};

}  // namespace

void writeOtf2(const Timeline &timeline, const std::filesystem::path &archive) {
  std::error_code error;
  if (std::filesystem::exists(archive, error) && !std::filesystem::is_empty(archive, error))
    throw usageError("{} is not an empty folder", archive.string());
  Archive(timeline, archive).write();
}

}  // namespace lockstep::cli
