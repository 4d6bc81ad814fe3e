// The records of a trace: what a recorder writes and an engine reads, live or later.
//
// A process writes one stream per thread; a stream is a sequence of chunk files. A chunk is a ChunkHeader followed by
// records, each a RecordHeader and its body, padded to 8 bytes. `committed` is stored with release order after the
// record is complete, so a reader in another process (or after a crash) sees whole records only. `sequence` counts
// over all threads of the process without gaps: merging the streams by it gives the process's order of events.
//
// Why not one stream per process: threads would have to share the write position. Why fixed structs instead of a
// packed encoding: the writer runs inside MPI calls and must cost nanoseconds; kept traces are compressed with zstd.
//
// Variable parts follow the struct directly; the comment before a struct names them. Numbers are little endian.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lockstep::trace {

inline constexpr std::uint64_t kMagic = 0x31304b434f4c534cULL;  // "LSLOCK01"
inline constexpr std::uint32_t kVersion = 4;
inline constexpr int kMetaSchema = 2;  // of meta.json
inline constexpr std::uint32_t kChunkBytes = 1U << 20;
inline constexpr std::uint32_t kFirstChunkBytes = 1U << 17;  // many threads write little
inline constexpr std::uint32_t kMaxRecordBytes = 1U << 18;
inline constexpr std::uint64_t kFirstSequence = 0;    // of a process
inline constexpr std::uint32_t kMaxRanks = 1U << 24;  // in a world or a group

/// Handles in call records are ids that an earlier record has defined, or one of these.
inline constexpr std::int64_t kNullHandle = 0;
inline constexpr std::int64_t kUnknownHandle = -1;

/// Whether more comes; stored in ChunkHeader::sealed.
enum class Seal : std::uint32_t {
  Open,       // records may still come into this chunk
  Continued,  // full: the stream continues in the next chunk
  Ended,      // the thread's last chunk
  Stopped,    // the recorder gave up here (no space), the thread went on unrecorded
};

struct ChunkHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t headerBytes;
  std::uint32_t chunkBytes;    // size of the file, fully allocated
  std::uint32_t routineTable;  // mpi::tableFingerprint() of the recorder
  std::uint64_t node;          // hash of the host name; (node, pid) names the process
  std::uint32_t pid;
  std::uint32_t thread;                  // 0 is the first thread that called MPI
  std::uint32_t index;                   // number of this chunk in its stream, from 0
  std::atomic<Seal> sealed;              // other than Open: no more records will be added
  std::atomic<std::uint64_t> committed;  // bytes of the file that hold whole records, this header included
  std::atomic<std::uint64_t> wanted;     // incremented by a live reader that requests accesses not yet recorded
};
static_assert(sizeof(ChunkHeader) == 64);

enum class Kind : std::uint16_t {
#define RECORD(name, number) name = number,
#include "trace/Records.def"
};
inline constexpr std::uint16_t kLastKind = static_cast<std::uint16_t>(Kind::Misplaced);

struct RecordHeader {
  Kind kind;
  std::uint16_t words;  // size of the record in 8-byte words, this header included
  std::uint32_t site;   // site of the event, 0 if there is none
  std::uint64_t sequence;
};
static_assert(sizeof(RecordHeader) == 16);

/// Written once, after MPI_Init has returned.
struct Process {
  RecordHeader header;
  std::uint32_t worldRank;
  std::uint32_t worldSize;
  std::uint32_t threadLevelAsked;
  std::uint32_t threadLevelGranted;
  std::uint64_t time;          // nanoseconds, CLOCK_MONOTONIC
  std::int32_t largestTag;     // MPI_TAG_UB
  std::uint16_t requestBytes;  // size of a request handle
  std::uint8_t isSpawned;      // 1: started by another world, which its own does not belong to
  char flavor[9];              // "mpich", "openmpi"
};
static_assert(sizeof(Process) == 56);

/// A loaded object. + path, NUL-terminated
struct Module {
  RecordHeader header;
  std::uint32_t id;
  std::uint32_t buildIdBytes;
  std::uint64_t base;  // load bias: address = base + offset
  std::uint64_t end;
  std::uint8_t buildId[24];
};
static_assert(sizeof(Module) == 64);

/// A place in the code: the return address of a call. `header.site` is the site being defined.
struct Site {
  RecordHeader header;
  std::uint32_t module;
  std::uint32_t reserved;
  std::uint64_t offset;  // of the return address in its module
};
static_assert(sizeof(Site) == 32);

/// A place in the source, known without debug information. + file, NUL, function, NUL
struct ResolvedSite {
  RecordHeader header;
  std::uint32_t line;
  std::uint32_t column;
};
static_assert(sizeof(ResolvedSite) == 24);

