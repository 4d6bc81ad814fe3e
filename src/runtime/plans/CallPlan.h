// All that the recorder wants to know of each routine, worked out once from the table of routines: how each argument is
// captured (from its role and the role's C type), and what the routine has to do with handles, values and memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mpi/Routine.h"
#include "runtime/plans/SpecialValues.h"

namespace lockstep::runtime {

/// Whether a map keeps ids of the handles; those of other kinds are recorded as their bits.
constexpr bool hasIds(mpi::Element kind) { return kind >= mpi::Element::Comm && kind <= mpi::Element::File; }
inline constexpr std::size_t kKindsWithIds = 6;
constexpr std::size_t indexOf(mpi::Element kind) {
  return static_cast<std::size_t>(kind) - static_cast<std::size_t>(mpi::Element::Comm);
}
static_assert(indexOf(mpi::Element::File) + 1 == kKindsWithIds);

/// What determines the number of elements of an array.
enum class Elements : std::uint8_t {
  None,          // not followed
  Stated,        // another argument
  Triples,       // three times another argument
  Edges,         // the degrees of the nodes, which are an array themselves
  Dimensions,    // of the communicator's grid
  Members,       // the communicator: its size, or that of the remote group
  LocalMembers,  // the communicator: the size of the local group
  Sources,       // the neighbors that this process receives from
  Destinations,  // the neighbors that it sends to
};

/// What a call does to a handle with an id.
enum class HandleUse : std::uint8_t { None, Makes, Frees, Commits };

/// Read at every call: its size is a power of two.
struct alignas(16) ArgumentPlan {
  mpi::Capture capture{};
  mpi::Element element{};
  Special special = Special::None;
  std::uint8_t width = 0;  // bytes at a pointer, or of one array element; 0: not dereferenced
  Elements elements = Elements::None;
  bool isCumulative = false;  // each element has those before it added
  mpi::When when{};
  std::int8_t length = -1;   // for an array, the argument with the number of its elements, or with the degrees
  std::int8_t inPlace = -1;  // for an array, the buffer that makes it meaningless when it is in place
  std::int8_t peer = -1;     // the rank that it belongs to
  HandleUse handleUse{};
};

/// What a routine does to memory in flight (watch/InFlight.h).
enum class InFlightPart : std::uint8_t {
  None,
  Holds,  // as long as it runs: of interest to other threads only
  Begins,
  SetsUp,
  OneSided,
  Starts,
  Completes,
  FreesRequest,
  Synchronizes,
  Window
};

/// What a routine has to do with values (calls/Values.h).
struct ValuePlan {
  bool concerns = false;
  bool completes = false;  // operations of a window
  bool endsRequests = false;
  std::int8_t given = -1;
  std::int8_t compared = -1;
  std::int8_t fetched = -1;
  std::int8_t target = -1;
  std::int8_t window = -1;
  std::int8_t request = -1;
  std::int8_t freedWindow = -1;
};

/// The arguments of a routine, as bits (watch/MemoryRecord.h).
struct MemoryPlan {
  std::uint16_t pointers = 0;  // to memory whose size or type matters
  std::uint16_t values = 0;    // that say which part of that memory the call accesses, and as what
  std::uint16_t peers = 0;     // of which only matters whether they are special
  std::uint16_t arrays = 0;    // pointers to arrays that the call reads or writes whole
};
static_assert(mpi::kMaxArity <= 16);

struct CallPlan {
  const mpi::RoutineInfo *row = nullptr;
  std::uint8_t arity = 0;
  bool hasArrays = false;       // some argument needs Array records
  std::uint8_t addresses = 0;   // of handles, behind the arguments of the enter record
  std::uint8_t results = 0;     // values that the leave record carries
  bool hasNeighbors = false;    // a neighborhood collective
  bool isDefinition = false;    // see trace/Definitions.h
  bool changesWindow = false;   // what memory a window exposes
  bool changesHandles = false;  // makes or frees handles with ids
  bool completes = false;       // requests: its statuses say whether they were cancelled
  std::int8_t comm = -1;        // the communicator and the root of a collective
  std::int8_t root = -1;
  std::int8_t sequence = -1;  // what the collectives are counted on that this one belongs to
  std::int8_t found = -1;     // for a poll, the argument that says whether it found something
  std::int8_t outCount = -1;  // the argument that says how many requests are complete
  std::int8_t indices = -1;   // the argument that says which of an array are, where it may be some only
  std::int8_t typesOut = -1;  // the types that a type is made of
  std::int8_t status = -1;    // the status or array of statuses that gets replaced when the program ignores it
  InFlightPart inFlight{};
  ValuePlan values{};
  MemoryPlan memory{};
  std::array<ArgumentPlan, mpi::kMaxArity> arguments{};
};

/// Builds all plans; called once, before any call is recorded.
void makeCallPlans();
const CallPlan &callPlan(mpi::Routine routine);

}  // namespace lockstep::runtime
