#include "runtime/handles/Define.h"
#include "runtime/threads/BlockedThreads.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "runtime/calls/Real.h"
#include "runtime/handles/HandleChange.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/handles/Handles.h"
#include "runtime/handles/Members.h"
#include "runtime/handles/Topology.h"
#include "runtime/plans/RawBits.h"
#include "runtime/recorder/Thread.h"
#include "trace/CommId.h"
#include "trace/RankRanges.h"

namespace lockstep::runtime {
namespace {

using mpi::Role;
using mpi::Routine;
using trace::CommOrigin;
using trace::RankRange;

HandleMap<14> gAlike;  // how many communicators there were of each likeness

constexpr std::size_t kRangesPerRecord = 4096;

std::vector<RankRange> rangesOf(const Members &members) {
  std::vector<RankRange> ranges(members.size());
  ranges.resize(trace::encodeRanks(members, ranges).ranges);
  return ranges;
}

/// Removes the ranges that fit one record.
std::span<const RankRange> takePart(std::span<const RankRange> &ranges, std::size_t room) {
  const std::span<const RankRange> part = ranges.first(std::min(room, ranges.size()));
  ranges = ranges.subspan(part.size());
  return part;
}

struct CommSides {
  Members local;
  Members remote;
  std::vector<RankRange> localRanges;
  std::vector<RankRange> remoteRanges;

  CommSides(Members localMembers, Members remoteMembers)
      : local(std::move(localMembers)),
        remote(std::move(remoteMembers)),
        localRanges(rangesOf(local)),
        remoteRanges(rangesOf(remote)) {}