/// Who called the code at `header.site`: a call stack, innermost first. + uint32_t site[count]
struct Stack {
  RecordHeader header;
  std::uint32_t id;
  std::uint32_t count;
};
static_assert(sizeof(Stack) == 24);

/// How a communicator was created; determines its id (see CommId.h).
enum class CommOrigin : std::uint8_t {
  Predefined,  // world, self, parent
  Collective,  // by a collective call of all members of the parent
  Partial,     // by a call of the new members only
  Inter,       // an intercommunicator of two groups
};

/// A run of world ranks: first, first + stride, … A rank outside the world is kOutsideWorld.
struct RankRange {
  std::uint32_t first;
  std::int32_t stride;
  std::uint32_t count;
};
static_assert(sizeof(RankRange) == 12);
inline constexpr std::uint32_t kOutsideWorld = 0xffffffffU;

/// A communicator. The id is the same on every member. + RankRange local[localRanges], RankRange remote[remoteRanges]
struct Comm {
  RecordHeader header;
  std::uint64_t id;
  std::uint64_t parent;  // id, 0 if there is none
  std::uint64_t index;   // number of the creating call among those on the parent (or with this group and tag)
  CommOrigin origin;
  std::uint8_t more;  // 1: too many ranges for one record, continued by the next record of this id
  std::uint8_t reserved[2];
  std::uint32_t localRanges;
  std::uint32_t remoteRanges;  // 0: an intracommunicator
  std::uint32_t topology;      // as in mpi/Special.h, 0: none
};
static_assert(sizeof(Comm) == 56);

/// The neighbors of this process in a communicator with a topology, as ranks in it (mpi::kProcNull for missing ones),
/// in the order of neighborhood collectives. + std::int64_t sources[sourceCount], std::int64_t
/// destinations[destinationCount]
struct Neighbors {
  RecordHeader header;
  std::uint64_t comm;
  std::uint32_t sourceCount;
  std::uint32_t destinationCount;
};
static_assert(sizeof(Neighbors) == 32);

/// A group. + RankRange members[ranges]
struct Group {
  RecordHeader header;
  std::uint64_t id;
  std::uint32_t ranges;
  std::uint32_t more;  // as in Comm
};
static_assert(sizeof(Group) == 32);

/// `count` runs of `elements` values of one predefined type, `stride` bytes apart; the values of a run are contiguous.
struct TypeBlock {
  std::int64_t displacement;
  std::int64_t stride;
  std::uint32_t count;
  std::uint32_t elements;
  std::uint32_t basic;  // the predefined type, see mpi/Predefined.def
  std::uint32_t reserved;
};
static_assert(sizeof(TypeBlock) == 32);

/// A derived datatype as its flattened map, in the order of the type map. No block, but a size: a map too long to be
/// recorded. + TypeBlock blocks[blockCount]
struct Type {
  RecordHeader header;
  std::uint64_t id;
  std::int64_t lowerBound;
  std::int64_t extent;
  std::uint64_t size;
  std::uint32_t blockCount;
  std::uint8_t more;         // as in Comm
  std::uint8_t isCommitted;  // from its creation (a duplicate of a committed type, a Fortran type)
  std::uint8_t reserved[2];
};
static_assert(sizeof(Type) == 56);

/// The bytes in the status of an operation that was cancelled; -1 where a status was not set.
inline constexpr std::int64_t kCancelledBytes = -2;

/// Elements of an array argument of the Enter or Leave that follows in this thread; long arrays take several records.
/// + std::int64_t values[count] (for statuses four each: source, tag, error, bytes)
struct Array {
  RecordHeader header;
  std::uint32_t argument;
  std::uint32_t count;
  std::uint64_t offset;  // index of the first value in the whole array
};
static_assert(sizeof(Array) == 32);

/// Before an MPI call. + std::int64_t arguments[argumentCount], one per argument of the routine: integers (special ones
/// as in mpi/Special.h), addresses, ids of handles. After them, in the same order, the address of every handle that the
/// call reads through a pointer (HandleInOut), 0 if it is not the program's own variable.
struct Enter {
  RecordHeader header;
  std::uint16_t routine;
  std::uint16_t argumentCount;
  std::uint32_t stack;  // 0: none
  std::uint64_t time;
};
static_assert(sizeof(Enter) == 32);

/// After an MPI call: the return code, and for every argument that it wrote the new value, in argument order: one value
/// each, four for a status (source, tag, error, bytes), the length for an array (its elements are in preceding Array
/// records). `repeats` counts unsuccessful calls (false tests) of the same site with the same arguments that were
/// folded into this one. + std::int64_t results[resultCount]
struct Leave {
  RecordHeader header;
  std::uint16_t routine;
  std::uint16_t resultCount;
  std::int32_t code;
  std::uint64_t time;
  std::uint64_t repeats;
};
static_assert(sizeof(Leave) == 40);

