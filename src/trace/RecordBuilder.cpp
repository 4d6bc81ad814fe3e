#include "trace/RecordBuilder.h"

#include "trace/RankRanges.h"

namespace lockstep::trace {
namespace {

constexpr std::int32_t kLargestTag = 32767;  // every library allows it

std::vector<RankRange> rangesOf(std::span<const unsigned> ranks) {
  std::vector<RankRange> ranges(ranks.size());
  ranges.resize(encodeRanks(ranks, ranges).ranges);
  return ranges;
}

}  // namespace

void RecordBuilder::process(unsigned rank, unsigned worldSize, ThreadLevels levels) {
  auto &record = add<Process>(0);
  record.worldRank = rank;
  record.worldSize = worldSize;
  record.threadLevelAsked = levels.asked;
  record.threadLevelGranted = levels.granted;
  record.largestTag = kLargestTag;
  record.requestBytes = 8;
  record.time = now();
}

void RecordBuilder::comm(std::uint64_t id, std::uint64_t parent, std::span<const unsigned> local,
                         std::span<const unsigned> remote) {
  std::vector<RankRange> ranges = rangesOf(local);
  const std::size_t localRanges = ranges.size();
  for (const RankRange &range : rangesOf(remote)) ranges.push_back(range);
  auto &record = add<Comm>(0, ranges.size() * sizeof(RankRange));
  record.id = id;
  record.parent = parent;
  record.origin = remote.empty() ? CommOrigin::Collective : CommOrigin::Inter;
  record.localRanges = static_cast<std::uint32_t>(localRanges);
  record.remoteRanges = static_cast<std::uint32_t>(ranges.size() - localRanges);
  fill<Comm, RankRange>(record, ranges);
}

void RecordBuilder::group(std::uint64_t id, std::span<const unsigned> ranks) {
  const std::vector<RankRange> ranges = rangesOf(ranks);
  auto &record = add<Group>(0, ranges.size() * sizeof(RankRange));
  record.id = id;
  record.ranges = static_cast<std::uint32_t>(ranges.size());
  fill<Group, RankRange>(record, ranges);
}

void RecordBuilder::type(const Type &type, std::span<const TypeBlock> blocks) {
  auto &record = add(0, type, blocks.size_bytes());
  record.blockCount = static_cast<std::uint32_t>(blocks.size());
  fill(record, blocks);
}

std::uint32_t RecordBuilder::siteId(const SourcePlace &place) {
  if (place.file.empty()) return 0;
  const auto [entry, isNew] = sites_.try_emplace(place, static_cast<std::uint32_t>(sites_.size() + 1));
  if (!isNew) return entry->second;
  std::string text = place.file;
  text.push_back('\0');
  text += place.function;
  text.push_back('\0');
  auto &record = add<ResolvedSite>(0, text.size());
  record.header.site = entry->second;
  record.line = place.line;
  record.column = place.column;
  fill<ResolvedSite, char>(record, text);
  return entry->second;
}

void RecordBuilder::array(unsigned thread, unsigned argument, std::span<const std::int64_t> values) {
  auto &record = add<Array>(thread, values.size_bytes());
  record.argument = argument;
  record.count = static_cast<std::uint32_t>(values.size());
  fill(record, values);
}

void RecordBuilder::enter(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> arguments,
                          const SourcePlace &place) {
  const std::uint32_t id = siteId(place);
  auto &record = add<Enter>(thread, arguments.size_bytes());
  record.header.site = id;
  record.routine = static_cast<std::uint16_t>(routine);
  record.argumentCount = static_cast<std::uint16_t>(arguments.size());
  record.time = now();
  fill(record, arguments);
}

void RecordBuilder::leave(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> results, int code) {
  auto &record = add<Leave>(thread, results.size_bytes());
  record.routine = static_cast<std::uint16_t>(routine);
  record.resultCount = static_cast<std::uint16_t>(results.size());
  record.code = code;
  record.time = now();
  fill(record, results);
}

void RecordBuilder::access(unsigned thread, const Access &access, const SourcePlace &place) {
  const std::uint32_t id = siteId(place);
  add(thread, access).header.site = id;
}

void RecordBuilder::exit(int status) {
  auto &record = add<Exit>(0);
  record.status = status;
  record.time = now();
}

}  // namespace lockstep::trace
