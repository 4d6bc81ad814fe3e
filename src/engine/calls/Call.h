// An MPI call as the engine sees it: the decoded Enter record with its array arguments, and what its Leave record adds.
//
// Arguments are asked for by role, never by position or routine: what holds for a root holds for every routine that
// has one.
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

/// How memory of a window, or of an operation in flight, was given back, and where.
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
  /// All 0.
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

/// What Messages numbers its mailboxes by.
enum class MailboxId : std::uint32_t { None };

struct Call;
using CallPtr = Ref<const Call>;

/// What follows from a call's arguments alone. Calls that repeat each other share it.
struct CallMemo {
  std::uint64_t faultlessAt = 0;  // the state of the objects (Objects.h) when the arguments were judged, and in order
  std::optional<std::vector<MemoryPart>> footprint;  // once somebody has asked for it
  std::uint64_t agreesWith = 0;  // of a receive: the number of the last send that it was compared with, and fitted
  std::array<MailboxId, 2> mailboxes{};  // that what it sends, and what it receives, go through
};

struct Call : Counted, PlaceOfCall {
  const ProcessInfo *process = nullptr;
  std::uint64_t number = 0;  // among all calls of the job, from 1
  std::uint64_t time = 0;
  ArgumentValues arguments;
  std::vector<std::int64_t> addresses;  // of the handles that it reads through a pointer, in the order of the arguments
  ArrayArguments arrays;
  CommunicatorPtr comm;              // that the call is made on; null where it has none or none that is known
  bool isNested = false;             // made by a callback inside another call
  bool isOutside = false;            // made before MPI is initialized or after it is finalized: no handle is known
  std::vector<trace::Value> values;  // what its origin and compare buffers held
  std::vector<KnownMemory> memory;   // that its arguments point into, where it is known and was not told before
  std::vector<NamedType> datatypes;  // the derived ones that it names, as they were when it was made
  PscwPairs meetings;                // that a post or start begins, or that a wait, test or complete ends
  CallPtr repeated;                  // an earlier one from the same place that said the same; null: none

  CallPtr self() const { return CallPtr(this); }
  std::string_view name() const { return routine->name; }
  /// In the world; -1 as long as its process has none.
  int rank() const { return process->rank; }
  /// The first argument with this role; none when the routine has no such argument.
  std::optional<std::int64_t> argument(mpi::Role role) const;
  /// What a handle among its arguments stands for; null where that is not known.
  const Datatype *datatype(std::int64_t handle) const;
  /// The elements of an array argument, by its position; empty where they were not recorded.
  std::span<const std::int64_t> array(int argument) const;
  /// The one that it repeats, or it itself.
  const Call &first() const { return repeated ? *repeated : *this; }
  CallMemo &deduced() const { return first().deduced_; }

 private:
  mutable CallMemo deduced_;
};

/// Whose message a receive, probe or completion call says that it got. A field that was not set is -1.
struct Status {
  std::int64_t source = -1;
  std::int64_t tag = -1;
  std::int64_t error = -1;
  std::int64_t bytes = -1;  // kCancelled: the operation was cancelled
  static constexpr std::int64_t kCancelled = trace::kCancelledBytes;
};

/// What the call returned: one entry in `written` per argument, 0 where it wrote none.
struct Result {
  std::int32_t code = 0;
  std::uint64_t time = 0;
  ArgumentValues written;
  Status status;  // of a call that returns one
  ArrayArguments arrays;
  FailurePtr failure;      // of a call that returned an error, where the library has said more of it
  MisplacedPtr misplaced;  // the window that the call has made, by a fault of the library

  std::span<const std::int64_t> array(int argument) const;
};

/// The status of the request at `index` of a call that completes several.
Status statusOf(const Call &call, const Result &result, std::size_t index);

/// What the call wrote into its first argument with this role; none when the routine has no such argument.
std::optional<std::int64_t> written(const Call &call, const Result &result, mpi::Role role);

/// Gives the call the derived types that it names: it may outlive them. Forgets the one that it frees.
void attachTypes(Call &call, Types &types);

/// Null for a routine number that the table does not have.
Ref<Call> decode(const trace::RecordView &record, const trace::Enter &enter, ArrayArguments arrays);
Result decode(const trace::Leave &leave, ArrayArguments arrays);

}  // namespace lockstep::engine