/// Only where old records may be dropped: the collective that the thread calls next is the process's `number`-th, from
/// 1, on that communicator, window or file. By it ranks whose records begin at different points find together.
struct Round {
  RecordHeader header;
  std::uint64_t owner;  // id of the communicator, window or file
  std::uint64_t number;
};
static_assert(sizeof(Round) == 32);

enum class AccessKind : std::uint8_t { Load, Store, AtomicLoad, AtomicStore, AtomicUpdate };

/// `count` accesses of `bytes` bytes each, `stride` apart, by the thread between the previous and the next event in its
/// stream; they are not ordered among each other.
struct Access {
  RecordHeader header;
  std::uint64_t address;
  std::int64_t stride;
  std::uint64_t count;
  std::uint32_t bytes;
  AccessKind access;
  std::uint8_t isPoll;  // 1: a load that decides whether its own loop continues
  std::uint8_t reserved[2];
};
static_assert(sizeof(Access) == 48);

/// Irregular loads or stores: of the places that are `step` bytes apart from `address` on, those whose bit is set were
/// accessed, the lowest bit of the first word first.
struct AccessBits {
  RecordHeader header;
  std::uint64_t address;
  std::uint32_t bytes;  // of one access, which may reach into the next places
  std::uint32_t step;
  AccessKind access;
  std::uint8_t isPoll;
  std::uint8_t reserved[6];
  std::uint64_t bits[8];
};
static_assert(sizeof(AccessBits) == 104);

/// What a value was to the operation that carried it.
enum class ValueRole : std::uint8_t {
  Given,     // in the origin buffer, before the Enter of the RMA call that follows in this thread
  Compared,  // in the compare buffer
  Fetched,   // in the result buffer, before the Leave of the call that completes the operation
  Loaded,    // by an atomic load or update, after its Access
  Stored,    // by an atomic store or update, after its Access
};

/// A value of at most 16 bytes carried by an atomic access or a small RMA operation, at its address in this process.
/// `time`: for an atomic access, before its store and after its load; 0 for an RMA operation, whose Enter and Leave
/// have one.
struct Value {
  RecordHeader header;
  std::uint64_t address;
  std::uint32_t bytes;
  ValueRole role;
  std::uint8_t isUpdate;  // 1: of an atomic update, which has two values: first the stored one
  std::uint8_t reserved[2];
  std::uint8_t value[16];
  std::uint64_t time;
};
static_assert(sizeof(Value) == 56);

enum class ThreadEvent : std::uint8_t {
  Fork,
  Begin,
  End,  // the thread, task or member of a region has come to its end
  Join,
  BarrierEnter,
  BarrierLeave,
  Acquire,
  Release,
  Post,        // releases as an end does, but the thread continues
  Rest,        // all threads that could run in the process are inside calls that may wait, or wait for such threads
  Stir,        // something acts again
  Switch,      // the thread now executes the task with this object; 0: its own code
  BeginAlone,  // as Begin, of a region that has one member
  WorkBegin,   // begins the body of a single, a section or a loop chunk, which any thread could have executed;
               // a nonzero object is the task of a taskloop
  WorkEnd,
  Blind,  // no code of the process is instrumented: the order by its atomic accesses is not recorded
};

/// Order between the threads of a process: `object` links two events.
struct ThreadOrder {
  RecordHeader header;
  std::uint64_t object;
  ThreadEvent event;
  std::uint8_t reserved[7];
};
static_assert(sizeof(ThreadOrder) == 32);

/// Memory of this process whose lifetime has ended: a freed heap block, the stack of an ended thread or task. Earlier
/// completed accesses to it are unrelated to later ones.
struct Freed {
  RecordHeader header;
  std::uint64_t address;
  std::uint64_t bytes;
};
static_assert(sizeof(Freed) == 32);

/// The kind of a value in the program's memory.
enum class ValueKind : std::uint8_t {
  Signed,
  Unsigned,
  Whole,  // an integer of either kind: an enumeration
  Floating,
  Logical,
  Byte,  // characters, and bytes that may hold anything
  Pointer,
  Anything,  // a union, a bit field, or unknown
};

/// `count` values side by side.
struct LayoutPart {
  std::uint32_t offset;
  std::uint32_t count;
  std::uint32_t bytes;  // of one
  ValueKind kind;
  std::uint8_t reserved[3];
};
static_assert(sizeof(LayoutPart) == 16);

