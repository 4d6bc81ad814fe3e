// A record as returned by the reader: its process and thread, and its address.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "trace/Record.h"

namespace lockstep::trace {

/// Identifies a process of the job before its rank is known.
struct ProcessKey {
  std::uint64_t node = 0;
  std::uint32_t pid = 0;
  friend auto operator<=>(const ProcessKey &, const ProcessKey &) = default;
};

/// One record; `header` points to the whole record and is valid during the call that receives it.
struct RecordView {
  ProcessKey process;
  std::uint32_t thread = 0;
  const RecordHeader *header = nullptr;

  template <class T>
  const T &as() const {
    return *reinterpret_cast<const T *>(header);
  }
};

/// Whether the record shows that this thread makes a call or returns from one, so that it is alive.
inline bool isCallOf(const RecordView &record, std::uint32_t thread) {
  const Kind kind = record.header->kind;
  return record.thread == thread && (kind == Kind::Enter || kind == Kind::Leave);
}

using RecordSink = std::function<void(const RecordView &)>;

}  // namespace lockstep::trace
