#include "RankTrace.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "trace/CommId.h"
#include "trace/Definitions.h"
#include "trace/Parts.h"
#include "trace/RankRanges.h"
#include "trace/file/ChunkName.h"
#include "trace/file/Pack.h"

namespace lockstep::tracegen {
namespace {

constexpr std::uint64_t kNode = 0x10c5;
constexpr std::uint32_t kFirstPid = 1000;
constexpr std::uint32_t kFirstChunk = 1U << 13;  // most ranks of a large world do little
constexpr std::uint32_t kChunk = 1U << 16;
constexpr std::int32_t kLargestTag = 32767;  // every library allows it

template <class Record, class Element>
void fill(Record &record, std::span<const Element> tail) {
  if (!tail.empty()) std::memcpy(&record + 1, tail.data(), tail.size_bytes());
}

std::vector<trace::RankRange> rangesOf(std::span<const std::uint32_t> ranks) {
  std::vector<trace::RankRange> ranges(ranks.size());
  ranges.resize(trace::encodeRanks(ranks, ranges).ranges);
  return ranges;
}

/// By the names of the standard, which the tool must know.
std::size_t argumentNamed(const mpi::RoutineInfo &routine, std::string_view name) {
  const auto arguments = routine.args();
  const auto found = std::ranges::find(arguments, name, &mpi::Argument::name);
  assert(found != arguments.end());
  return static_cast<std::size_t>(found - arguments.begin());
}

std::int64_t valueOf(Named values, std::string_view name) {
  for (const auto &[given, value] : values)
    if (given == name) return value;
  return 0;
}

std::vector<std::int64_t> resultsOf(const mpi::RoutineInfo &routine, Named given, const Status &status) {
  std::vector<std::int64_t> results;
  for (const mpi::Argument &argument : routine.args()) {
    const std::size_t words = trace::resultsOf(mpi::info(argument.role).capture);
    if (words == 4)
      results.insert(results.end(), {status.source, status.tag, 0, status.bytes});
    else
      results.insert(results.end(), words, valueOf(given, argument.name));
  }
  return results;
}

/// What a recorder puts into the stream that is kept whole.
}  // namespace

RankTrace::RankTrace(int directory, std::string_view file, unsigned rank, unsigned ranks, std::uint64_t limit)
    : file_(file), rank_(rank), ranks_(ranks), ring_(limit), isLimited_(limit != 0) {
  trace::StreamId id{kNode, kFirstPid + rank, 0, mpi::tableFingerprint()};
  trace::WriterOptions options{.waitForSpace = false, .firstChunkBytes = kFirstChunk, .chunkBytes = kChunk};
  if (isLimited_) {
    options.pack = trace::packChunk;
    id.thread = trace::kDefinitionsBit;
    definitions_.open(directory, id, options);
    id.thread = 0;
    options.ring = &ring_;
  }
  writer_.open(directory, id, options);
  initialize();
}

void RankTrace::end() {
  call({.line = 99}, mpi::Routine::Finalize);
  auto &record = begin<trace::Exit>();
  record.time = now();
  commit();
  writer_.close();
  definitions_.close();
}

template <class Record>
Record &RankTrace::begin(std::size_t tailBytes) {
  next_ = isLimited_ && (!isInitialized_ || trace::isDefinition(trace::kKindOf<Record>)) ? &definitions_ : &writer_;
  auto *record = next_->reserve<Record>(tailBytes);
  std::memset(reinterpret_cast<char *>(record) + sizeof(trace::RecordHeader), 0,
              record->header.words * std::size_t{8} - sizeof(trace::RecordHeader));
  return *record;
}

void RankTrace::initialize() {
  enter({.line = 10}, mpi::Routine::Init);
  auto &process = begin<trace::Process>();
  process.worldRank = rank_;
  process.worldSize = ranks_;
  process.time = now();
  process.largestTag = kLargestTag;
  process.requestBytes = 4;
  std::memcpy(process.flavor, "mpich", 5);
  commit();
  std::vector<std::uint32_t> world(ranks_);
  for (std::uint32_t i = 0; i < ranks_; ++i) world[i] = i;
  comm(trace::kWorldId, 0, world);
  leave(mpi::Routine::Init);
  isInitialized_ = true;
}

void RankTrace::countRound(const mpi::RoutineInfo &routine, std::span<const std::int64_t> values) {
  const int owner = mpi::sequenceArgument(routine);
  if (!isLimited_ || owner < 0) return;
  auto &record = begin<trace::Round>();
  record.owner = static_cast<std::uint64_t>(values[static_cast<std::size_t>(owner)]);
  record.number = ++rounds_[values[static_cast<std::size_t>(owner)]];
  commit();
}

std::uint32_t RankTrace::siteOf(Place place) {
  const auto [entry, isNew] =
      sites_.try_emplace({place.line, std::string(place.function)}, static_cast<std::uint32_t>(sites_.size() + 1));
  if (!isNew) return entry->second;
  std::string text = file_;
  text.push_back('\0');
  text += place.function;
  text.push_back('\0');
  auto &record = begin<trace::ResolvedSite>(text.size());
  record.header.site = entry->second;
  record.line = place.line;
  record.column = 3;
  fill<trace::ResolvedSite, char>(record, text);
  commit();
  return entry->second;
}

void RankTrace::enter(Place place, mpi::Routine routine, Named arguments) {
  const mpi::RoutineInfo &info = mpi::info(routine);
  const std::uint32_t site = siteOf(place);
  std::vector<std::int64_t> values(info.arity + trace::addressCount(info));
  for (const auto &[name, value] : arguments) values[argumentNamed(info, name)] = value;
  countRound(info, values);
  auto &record = begin<trace::Enter>(values.size() * sizeof(std::int64_t));
  record.header.site = site;
  record.routine = static_cast<std::uint16_t>(routine);
  record.argumentCount = static_cast<std::uint16_t>(values.size());
  record.time = now();
  fill<trace::Enter, std::int64_t>(record, values);
  commit();
}

void RankTrace::leave(mpi::Routine routine, Named results, const Status &status) {
  const std::vector<std::int64_t> values = resultsOf(mpi::info(routine), results, status);
  auto &record = begin<trace::Leave>(values.size() * sizeof(std::int64_t));
  record.routine = static_cast<std::uint16_t>(routine);
  record.resultCount = static_cast<std::uint16_t>(values.size());
  record.time = now();
  fill<trace::Leave, std::int64_t>(record, values);
  commit();
}

void RankTrace::call(Place place, mpi::Routine routine, Named arguments, Named results, const Status &status) {
  enter(place, routine, arguments);
  leave(routine, results, status);
}

void RankTrace::array(mpi::Routine routine, std::string_view argument, std::span<const std::int64_t> values) {
  auto &record = begin<trace::Array>(values.size_bytes());
  record.argument = static_cast<std::uint32_t>(argumentNamed(mpi::info(routine), argument));
  record.count = static_cast<std::uint32_t>(values.size());
  fill(record, values);
  commit();
}

void RankTrace::access(Place place, trace::AccessKind kind, std::uint64_t address, std::uint32_t bytes) {
  const std::uint32_t site = siteOf(place);
  auto &record = begin<trace::Access>();
  record.header.site = site;
  record.address = address;
  record.count = 1;
  record.bytes = bytes;
  record.access = kind;
  commit();
}

void RankTrace::comm(std::uint64_t id, std::uint64_t parent, std::span<const std::uint32_t> members) {
  const std::vector<trace::RankRange> ranges = rangesOf(members);
  auto &record = begin<trace::Comm>(ranges.size() * sizeof(trace::RankRange));
  record.id = id;
  record.parent = parent;
  record.origin = parent == 0 ? trace::CommOrigin::Predefined : trace::CommOrigin::Collective;
  record.localRanges = static_cast<std::uint32_t>(ranges.size());
  fill<trace::Comm, trace::RankRange>(record, ranges);
  commit();
}

void RankTrace::group(std::uint64_t id, std::span<const std::uint32_t> members) {
  const std::vector<trace::RankRange> ranges = rangesOf(members);
  auto &record = begin<trace::Group>(ranges.size() * sizeof(trace::RankRange));
  record.id = id;
  record.ranges = static_cast<std::uint32_t>(ranges.size());
  fill<trace::Group, trace::RankRange>(record, ranges);
  commit();
}

void RankTrace::window(std::uint64_t id, std::uint64_t base, std::uint64_t size) {
  auto &record = begin<trace::Window>();
  record.id = id;
  record.comm = trace::kWorldId;
  record.base = base;
  record.size = size;
  record.displacementUnit = 1;
  record.accumulateOrder =
      trace::kReadAfterRead | trace::kReadAfterWrite | trace::kWriteAfterRead | trace::kWriteAfterWrite;
  commit();
}

}  // namespace lockstep::tracegen