/// A type of the program from its debug information: values by ascending offset, complex numbers as two each; the rest
/// is padding. + LayoutPart parts[partCount]
struct Layout {
  RecordHeader header;
  std::uint64_t id;
  std::uint64_t bytes;  // from one element of an array to the next
  std::uint32_t partCount;
  std::uint32_t reserved;
  char name[48];  // in the source, perhaps cut off
};
static_assert(sizeof(Layout) == 88);

enum class MemoryKind : std::uint8_t { Variable, Heap };

/// The object that an argument of the next Enter in this thread points into. Omitted if the object is unknown, and if a
/// call from the same place has recorded the same before.
struct Memory {
  RecordHeader header;
  std::uint64_t before;  // bytes of the object before the address
  std::uint64_t bytes;   // and from it on
  std::uint64_t layout;  // of its elements; 0: unknown
  std::uint32_t argument;
  MemoryKind kind;
  std::uint8_t isMixed;  // 1: the program accesses it as another type, too
  std::uint8_t reserved[2];
};
static_assert(sizeof(Memory) == 48);

enum class ReleaseKind : std::uint8_t { Free, Return };

/// Memory that a window of the process exposes, or that a pending operation may use, is released: freed, or a variable
/// whose function returns.
struct Released {
  RecordHeader header;
  std::uint64_t address;
  std::uint64_t bytes;
  ReleaseKind how;
  std::uint8_t reserved[3];
  std::uint32_t stack;  // 0: none
};
static_assert(sizeof(Released) == 40);

/// How a window got its memory.
enum class WindowFlavor : std::uint8_t { Create, Allocate, Dynamic, Shared };

/// Which accumulates of one origin to one location are ordered: all, unless the window's info says otherwise.
inline constexpr std::uint8_t kReadAfterRead = 1;
inline constexpr std::uint8_t kReadAfterWrite = 2;
inline constexpr std::uint8_t kWriteAfterRead = 4;
inline constexpr std::uint8_t kWriteAfterWrite = 8;

/// A window and the memory that this process exposes in it. Precedes the Leave of the creating call; the memory of a
/// dynamic window is attached and detached by calls.
struct Window {
  RecordHeader header;
  std::uint64_t id;
  std::uint64_t comm;
  std::uint64_t base;
  std::uint64_t size;
  std::uint32_t displacementUnit;
  WindowFlavor flavor;
  std::uint8_t accumulateOrder;
  std::uint8_t reserved[2];
};
static_assert(sizeof(Window) == 56);

/// Where this process maps the memory of a member of a shared window, including its own.
struct SharedPart {
  RecordHeader header;
  std::uint64_t window;
  std::uint64_t base;
  std::uint64_t size;
  std::uint32_t member;  // rank in the window's communicator
  std::uint32_t reserved;
};
static_assert(sizeof(SharedPart) == 48);

/// The library's description of an error in the thread's current call. If it is fatal the library is about to end the
/// process; otherwise the call returns the error, and its Leave follows. + name of the error class (empty:
/// user-defined), NUL, the library's message, NUL
struct Failure {
  RecordHeader header;
  std::int32_t code;
  std::uint8_t isFatal;
  std::uint8_t isUnused;  // 1: the program ignores the return value; 0 also if unknown
  std::uint8_t reserved[2];
  std::uint64_t time;
};
static_assert(sizeof(Failure) == 32);

/// The next accesses in the thread are made by this user-defined operation, called by the library; 0: by the thread
/// itself. Only around Access and AccessBits records.
struct Callback {
  RecordHeader header;
  std::uint64_t function;  // its address, as passed to the call that created the operation
};
static_assert(sizeof(Callback) == 24);

/// The library has created the window of the current call at a wrong address. + the library's version, NUL
struct Misplaced {
  RecordHeader header;
  std::uint64_t given;   // the base that the call names or returns
  std::uint64_t placed;  // the base that the library has
};
static_assert(sizeof(Misplaced) == 32);

/// A signal that ends the process, unless a handler of the program recovers: then records of the thread follow. Its
/// site is where it was raised. A second record with the same time has the site if the first lacks it.
struct Signal {
  RecordHeader header;
  std::uint32_t number;
  std::uint32_t thread;  // that received it; kNoThread: one that has recorded nothing
  std::uint64_t time;
};
static_assert(sizeof(Signal) == 32);

inline constexpr std::uint32_t kNoThread = 0xffffffffU;

/// The process calls exit or returns from main.
struct Exit {
  RecordHeader header;
  std::int32_t status;
  std::uint32_t reserved;
  std::uint64_t time;
};
static_assert(sizeof(Exit) == 32);

/// The kind of a record's struct.
template <class Record>
inline constexpr Kind kKindOf{};
#define RECORD(name, number) \
  template <>                \
  inline constexpr Kind kKindOf<name> = Kind::name;
#include "trace/Records.def"

}  // namespace lockstep::trace
