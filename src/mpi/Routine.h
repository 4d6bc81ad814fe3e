// The MPI model: what is known about every routine, in one constexpr table.
//
// Routines.def has one row per routine, Roles.def one row per role of an argument. All other parts use this table: the
// recorder generates its wrappers from the rows, the static analyses and the engine read classes, effects and roles,
// the argument checks read roles and significance. No other file in src/ contains the name of a routine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "mpi/Handle.h"

namespace lockstep::mpi {

/// The meaning of an argument. A role determines the argument's C type, for the plain routine and for its `_c` version.
enum class Role : std::uint8_t {
#define MPI_ROLE(id, capture, type, largeType) id,
#include "mpi/Roles.def"
};

inline constexpr std::size_t kRoleCount = 0
#define MPI_ROLE(id, capture, type, largeType) +1
#include "mpi/Roles.def"
    ;

/// How an argument is written into a call record.
enum class Capture : std::uint8_t {
  Scalar,       // passed by value: an integer, or an address that is not dereferenced
  Handle,       // passed by value: a handle, recorded as its id
  ScalarOut,    // pointer to an integer that the call writes: recorded when it leaves
  AddressOut,   // pointer, declared as `void *`, to an address that the call writes: recorded when it leaves
  HandleOut,    // pointer to a handle that the call writes: recorded when it leaves
  HandleInOut,  // pointer to a handle that the call reads and may overwrite: recorded on both sides
  ScalarArray,  // integers that the call reads
  ScalarArrayOut,
  HandleArray,       // handles that the call reads
  HandleArrayInOut,  // handles that the call reads and may overwrite (requests)
  StatusOut,
  StatusArrayOut,
  Text,    // NUL-terminated characters that the call reads
  Opaque,  // only the address is recorded
};

/// When an argument is significant; otherwise it is neither recorded nor judged.
enum class When : std::uint8_t {
  Always,
  AtRoot,               // only at the root of a rooted collective
  OffRoot,              // only away from the root
  NotInPlace,           // not when the buffer with this same condition is MPI_IN_PLACE
  AtRootNotInPlace,     // at the root, and there not with MPI_IN_PLACE
  OffRootOrNotInPlace,  // at the root only without MPI_IN_PLACE, always away from it
  NotNoOp,              // not with MPI_NO_OP, nor when the target is MPI_PROC_NULL
  NotProcNull,          // not when the peer is MPI_PROC_NULL (see RoutineInfo::peerOf)
  NotFirst,             // not at rank 0, unless another buffer is MPI_IN_PLACE
};

/// The family of a routine. For collectives the family determines which members order which (see engine/order/Order.h).
enum class Class : std::uint8_t {
  Environment,  // init, finalize, abort, thread level
  Send,
  Receive,
  SendReceive,
  Probe,
  Partition,
  Start,
  Completion,
  RequestQuery,    // free, cancel, get_status, generalized requests, status queries
  CollectiveSync,  // barrier: all to all, with or without data
  CollectiveAll,   // all to all when data flows
  CollectiveFromRoot,
  CollectiveToRoot,
  CollectiveScan,      // lower or equal rank to higher
  CollectiveExscan,    // strictly lower rank to higher
  CollectiveNeighbor,  // along the edges of the topology
  CollectiveComm,      // creates or frees a communicator
  CollectiveWindow,    // creates, frees or fences a window
  CollectiveFile,
  CollectiveProcess,  // spawn, connect, accept
  RmaPut,
  RmaGet,
  RmaAccumulate,
  RmaFetch,  // get_accumulate, fetch_and_op, compare_and_swap
  WindowSync,
  Window,
  Communicator,  // local calls on communicators
  Topology,
  Group,
  Datatype,
  Op,
  Attribute,
  Info,
  ErrorHandler,
  File,
  Memory,
  Session,
  Pure,  // clocks, handle conversions, address arithmetic: legal at any time, not recorded
  Tool,  // MPI_T: not recorded
};

/// How a routine relates to the progress of others.
enum class Timing : std::uint8_t {
  Local,        // returns independently of other ranks
  Blocking,     // may wait for other ranks
  Nonblocking,  // starts an operation and returns a request
  Persistent,   // sets an operation up; a start call starts it
};

/// The effect of a routine on requests, epochs and the process, beyond its roles and timing.
enum class Effect : std::uint8_t {
  None,
  Init,
  Finalize,
  Abort,
  SessionInit,
  SessionFinalize,
  Start,
  StartAll,
  Wait,
  WaitAll,
  WaitAny,
  WaitSome,
  Test,
  TestAll,
  TestAny,
  TestSome,
  Cancel,
  RequestFree,
  Ready,    // Pready and its forms
  Arrived,  // Parrived
  Fence,
  Post,
  StartAccess,
  CompleteAccess,
  WaitExposure,
  TestExposure,
  Lock,
  LockAll,
  Unlock,
  UnlockAll,
  Flush,
  FlushAll,
  FlushLocal,
  FlushLocalAll,
  WinSync,
  WinCreate,
  WinFree,
  WinAttach,
  WinDetach,
  CommCreate,         // every member of the parent calls it
  CommCreatePartial,  // only the members of the new communicator call it
  CommFree,
};

enum class Routine : std::uint16_t {
#define MPI_ROUTINE(name, cls, timing, effect, args) name,
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) name, name##_c,
#include "mpi/Routines.def"
};

