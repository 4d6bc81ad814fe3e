#include "texttrace/TextRecords.h"

#include <new>

#include "trace/CommId.h"
#include "trace/RankRanges.h"

namespace lockstep::engine {
namespace {

constexpr std::int32_t kLargestTag = 32767;  // every library allows it

template <class Record, class Element>
void fill(Record &record, std::span<const Element> tail) {
  if (!tail.empty()) std::memcpy(&record + 1, tail.data(), tail.size_bytes());
}

std::vector<trace::RankRange> rangesOf(std::span<const unsigned> ranks) {
  std::vector<trace::RankRange> ranges(ranks.size());
  ranges.resize(trace::encodeRanks(ranks, ranges).ranges);
  return ranges;
}

}  // namespace

template <class Record>
Record &TextRecords::add(unsigned thread, std::size_t tailBytes) {
  const std::size_t words = (sizeof(Record) + tailBytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  TraceStep &step = steps_.emplace_back(process_, thread, std::vector<std::uint64_t>(words));
  auto *record = ::new (step.record.data()) Record;
  std::memset(static_cast<void *>(record), 0, sizeof(Record));
  record->header.kind = trace::kKindOf<Record>;
  record->header.words = static_cast<std::uint16_t>(words);
  record->header.sequence = sequence_++;
  return *record;
}

template <class Record>
Record &TextRecords::add(unsigned thread, const Record &fields, std::size_t tailBytes) {
  auto &record = add<Record>(thread, tailBytes);
  const trace::RecordHeader header = record.header;
  record = fields;
  record.header = header;
  return record;
}

void TextRecords::process(unsigned rank, unsigned worldSize, ThreadLevels levels) {
  auto &record = add<trace::Process>(0);
  record.worldRank = rank;
  record.worldSize = worldSize;
  record.threadLevelAsked = levels.asked;
  record.threadLevelGranted = levels.granted;
  record.largestTag = kLargestTag;
  record.requestBytes = 8;
  record.time = now();
}

void TextRecords::comm(std::uint64_t id, std::uint64_t parent, std::span<const unsigned> local,
                       std::span<const unsigned> remote) {
  std::vector<trace::RankRange> ranges = rangesOf(local);
  const std::size_t localRanges = ranges.size();
  for (const trace::RankRange &range : rangesOf(remote)) ranges.push_back(range);
  auto &record = add<trace::Comm>(0, ranges.size() * sizeof(trace::RankRange));
  record.id = id;
  record.parent = parent;
  record.origin = remote.empty() ? trace::CommOrigin::Collective : trace::CommOrigin::Inter;
  record.localRanges = static_cast<std::uint32_t>(localRanges);
  record.remoteRanges = static_cast<std::uint32_t>(ranges.size() - localRanges);
  fill<trace::Comm, trace::RankRange>(record, ranges);
}

void TextRecords::group(std::uint64_t id, std::span<const unsigned> ranks) {
  const std::vector<trace::RankRange> ranges = rangesOf(ranks);
  auto &record = add<trace::Group>(0, ranges.size() * sizeof(trace::RankRange));
  record.id = id;
  record.ranges = static_cast<std::uint32_t>(ranges.size());
  fill<trace::Group, trace::RankRange>(record, ranges);
}

void TextRecords::type(const trace::Type &type, std::span<const trace::TypeBlock> blocks) {
  auto &record = add(0, type, blocks.size_bytes());
  record.blockCount = static_cast<std::uint32_t>(blocks.size());
  fill(record, blocks);
}

std::uint32_t TextRecords::siteId(const TextSite &site) {
  if (site.file.empty()) return 0;
  const auto [entry, isNew] = sites_.try_emplace(site, static_cast<std::uint32_t>(sites_.size() + 1));
  if (!isNew) return entry->second;
  std::string text = site.file;
  text.push_back('\0');
  text += site.function;
  text.push_back('\0');
  auto &record = add<trace::ResolvedSite>(0, text.size());
  record.header.site = entry->second;
  record.line = site.line;
  record.column = site.column;
  fill<trace::ResolvedSite, char>(record, text);
  return entry->second;
}

void TextRecords::addArrays(unsigned thread, const ArrayArguments &arrays) {
  for (const ArrayArgument &array : arrays) {
    auto &record = add<trace::Array>(thread, array.values.size() * sizeof(std::int64_t));
    record.argument = array.argument;
    record.count = static_cast<std::uint32_t>(array.values.size());
    fill<trace::Array, std::int64_t>(record, array.values);
  }
}

void TextRecords::enter(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> arguments,
                        const ArrayArguments &arrays, const TextSite &site) {
  const std::uint32_t id = siteId(site);
  addArrays(thread, arrays);
  auto &record = add<trace::Enter>(thread, arguments.size_bytes());
  record.header.site = id;
  record.routine = static_cast<std::uint16_t>(routine);
  record.argumentCount = static_cast<std::uint16_t>(arguments.size());
  record.time = now();
  fill(record, arguments);
}

void TextRecords::leave(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> results,
                        const ArrayArguments &arrays, int code) {
  addArrays(thread, arrays);
  auto &record = add<trace::Leave>(thread, results.size_bytes());
  record.routine = static_cast<std::uint16_t>(routine);
  record.resultCount = static_cast<std::uint16_t>(results.size());
  record.code = code;
  record.time = now();
  fill(record, results);
}

void TextRecords::access(unsigned thread, const trace::Access &access, const TextSite &site) {
  const std::uint32_t id = siteId(site);
  add(thread, access).header.site = id;
}

void TextRecords::value(unsigned thread, const trace::Value &value) { add(thread, value); }

void TextRecords::atomicValue(unsigned thread, trace::Value value) {
  value.time = now();
  add(thread, value);
}

void TextRecords::window(const trace::Window &window) { add(0, window); }

void TextRecords::sharedPart(const trace::SharedPart &part) { add(0, part); }

void TextRecords::threadOrder(unsigned thread, trace::ThreadEvent event, std::uint64_t object) {
  auto &record = add<trace::ThreadOrder>(thread);
  record.event = event;
  record.object = object;
}

void TextRecords::layout(const trace::Layout &layout, std::span<const trace::LayoutPart> parts) {
  auto &record = add(0, layout, parts.size_bytes());
  record.partCount = static_cast<std::uint32_t>(parts.size());
  fill(record, parts);
}

void TextRecords::memory(unsigned thread, const trace::Memory &memory) { add(thread, memory); }

void TextRecords::released(unsigned thread, const trace::Released &released, const TextSite &site) {
  const std::uint32_t id = siteId(site);
  add(thread, released).header.site = id;
}

void TextRecords::freed(unsigned thread, std::uint64_t address, std::uint64_t bytes) {
  auto &record = add<trace::Freed>(thread);
  record.address = address;
  record.bytes = bytes;
}

void TextRecords::failure(unsigned thread, bool isFatal, bool isUnused, std::string_view errorClass,
                          std::string_view words) {
  auto &record = add<trace::Failure>(thread, errorClass.size() + words.size() + 2);
  record.isFatal = isFatal ? 1 : 0;
  record.isUnused = isUnused ? 1 : 0;
  record.time = now();
  auto *text = reinterpret_cast<char *>(&record + 1);
  errorClass.copy(text, errorClass.size());
  words.copy(text + errorClass.size() + 1, words.size());
}

void TextRecords::callback(unsigned thread, std::uint64_t function) {
  add<trace::Callback>(thread).function = function;
}

void TextRecords::misplaced(unsigned thread, std::int64_t distance, std::string_view version) {
  auto &record = add<trace::Misplaced>(thread, version.size() + 1);
  record.given = 1U << 20;
  record.placed = record.given + static_cast<std::uint64_t>(distance);
  version.copy(reinterpret_cast<char *>(&record + 1), version.size());
}

void TextRecords::exit(int status) {
  auto &record = add<trace::Exit>(0);
  record.status = status;
  record.time = now();
}

void TextRecords::signal(unsigned number, const TextSite &site) {
  const std::uint32_t id = siteId(site);
  auto &record = add<trace::Signal>(0);
  record.header.site = id;
  record.number = number;
  record.time = now();
  vanish();
}

void TextRecords::vanish() { steps_.push_back({process_, 0, {}}); }

}  // namespace lockstep::engine
