// One record of every kind with all its variable parts, written and read back.
#pragma once

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string_view>

#include "TestRun.h"
#include "trace/AccessRuns.h"

namespace lockstep::trace {

inline const mpi::RoutineInfo &sampleRoutine() { return mpi::info(mpi::Routine::Send); }

inline std::size_t resultsOf(const mpi::RoutineInfo &routine) {
  std::size_t count = 0;
  for (const mpi::Argument &argument : routine.args()) count += resultsOf(mpi::info(argument.role).capture);
  return count;
}

template <class Element, class Record>
void fillTail(Record *record, std::initializer_list<Element> elements) {
  std::copy(elements.begin(), elements.end(), reinterpret_cast<Element *>(record + 1));
}

template <class Record>
Record *start(StreamWriter &writer, std::size_t extraBytes = 0) {
  auto *record = writer.reserve<Record>(extraBytes);
  std::memset(&record->header + 1, 0, record->header.words * 8U - sizeof(RecordHeader));
  return record;
}

inline void writeEveryKind(StreamWriter &writer) {
  std::uint64_t sequence = kFirstSequence;
  auto *process = start<Process>(writer);
  process->worldRank = 1;
  process->worldSize = 4;
  std::strcpy(process->flavor, "mpich");
  writer.commit(sequence++);

  constexpr std::string_view kPath = "/usr/bin/program";
  auto *module = start<Module>(writer, kPath.size() + 1);
  module->id = 3;
  module->buildIdBytes = 20;
  module->base = 0x1000;
  module->end = 0x9000;
  kPath.copy(reinterpret_cast<char *>(module + 1), kPath.size());
  writer.commit(sequence++);

  auto *site = start<Site>(writer);
  site->header.site = 1;
  site->module = 3;
  site->offset = 0x123;
  writer.commit(sequence++);

  constexpr std::string_view kNames("main.c\0compute", 14);
  auto *resolved = start<ResolvedSite>(writer, kNames.size() + 1);
  resolved->header.site = 2;
  resolved->line = 12;
  kNames.copy(reinterpret_cast<char *>(resolved + 1), kNames.size());
  writer.commit(sequence++);

  auto *stack = start<Stack>(writer, 3 * sizeof(std::uint32_t));
  stack->id = 1;
  stack->count = 3;
  fillTail<std::uint32_t>(stack, {1, 2, 1});
  writer.commit(sequence++);

  auto *comm = start<Comm>(writer, 3 * sizeof(RankRange));
  comm->id = 77;
  comm->origin = CommOrigin::Inter;
  comm->localRanges = 2;
  comm->remoteRanges = 1;
  fillTail<RankRange>(comm, {{0, 1, 2}, {kOutsideWorld, 0, 1}, {3, -1, 2}});
  writer.commit(sequence++);

  auto *group = start<Group>(writer, sizeof(RankRange));
  group->id = 5;
  group->ranges = 1;
  fillTail<RankRange>(group, {{1, 2, 2}});
  writer.commit(sequence++);

  auto *type = start<Type>(writer, 2 * sizeof(TypeBlock));
  type->id = 9;
  type->blockCount = 2;
  fillTail<TypeBlock>(type, {{0, 0, 1, 2, 9, 0}, {-16, 8, 3, 1, 24, 0}});
  writer.commit(sequence++);

  auto *array = start<Array>(writer, 3 * sizeof(std::int64_t));
  array->argument = 1;
  array->count = 3;
  fillTail<std::int64_t>(array, {-1, 0, 1});
  writer.commit(sequence++);

  const mpi::RoutineInfo &routine = sampleRoutine();
  auto *enter = start<Enter>(writer, (routine.arity + addressCount(routine)) * sizeof(std::int64_t));
  enter->header.site = 1;
  enter->routine = static_cast<std::uint16_t>(routine.routine);
  enter->argumentCount = static_cast<std::uint16_t>(routine.arity + addressCount(routine));
  enter->time = 1000;
  std::iota(reinterpret_cast<std::int64_t *>(enter + 1), reinterpret_cast<std::int64_t *>(enter + 1) + routine.arity,
            100);
  writer.commit(sequence++);

  auto *leave = start<Leave>(writer, resultsOf(routine) * sizeof(std::int64_t));
  leave->routine = static_cast<std::uint16_t>(routine.routine);
  leave->resultCount = static_cast<std::uint16_t>(resultsOf(routine));
  leave->code = 0;
  leave->time = 2000;
  writer.commit(sequence++);

  auto *access = start<Access>(writer);
  access->address = 0x7000;
  access->stride = -8;
  access->count = 16;
  access->bytes = 4;
  access->access = AccessKind::AtomicUpdate;
  writer.commit(sequence++);

  auto *value = start<Value>(writer);
  value->address = 0x7000;
  value->bytes = 16;
  writer.commit(sequence++);

  auto *order = start<ThreadOrder>(writer);
  order->object = 42;
  order->event = ThreadEvent::Release;
  writer.commit(sequence++);

  auto *window = start<Window>(writer);
  window->id = 11;
  window->comm = 77;
  window->size = 4096;
  writer.commit(sequence++);

  auto *signal = start<Signal>(writer);
  signal->number = 11;
  writer.commit(sequence++);

  auto *exit = start<Exit>(writer);
  exit->status = 3;
  writer.commit(sequence++);

  auto *neighbors = start<Neighbors>(writer, 3 * sizeof(std::int64_t));
  neighbors->comm = 77;
  neighbors->sourceCount = 1;
  neighbors->destinationCount = 2;
  fillTail<std::int64_t>(neighbors, {0, 1, -1});
  writer.commit(sequence++);

  auto *part = start<SharedPart>(writer);
  part->window = 11;
  part->size = 4096;
  writer.commit(sequence++);

  auto *some = start<AccessBits>(writer);
  some->address = 0x7000;
  some->bytes = 16;
  some->step = 8;
  some->bits[1] = 5;
  writer.commit(sequence++);

  auto *freed = start<Freed>(writer);
  freed->address = 0x8000;
  freed->bytes = 64;
  writer.commit(sequence++);

  auto *round = start<Round>(writer);
  round->owner = 77;
  round->number = 3;
  writer.commit(sequence++);

  auto *layout = start<Layout>(writer, 2 * sizeof(LayoutPart));
  layout->id = 1;
  layout->bytes = 16;
  layout->partCount = 2;
  std::strcpy(layout->name, "Cell");
  fillTail<LayoutPart>(layout, {{0, 2, 4, ValueKind::Signed, {}}, {8, 1, 8, ValueKind::Floating, {}}});
  writer.commit(sequence++);

  auto *memory = start<Memory>(writer);
  memory->before = 8;
  memory->bytes = 56;
  memory->layout = 1;
  memory->kind = MemoryKind::Heap;
  writer.commit(sequence++);

  auto *released = start<Released>(writer);
  released->address = 0x8000;
  released->bytes = 64;
  released->how = ReleaseKind::Return;
  writer.commit(sequence++);

  auto *failure = start<Failure>(writer, 20);
  memcpy(static_cast<void *>(failure + 1), "MPI_ERR_RANK\0no rank", 20);
  writer.commit(sequence++);

  start<Callback>(writer)->function = 0x401000;
  writer.commit(sequence++);

  auto *misplaced = start<Misplaced>(writer, 6);
  misplaced->given = 0x9008;
  misplaced->placed = 0x9000;
  memcpy(static_cast<void *>(misplaced + 1), "4.0.2", 6);
  writer.commit(sequence++);
}

inline std::uint64_t sumOfRanges(std::span<const RankRange> ranges) {
  std::uint64_t sum = 0;
  for (const RankRange &range : ranges) sum += range.first + range.count;
  return sum;
}

/// Looks at every byte that a trusting engine would look at; the sum keeps the looks alive.
inline std::uint64_t touch(const Copy &record) {
  std::uint64_t sum = 0;
  switch (record.header().kind) {
    case Kind::Process:
      return std::strlen(record.as<Process>().flavor);
    case Kind::Module:
      return path(record.as<Module>()).size() + record.as<Module>().buildId[record.as<Module>().buildIdBytes / 2];
    case Kind::ResolvedSite:
      return file(record.as<ResolvedSite>()).size() + function(record.as<ResolvedSite>()).size();
    case Kind::Stack:
      for (const std::uint32_t site : sites(record.as<Stack>())) sum += site;
      return sum;
    case Kind::Comm:
      return sumOfRanges(localRanges(record.as<Comm>())) + sumOfRanges(remoteRanges(record.as<Comm>()));
    case Kind::Group:
      return sumOfRanges(ranges(record.as<Group>()));
    case Kind::Type:
      for (const TypeBlock &block : blocks(record.as<Type>())) sum += block.count * block.elements;
      return sum;
    case Kind::Array:
      for (const std::int64_t value : values(record.as<Array>())) sum += static_cast<std::uint64_t>(value);
      return sum;
    case Kind::Enter:
      for (const std::int64_t value : arguments(record.as<Enter>())) sum += static_cast<std::uint64_t>(value);
      return sum + mpi::info(static_cast<mpi::Routine>(record.as<Enter>().routine)).arity;
    case Kind::Leave:
      for (const std::int64_t value : results(record.as<Leave>())) sum += static_cast<std::uint64_t>(value);
      return sum + mpi::info(static_cast<mpi::Routine>(record.as<Leave>().routine)).arity;
    case Kind::Access:
      return record.as<Access>().bytes;
    case Kind::AccessBits:
      forEachAccess(record.as<AccessBits>(), [&](const Access &access) { sum += access.count; });
      return sum;
    case Kind::Freed:
      return record.as<Freed>().bytes;
    case Kind::Callback:
      return record.as<Callback>().function;
    case Kind::Misplaced:
      return record.as<Misplaced>().placed + version(record.as<Misplaced>()).size();
    case Kind::Failure:
      return errorClass(record.as<Failure>()).size() + words(record.as<Failure>()).size();
    case Kind::Round:
      return record.as<Round>().number;
    case Kind::Layout:
      for (const LayoutPart &one : parts(record.as<Layout>())) sum += one.offset + one.count * one.bytes;
      return sum + std::strlen(record.as<Layout>().name);
    case Kind::Memory:
      return record.as<Memory>().bytes;
    case Kind::Released:
      return record.as<Released>().bytes;
    case Kind::Value:
      for (std::uint32_t i = 0; i < record.as<Value>().bytes; ++i) sum += record.as<Value>().value[i];
      return sum;
    case Kind::ThreadOrder:
      return record.as<ThreadOrder>().object;
    case Kind::Window:
      return record.as<Window>().size;
    case Kind::SharedPart:
      return record.as<SharedPart>().size;
    case Kind::Site:
      return record.as<Site>().offset;
    case Kind::Signal:
      return record.as<Signal>().time;
    case Kind::Exit:
      return record.as<Exit>().time;
    case Kind::Neighbors:
      for (const std::int64_t rank : sources(record.as<Neighbors>())) sum += static_cast<std::uint64_t>(rank);
      for (const std::int64_t rank : destinations(record.as<Neighbors>())) sum += static_cast<std::uint64_t>(rank);
      return sum;
  }
  ADD_FAILURE() << "a record of unknown kind was handed out";
  return sum;
}

}  // namespace lockstep::trace