inline constexpr std::size_t kRoutineCount = 0
#define MPI_ROUTINE(name, cls, timing, effect, args) +1
#define MPI_ROUTINE_LARGE(name, cls, timing, effect, args) +2
#include "mpi/Routines.def"
    ;

struct Argument {
  Role role{};
  When when{};
  std::string_view name;
};

/// True for a rank that an operation is directed at or comes from, which may be MPI_PROC_NULL.
constexpr bool isPeer(Role role) { return role == Role::Dest || role == Role::Source || role == Role::Target; }

/// True for a buffer that an operation reads or writes.
constexpr bool isDataBuffer(Role role) {
  return role == Role::ReadBuffer || role == Role::WriteBuffer || role == Role::UpdateBuffer ||
         role == Role::BcastBuffer;
}

inline constexpr std::size_t kMaxArity = 14;
inline constexpr std::size_t kMaxBuffers = 3;

/// How many elements of a data buffer a call accesses.
enum class Amount : std::uint8_t {
  None,        // nothing describes them
  One,         // an element
  Whole,       // `count` elements
  Partitions,  // `partitions` times `count` elements
  Each,        // `count` elements for each member, or neighbor
  Listed,      // a count for each member, or neighbor, and perhaps a displacement and a datatype
};

/// A data buffer and its description, as indices of arguments; -1 for missing parts. Consecutive buffers share their
/// description.
struct BufferPlan {
  std::int8_t buffer = -1;
  std::int8_t count = -1;
  std::int8_t partitions = -1;
  std::int8_t displacements = -1;
  std::int8_t datatype = -1;  // one for all, or one for each part
  Amount amount{};
  bool isScattered = false;  // of a reduction: all parts are read, side by side, and that of the caller is written
};

struct RoutineInfo {
  Routine routine{};
  Routine base{};  // the row's routine; differs from `routine` for a large-count version
  std::string_view name;
  Class cls{};
  Timing timing{};
  Effect effect{};
  std::uint8_t arity{};
  std::array<Argument, kMaxArity> storage{};
  std::array<std::int8_t, kRoleCount> firstOf{};  // by role: the index of its first argument, or -1
  std::array<BufferPlan, kMaxBuffers> bufferStorage{};
  std::uint8_t bufferCount{};

  constexpr bool isLarge() const { return routine != base; }
  constexpr std::span<const Argument> args() const { return {storage.data(), arity}; }
  constexpr std::span<const BufferPlan> buffers() const { return {bufferStorage.data(), bufferCount}; }
  /// That of a data buffer; without anything for another argument, or none.
  constexpr BufferPlan bufferAt(int argument) const {
    for (const BufferPlan &plan : buffers())
      if (plan.buffer == argument) return plan;
    return {};
  }
  /// Index of the first argument with `role` at or after `from`, or -1.
  constexpr int indexOf(Role role, std::size_t from = 0) const {
    if (from == 0) return firstOf[static_cast<std::size_t>(role)];
    for (std::size_t i = from; i < arity; ++i)
      if (storage[i].role == role) return static_cast<int>(i);
    return -1;
  }
  /// Index of the nearest argument before an array that is a number of elements, or -1.
  constexpr int lengthOf(std::size_t array) const {
    for (std::size_t i = array; i-- > 0;)
      if (storage[i].role == Role::Length || storage[i].role == Role::BlockCount) return static_cast<int>(i);
    return -1;
  }
  /// Index of the rank that `argument` belongs to, or -1: the next peer after it, else the last one before it. A tag
  /// always follows its peer.
  constexpr int peerOf(std::size_t argument) const {
    for (std::size_t i = argument; i < arity && storage[argument].role != Role::Tag; ++i)
      if (isPeer(storage[i].role)) return static_cast<int>(i);
    for (std::size_t i = argument; i-- > 0;)
      if (isPeer(storage[i].role)) return static_cast<int>(i);
    return -1;
  }
};

struct RoleInfo {
  std::string_view name;
  Capture capture{};
  std::string_view type;       // C type of the argument
  std::string_view largeType;  // C type in the `_c` version
};

std::span<const RoutineInfo> routines();
const RoutineInfo &info(Routine routine);
const RoleInfo &info(Role role);
/// Of an argument of `routine` with this role.
Element elementOf(const RoutineInfo &routine, Role role);
/// The kind of handle that an argument with this role is or points to, in whatever routine; Other for what is none.
Element handleKind(Role role);

/// Finds a routine by any of its spellings: MPI_Put, PMPI_Put, mpi_put, mpi_put_, mpi_put_f08_, mpi_put_f08ts_.
std::optional<Routine> findRoutine(std::string_view spelling);

bool isCollective(Class cls);
/// The index of the communicator, window or file on which all members call this routine in the same order as other
/// collectives; -1 if there is none.
int sequenceArgument(const RoutineInfo &routine);

/// When a send is complete: when its buffer can be reused (which may require the receive), when the receive has
/// started, or immediately because of a buffer provided by the program. A ready send is like a standard one.
enum class SendMode : std::uint8_t { Standard, Synchronous, Buffered };
SendMode sendMode(const RoutineInfo &routine);

/// True for routines that may also be called before MPI_Init and after MPI_Finalize.
bool isAllowedAnytime(Routine routine);

/// True for routines that the recorder intercepts.
constexpr bool isRecorded(Class cls) { return cls != Class::Pure && cls != Class::Tool; }

/// Changes whenever a row or the order of rows changes; a trace stores it, since its routine numbers depend on it.
std::uint32_t tableFingerprint();

}  // namespace lockstep::mpi
