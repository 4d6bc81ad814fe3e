// An MPI call as the engine sees it: the decoded Enter record with its array arguments, and the additions of its Leave
// record.
//
// Arguments are accessed by role, never by position or routine: what holds for a root holds for every routine with a
// root.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/calls/Failure.h"
#include "engine/calls/PscwPair.h"
#include "engine/memory/KnownMemory.h"
#include "engine/memory/MemoryPart.h"
#include "engine/objects/Communicators.h"
#include "engine/objects/ProcessInfo.h"
#include "engine/objects/Types.h"
#include "engine/support/Ref.h"
#include "mpi/Routine.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// How and where memory of a window, or of a pending operation, was released.
struct Release {
  trace::ReleaseKind how{};
  std::uint32_t site = 0;
  std::uint32_t stack = 0;
  unsigned thread = 0;
};

/// The elements of one array argument.
struct ArrayArgument {
  unsigned argument = 0;
  std::vector<std::int64_t> values;
};

using ArrayArguments = std::vector<ArrayArgument>;

/// One value for each argument of a routine.
class ArgumentValues {
 public:
  ArgumentValues() = default;
  /// All zero.
  explicit ArgumentValues(std::size_t size) : size_(size) { assert(size <= values_.size()); }
  explicit ArgumentValues(std::span<const std::int64_t> values) : ArgumentValues(values.size()) {
    std::ranges::copy(values, values_.begin());
  }

  std::size_t size() const { return size_; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.begin() + static_cast<std::ptrdiff_t>(size_); }
  const std::int64_t &operator[](std::size_t index) const { return values_[index]; }
  std::int64_t &operator[](std::size_t index) { return values_[index]; }
  bool operator==(const ArgumentValues &other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

 private:
  std::array<std::int64_t, mpi::kMaxArity> values_{};
  std::size_t size_ = 0;
};

/// Adds the elements of an Array record, which may be the continuation of an earlier one.
void append(ArrayArguments &arrays, const trace::Array &record);

/// The key of a mailbox in Messages.
enum class MailboxId : std::uint32_t { None };

struct Call;
using CallPtr = Ref<const Call>;

/// Results that depend only on a call's arguments, shared by calls that repeat each other.
struct CallMemo {
  std::uint64_t faultlessAt = 0;  // state of the objects (Objects.h) for which the arguments were found correct
  std::optional<std::vector<MemoryPart>> footprint;  // computed on first use
  std::uint64_t agreesWith = 0;          // of a receive: number of the last send that it was compared with successfully
  std::array<MailboxId, 2> mailboxes{};  // of its send side, and of its receive side
};

struct Call : Counted, PlaceOfCall {
  const ProcessInfo *process = nullptr;
  std::uint64_t number = 0;  // among all calls of the job, from 1
  std::uint64_t time = 0;
  ArgumentValues arguments;
  std::vector<std::int64_t> addresses;  // of handles passed by pointer, in argument order
  ArrayArguments arrays;
  CommunicatorPtr comm;              // communicator of the call; null if it has none or an unknown one
  bool isNested = false;             // made by a callback inside another call
  bool isOutside = false;            // before initialization or after finalization of MPI: no handle is known
  std::vector<trace::Value> values;  // contents of its origin and compare buffers
  std::vector<KnownMemory> memory;   // new knowledge about memory that its arguments point into
  std::vector<NamedType> datatypes;  // derived types in its arguments, as of this call
  PscwPairs meetings;                // begun by a post or start, or ended by a wait, test or complete
  CallPtr repeated;                  // an equal earlier call from the same place; null: none

  CallPtr self() const { return CallPtr(this); }
  std::string_view name() const { return routine->name; }
  /// World rank; -1 if its process has none yet.
  int rank() const { return process->rank; }
  /// The first argument with this role; none if the routine has no such argument.
  std::optional<std::int64_t> argument(mpi::Role role) const;
  /// The datatype of a handle in its arguments; null if unknown.
  const Datatype *datatype(std::int64_t handle) const;
  /// The elements of the array argument at this index; empty if not recorded.
  std::span<const std::int64_t> array(int argument) const;
  /// The call that it repeats, or itself.
  const Call &first() const { return repeated ? *repeated : *this; }
  CallMemo &deduced() const { return first().deduced_; }

 private:
  mutable CallMemo deduced_;
};

/// The message reported by a receive, probe or completion call. An unset field is -1.
struct Status {
  std::int64_t source = -1;
  std::int64_t tag = -1;
  std::int64_t error = -1;
  std::int64_t bytes = -1;  // kCancelled: the operation was cancelled
  static constexpr std::int64_t kCancelled = trace::kCancelledBytes;
};

/// Results of a call: one entry in `written` per argument, 0 if none was written.
struct Result {
  std::int32_t code = 0;
  std::uint64_t time = 0;
  ArgumentValues written;
  Status status;  // if the call returns one
  ArrayArguments arrays;
  FailurePtr failure;      // if the call returned an error that the library described
  MisplacedPtr misplaced;  // set if a library fault misplaced the window that the call created

  std::span<const std::int64_t> array(int argument) const;
};

/// The status of the request at `index` for a call that completes several.
Status statusOf(const Call &call, const Result &result, std::size_t index);

/// What the call wrote to its first argument with this role; none if the routine has no such argument.
std::optional<std::int64_t> written(const Call &call, const Result &result, mpi::Role role);

/// Stores the derived types used by the call, since it may outlive them. Removes the one that it frees.
void attachTypes(Call &call, Types &types);

/// Null for a routine number that is not in the table.
Ref<Call> decode(const trace::RecordView &record, const trace::Enter &enter, ArrayArguments arrays);
Result decode(const trace::Leave &leave, ArrayArguments arrays);

}  // namespace lockstep::engine
