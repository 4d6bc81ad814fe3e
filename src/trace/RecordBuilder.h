// Builds records in memory, one process at a time: as a recorder would have written them for calls that nobody made.
#pragma once

#include <compare>
#include <cstdint>
#include <cstring>
#include <map>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi/Routine.h"
#include "trace/RecordView.h"

namespace lockstep::trace {

/// A record for an engine, or the message that its process is gone without one.
struct BuiltRecord {
  ProcessKey process;
  std::uint32_t thread = 0;
  std::vector<std::uint64_t> words;  // empty: the process has vanished

  RecordView view() const { return {process, thread, reinterpret_cast<const RecordHeader *>(words.data())}; }
};

struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  friend auto operator<=>(const SourcePlace &, const SourcePlace &) = default;
};

struct ThreadLevels {
  unsigned asked = 0;
  unsigned granted = 0;
};

class RecordBuilder {
 public:
  /// Adds to `records`, which builders of several processes may share: later ones happen later.
  RecordBuilder(std::vector<BuiltRecord> &records, ProcessKey process) : records_(records), process_(process) {}

  void process(unsigned rank, unsigned worldSize, ThreadLevels levels);
  /// `remote` is empty for an intracommunicator.
  void comm(std::uint64_t id, std::uint64_t parent, std::span<const unsigned> local, std::span<const unsigned> remote);
  void group(std::uint64_t id, std::span<const unsigned> ranks);
  void type(const Type &type, std::span<const TypeBlock> blocks);
  void window(const Window &window) { add(0, window); }
  /// The elements of an array argument of the Enter or Leave that follows.
  void array(unsigned thread, unsigned argument, std::span<const std::int64_t> values);
  /// A place without a file is unknown.
  void enter(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> arguments, const SourcePlace &place);
  void leave(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> results, int code);
  void access(unsigned thread, const Access &access, const SourcePlace &place);
  void exit(int status);

 protected:
  /// A zeroed record after the others; `tailBytes` follow its struct.
  template <class Record>
  Record &add(unsigned thread, std::size_t tailBytes = 0);
  /// The same with all its fields but the header.
  template <class Record>
  Record &add(unsigned thread, const Record &fields, std::size_t tailBytes = 0);
  template <class Record, class Element>
  static void fill(Record &record, std::span<const Element> tail) {
    if (!tail.empty()) std::memcpy(&record + 1, tail.data(), tail.size_bytes());
  }
  std::uint32_t siteId(const SourcePlace &place);
  std::uint64_t now() const { return records_.size(); }
  void addGone() { records_.push_back({process_, 0, {}}); }

 private:
  std::vector<BuiltRecord> &records_;
  ProcessKey process_;
  std::uint64_t sequence_ = kFirstSequence;
  std::map<SourcePlace, std::uint32_t> sites_;
};

template <class Record>
Record &RecordBuilder::add(unsigned thread, std::size_t tailBytes) {
  const std::size_t words = (sizeof(Record) + tailBytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  BuiltRecord &built = records_.emplace_back(process_, thread, std::vector<std::uint64_t>(words));
  auto *record = ::new (built.words.data()) Record;
  std::memset(static_cast<void *>(record), 0, sizeof(Record));
  record->header.kind = kKindOf<Record>;
  record->header.words = static_cast<std::uint16_t>(words);
  record->header.sequence = sequence_++;
  return *record;
}

template <class Record>
Record &RecordBuilder::add(unsigned thread, const Record &fields, std::size_t tailBytes) {
  auto &record = add<Record>(thread, tailBytes);
  const RecordHeader header = record.header;
  record = fields;
  record.header = header;
  return record;
}

}  // namespace lockstep::trace
