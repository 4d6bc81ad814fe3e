// Builds the records of a textual trace, including kinds that RecordBuilder does not support.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/calls/Call.h"
#include "trace/RecordBuilder.h"

namespace lockstep::engine {

class TextRecords : public trace::RecordBuilder {
 public:
  using RecordBuilder::RecordBuilder;

  void enter(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> arguments,
             const ArrayArguments &arrays, const trace::SourcePlace &place);
  void leave(unsigned thread, mpi::Routine routine, std::span<const std::int64_t> results, const ArrayArguments &arrays,
             int code);
  void value(unsigned thread, const trace::Value &value) { add(thread, value); }
  void atomicValue(unsigned thread, trace::Value value);
  void sharedPart(const trace::SharedPart &part) { add(0, part); }
  void neighbors(std::uint64_t comm, std::span<const std::int64_t> sources, std::span<const std::int64_t> destinations);
  void layout(const trace::Layout &layout, std::span<const trace::LayoutPart> parts);
  void memory(unsigned thread, const trace::Memory &memory) { add(thread, memory); }
  void released(unsigned thread, const trace::Released &released, const trace::SourcePlace &place);
  void freed(unsigned thread, std::uint64_t address, std::uint64_t bytes);
  void threadOrder(unsigned thread, trace::ThreadEvent event, std::uint64_t object);
  void failure(unsigned thread, bool isFatal, bool isUnused, std::string_view errorClass, std::string_view words);
  void callback(unsigned thread, std::uint64_t function);
  void misplaced(unsigned thread, std::int64_t distance, std::string_view version);
  void signal(unsigned number, const trace::SourcePlace &place);
  void vanish() { addGone(); }
};

}  // namespace lockstep::engine
