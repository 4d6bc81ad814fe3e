#include "texttrace/TextRecords.h"

namespace lockstep::engine {

void TextRecords::enter(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> arguments,
                        const ArrayArguments &arrays, const trace::SourcePlace &place) {
  for (const ArrayArgument &each : arrays) array(thread, each.argument, each.values);
  RecordBuilder::enter(thread, routine, arguments, place);
}

void TextRecords::leave(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> results,
                        const ArrayArguments &arrays, int code) {
  for (const ArrayArgument &each : arrays) array(thread, each.argument, each.values);
  RecordBuilder::leave(thread, routine, results, code);
}

void TextRecords::atomicValue(unsigned thread, trace::Value value) {
  value.time = now();
  add(thread, value);
}

void TextRecords::neighbors(std::uint64_t comm, std::span<const std::int64_t> sources,
                            std::span<const std::int64_t> destinations) {
  std::vector<std::int64_t> ranks(sources.begin(), sources.end());
  ranks.insert(ranks.end(), destinations.begin(), destinations.end());
  auto &record = add<trace::Neighbors>(0, ranks.size() * sizeof(std::int64_t));
  record.comm = comm;
  record.sourceCount = static_cast<std::uint32_t>(sources.size());
  record.destinationCount = static_cast<std::uint32_t>(destinations.size());
  fill(record, std::span<const std::int64_t>(ranks));
}

void TextRecords::layout(const trace::Layout &layout, std::span<const trace::LayoutPart> parts) {
  auto &record = add(0, layout, parts.size_bytes());
  record.partCount = static_cast<std::uint32_t>(parts.size());
  fill(record, parts);
}

void TextRecords::released(unsigned thread, const trace::Released &released, const trace::SourcePlace &place) {
  const std::uint32_t id = siteId(place);
  add(thread, released).header.site = id;
}

void TextRecords::freed(unsigned thread, std::uint64_t address, std::uint64_t bytes) {
  auto &record = add<trace::Freed>(thread);
  record.address = address;
  record.bytes = bytes;
}

void TextRecords::threadOrder(unsigned thread, trace::ThreadEvent event, std::uint64_t object) {
  auto &record = add<trace::ThreadOrder>(thread);
  record.event = event;
  record.object = object;
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

void TextRecords::signal(unsigned number, const trace::SourcePlace &place) {
  const std::uint32_t id = siteId(place);
  auto &record = add<trace::Signal>(0);
  record.header.site = id;
  record.number = number;
  record.time = now();
  vanish();
}

}  // namespace lockstep::engine
