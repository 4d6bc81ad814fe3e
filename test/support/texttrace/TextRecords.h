// Makes records in memory, one process at a time: the test twin of the trace writer.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/calls/Call.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// A record on its way to an engine, or the news that its process is gone without one.
struct TraceStep {
  trace::ProcessKey process;
  std::uint32_t thread = 0;
  std::vector<std::uint64_t> record;  // empty: the process has vanished
};

struct TextSite {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  friend auto operator<=>(const TextSite &, const TextSite &) = default;
};

struct ThreadLevels {
  unsigned asked = 0;
  unsigned granted = 0;
};

class TextRecords {
 public:
  explicit TextRecords(std::vector<TraceStep> &steps, trace::ProcessKey process) : steps_(steps), process_(process) {}

  void process(unsigned rank, unsigned worldSize, ThreadLevels levels);
  /// `remote` is empty for an intracommunicator.
  void comm(std::uint64_t id, std::uint64_t parent, std::span<const unsigned> local, std::span<const unsigned> remote);
  void group(std::uint64_t id, std::span<const unsigned> ranks);
  void type(const trace::Type &type, std::span<const trace::TypeBlock> blocks);
  void enter(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> arguments,
             const ArrayArguments &arrays, const TextSite &site);
  void leave(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> results, const ArrayArguments &arrays,
             int code);
  void access(unsigned thread, const trace::Access &access, const TextSite &site);
  void value(unsigned thread, const trace::Value &value);
  void atomicValue(unsigned thread, trace::Value value);
  void window(const trace::Window &window);
  void sharedPart(const trace::SharedPart &part);
  void layout(const trace::Layout &layout, std::span<const trace::LayoutPart> parts);
  void memory(unsigned thread, const trace::Memory &memory);
  void released(unsigned thread, const trace::Released &released, const TextSite &site);
  void freed(unsigned thread, std::uint64_t address, std::uint64_t bytes);
  void threadOrder(unsigned thread, trace::ThreadEvent event, std::uint64_t object);
  void failure(unsigned thread, bool isFatal, bool isUnused, std::string_view errorClass, std::string_view words);
  void callback(unsigned thread, std::uint64_t function);
  void misplaced(unsigned thread, std::int64_t distance, std::string_view version);
  void exit(int status);
  void signal(unsigned number, const TextSite &site);
  void vanish();

 private:
  /// A zeroed record at the end of the steps; `tailBytes` follow its struct.
  template <class Record>
  Record &add(unsigned thread, std::size_t tailBytes = 0);
  /// The same with all its fields but the header.
  template <class Record>
  Record &add(unsigned thread, const Record &fields, std::size_t tailBytes = 0);
  void addArrays(unsigned thread, const ArrayArguments &arrays);
  std::uint32_t siteId(const TextSite &site);
  std::uint64_t now() const { return steps_.size(); }  // later steps happen later

  std::vector<TraceStep> &steps_;
  trace::ProcessKey process_;
  std::uint64_t sequence_ = 0;
  std::map<TextSite, std::uint32_t> sites_;
};

}  // namespace lockstep::engine