  bool isInter() const { return !remote.empty(); }
};

std::uint32_t firstOf(const Members &members) { return members.empty() ? trace::kOutsideWorld : members.front(); }

struct CommDefinition {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;
  std::uint64_t index = 0;
  CommOrigin origin = CommOrigin::Predefined;
  std::int64_t topology = 0;
};

void writeComm(ThreadState &thread, const CommDefinition &definition, const CommSides &sides) {
  std::span<const RankRange> localLeft = sides.localRanges;
  std::span<const RankRange> remoteLeft = sides.remoteRanges;
  do {
    const std::span<const RankRange> local = takePart(localLeft, kRangesPerRecord);
    const std::span<const RankRange> remote = takePart(remoteLeft, kRangesPerRecord - local.size());
    auto *record = thread.reserve<trace::Comm>(local.size_bytes() + remote.size_bytes());
    record->id = definition.id;
    record->parent = definition.parent;
    record->index = definition.index;
    record->origin = definition.origin;
    record->more = localLeft.empty() && remoteLeft.empty() ? 0 : 1;
    memset(record->reserved, 0, sizeof record->reserved);
    record->localRanges = static_cast<std::uint32_t>(local.size());
    record->remoteRanges = static_cast<std::uint32_t>(remote.size());
    record->topology = static_cast<std::uint32_t>(definition.topology);
    auto *ranges = reinterpret_cast<char *>(record + 1);
    memcpy(ranges, local.data(), local.size_bytes());
    memcpy(ranges + local.size_bytes(), remote.data(), remote.size_bytes());
    thread.commit();
  } while (!localLeft.empty() || !remoteLeft.empty());
}

void writeNeighbors(ThreadState &thread, std::uint64_t comm, const semantics::Neighbors &neighbors) {
  const std::size_t count = neighbors.sources.size() + neighbors.destinations.size();
  if (count * sizeof(std::int64_t) > trace::kMaxRecordBytes - sizeof(trace::Neighbors)) return;
  auto *record = thread.reserve<trace::Neighbors>(count * sizeof(std::int64_t));
  record->comm = comm;
  record->sourceCount = static_cast<std::uint32_t>(neighbors.sources.size());
  record->destinationCount = static_cast<std::uint32_t>(neighbors.destinations.size());
  auto *values = reinterpret_cast<std::int64_t *>(record + 1);
  values = std::copy(neighbors.sources.begin(), neighbors.sources.end(), values);
  std::copy(neighbors.destinations.begin(), neighbors.destinations.end(), values);
  thread.commit();
}

void writeGroup(ThreadState &thread, std::uint64_t id, std::span<const RankRange> left) {
  do {
    const std::span<const RankRange> part = takePart(left, kRangesPerRecord);
    auto *record = thread.reserve<trace::Group>(part.size_bytes());
    record->id = id;
    record->ranges = static_cast<std::uint32_t>(part.size());
    record->more = left.empty() ? 0 : 1;
    memcpy(record + 1, part.data(), part.size_bytes());
    thread.commit();
  } while (!left.empty());
}

CommDefinition numbered(CommOrigin origin, std::uint64_t parent, std::uint64_t likeness) {
  const std::uint64_t earlier = gAlike.count(static_cast<std::int64_t>(likeness)) - 1;
  return {trace::numberedCommId(likeness, earlier), parent, earlier, origin};
}

/// Made by all members of the parent.
CommDefinition madeOnParent(const HandleChange &change, const CommSides &sides) {
  const auto parent = static_cast<std::uint64_t>(change.parent);
  const std::uint32_t first = firstOf(sides.local);
  const std::uint64_t id = sides.isInter()
                               ? trace::collectiveInterId(parent, change.index, first, firstOf(sides.remote))
                               : trace::collectiveCommId(parent, change.index, first);
  return {id, parent, change.index, sides.isInter() ? CommOrigin::Inter : CommOrigin::Collective};
}

/// Made by its own members only.
CommDefinition madeByMembers(const mpi::RoutineInfo &row, const std::int64_t *raw, const HandleChange &change,
                             const CommSides &sides) {
  const int tag = row.indexOf(Role::Tag);
  const int text = row.indexOf(Role::TextIn);
  const auto parent = static_cast<std::uint64_t>(change.parent);
  if (sides.isInter()) {
    const std::int64_t mark = tag >= 0 ? raw[tag] : 0;
    return numbered(CommOrigin::Inter, 0, trace::interLikeness(sides.localRanges, sides.remoteRanges, mark));
  }
  if (text >= 0) {
    const auto *stringTag = reinterpret_cast<const char *>(raw[text]);
    return numbered(CommOrigin::Partial, 0, trace::partialLikeness(stringTag, sides.localRanges));
  }
  return numbered(CommOrigin::Partial, parent, trace::partialLikeness(parent, sides.localRanges, raw[tag]));
}

/// A communicator under construction cannot be queried; a nonblocking duplicate has the members of its parent.
MPI_Comm commToAsk(const mpi::RoutineInfo &row, const std::int64_t *raw, MPI_Comm comm) {
  if (row.timing != mpi::Timing::Nonblocking) return comm;
  return handleFrom<MPI_Comm>(raw[row.indexOf(Role::Comm)]);
}

void definePredefined(ThreadState &thread, MPI_Comm comm, std::uint64_t id) {
  setHandleId(mpi::Element::Comm, rawBits(comm), static_cast<std::int64_t>(id));
  writeComm(thread, {.id = id}, CommSides(commMembers(comm), {}));
}

/// In a session there is no communicator to query yet: the limit is unknown.
int largestTag() {
  int isInitialized = 0;
  LOCKSTEP_REAL(Initialized)(&isInitialized);
  if (isInitialized == 0) return std::numeric_limits<int>::max();
  int *value = nullptr;
  int isSet = 0;
  LOCKSTEP_REAL(Comm_get_attr)(MPI_COMM_WORLD, MPI_TAG_UB, &value, &isSet);
  return isSet != 0 ? *value : 32767;
}

void writeProcess(ThreadState &thread, MPI_Group world, int asked, int granted, bool isSpawned) {
  int rank = 0;
  int size = 0;
  LOCKSTEP_REAL(Group_rank)(world, &rank);
  LOCKSTEP_REAL(Group_size)(world, &size);
  auto *record = thread.reserve<trace::Process>();
  record->worldRank = static_cast<std::uint32_t>(rank);
  record->worldSize = static_cast<std::uint32_t>(size);
  record->threadLevelAsked = static_cast<std::uint32_t>(asked);
  record->threadLevelGranted = static_cast<std::uint32_t>(granted);
  record->time = now();
  record->largestTag = largestTag();
  record->requestBytes = sizeof(MPI_Request);
  record->isSpawned = isSpawned ? 1 : 0;
  memset(record->flavor, 0, sizeof record->flavor);
  strncpy(record->flavor, LOCKSTEP_MPI_NAME, sizeof record->flavor - 1);
  thread.commit();
  grantThreads(granted);
}

#if MPI_VERSION >= 4
MPI_Group worldOfSession(const std::int64_t *raw) {
  MPI_Group world = MPI_GROUP_NULL;
  const auto session = handleBehind<MPI_Session>(raw[mpi::info(Routine::Session_init).indexOf(Role::NewSession)]);
  LOCKSTEP_REAL(Group_from_session_pset)(session, "mpi://WORLD", &world);
  return world;
}
#else
MPI_Group worldOfSession(const std::int64_t *) { return MPI_GROUP_NULL; }
#endif

bool gHasWorld = false;

void defineSessionWorld(ThreadState &thread, const std::int64_t *raw) {
  const MPI_Group world = worldOfSession(raw);
  if (world == MPI_GROUP_NULL) return;
  setWorldGroup(world);
  writeProcess(thread, world, MPI_THREAD_SINGLE, MPI_THREAD_MULTIPLE, false);
}

void defineInitializedWorld(ThreadState &thread, const mpi::RoutineInfo &row, const std::int64_t *raw) {
  MPI_Group world = MPI_GROUP_NULL;
  int granted = MPI_THREAD_SINGLE;
  const int asked = row.indexOf(Role::ThreadLevelAsked);
  LOCKSTEP_REAL(Comm_group)(MPI_COMM_WORLD, &world);
  LOCKSTEP_REAL(Query_thread)(&granted);
  setWorldGroup(world);
  MPI_Comm parent = MPI_COMM_NULL;
  LOCKSTEP_REAL(Comm_get_parent)(&parent);
  writeProcess(thread, world, asked >= 0 ? static_cast<int>(raw[asked]) : MPI_THREAD_SINGLE, granted,
               parent != MPI_COMM_NULL);
  definePredefined(thread, MPI_COMM_WORLD, trace::kWorldId);
  definePredefined(thread, MPI_COMM_SELF, trace::selfId(firstOf(commMembers(MPI_COMM_SELF))));
}

}  // namespace

std::int64_t defineComm(ThreadState &thread, Routine routine, const std::int64_t *raw, MPI_Comm comm,
                        const HandleChange &change) {
  const mpi::RoutineInfo &row = mpi::info(routine);
  const MPI_Comm asked = commToAsk(row, raw, comm);
  const CommSides sides(commMembers(asked), remoteMembers(asked));
  // Processes that accept and connect, or join, have no common parent.
  const bool hasNoParent = row.effect == mpi::Effect::CommCreatePartial || row.cls == mpi::Class::CollectiveProcess;
  CommDefinition definition = row.indexOf(Role::ParentComm) >= 0 ? CommDefinition{.id = trace::kParentId}
                              : hasNoParent                      ? madeByMembers(row, raw, change, sides)
                                                                 : madeOnParent(change, sides);
  definition.topology = topologyOf(asked);
  writeComm(thread, definition, sides);
  if (definition.topology != 0) writeNeighbors(thread, definition.id, neighborsOf(asked));
  return static_cast<std::int64_t>(definition.id);
}

std::int64_t defineGroup(ThreadState &thread, MPI_Group group) {
  const std::vector<RankRange> ranges = rangesOf(groupMembers(group));
  const std::uint64_t id = trace::IdHash("group").add(std::span<const RankRange>(ranges)).id();
  writeGroup(thread, id, ranges);
  return static_cast<std::int64_t>(id);
}

std::int64_t idMadeOn(std::int64_t comm, mpi::Element kind, std::uint64_t index) {
  const char *domain = kind == mpi::Element::Window ? "window" : "file";
  return static_cast<std::int64_t>(trace::IdHash(domain).add(static_cast<std::uint64_t>(comm)).add(index).id());
}

bool bringsWorld(Routine routine) {
  const mpi::Effect effect = mpi::info(routine).effect;
  return effect == mpi::Effect::Init || effect == mpi::Effect::SessionInit;
}

void defineWorld(ThreadState &thread, Routine routine, const std::int64_t *raw) {
  const bool isSession = mpi::info(routine).effect == mpi::Effect::SessionInit;
  if (gHasWorld && isSession) return;
  if (isSession)
    defineSessionWorld(thread, raw);
  else
    defineInitializedWorld(thread, mpi::info(routine), raw);
  if (!gHasWorld) writeGroup(thread, kEmptyGroupId, {});
  gHasWorld = true;
}

}  // namespace lockstep::runtime
