// What was written to one word of memory by atomic operations, with which values, and by plain stores. See
// ValueEdges.h.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/objects/ProcessInfo.h"
#include "engine/order/Clock.h"
#include "engine/order/UserLock.h"

namespace lockstep::engine {

struct WordWrite {
  enum class How : std::uint8_t { Set, Add, Swap, Other };
  How how = How::Other;
  bool isReplaced = false;  // by an exchange that read it
  bool hasGiven = false;    // it released a lock
  bool isGuessed = false;   // unknown value, assumed to be the initial one
  bool isAlone = false;     // an exclusive lock kept others away during the call
  const ProcessInfo *process = nullptr;
  Stamp stamp;
  std::uint64_t time = 0;            // of the call
  std::uint64_t value = 0;           // set, or added
  std::uint64_t compared = 0;        // compared by a swap
  std::optional<std::uint64_t> old;  // replaced value, once known
  bool hasFailed() const { return how == How::Swap && old && *old != compared; }
  /// A swap that is not known to have succeeded or failed.
  bool isOpen() const { return how == How::Swap && !old; }
  /// Nothing of the old value remains.
  bool overwrites() const { return how == How::Set || (how == How::Swap && old == compared); }
  /// The value after the operation, as far as known.
  std::optional<std::uint64_t> result() const;
};
using WordWritePtr = std::shared_ptr<WordWrite>;
using WordWrites = std::vector<WordWritePtr>;

struct WordHistory {
  WordWrites pending;  // by time: not seen by any reader yet
  WordWrites writes;   // by time
  WordWrites plain;    // stores and puts, in order of arrival
  std::size_t foldAt = kMostWrites;
  std::uint64_t node = 0;        // the node of these times
  std::uint64_t first = 0;       // initial value
  bool isFirstKnown = false;     // a reader has shown it
  bool isFirstReplaced = false;  // by an exchange that read it
  UserLockPtr lock;
  std::map<Strand, KnowledgePtr> seen;  // what strands know of the writes that they have seen

  /// A write that counts from its time on.
  void add(const WordWritePtr &write);
  /// A plain store or put.
  void addPlain(const WordWritePtr &write);
  /// What was written up to the time counts from now on.
  void advance(std::uint64_t time);

 private:
  static constexpr std::size_t kMostWrites = 128;    // beyond, some are merged
  static constexpr std::size_t kMostPending = 4096;  // beyond, some count before their time
  static constexpr std::size_t kMostPlain = 16;

  void fold();
};

}  // namespace lockstep::engine
