// How the arguments of each routine are captured, worked out once from the routine table: the capture of the role, and
// from the role's C type what it is, a handle say, and the width of what a pointer leads to.
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

/// What says how many elements an array has.
enum class Elements : std::uint8_t {
  None,          // not followed
  Stated,        // another argument
  Triples,       // three times another argument
  Edges,         // the degrees of the nodes, which are an array themselves
  Dimensions,    // the communicator: those of its grid
  Members,       // the communicator: its size, or that of the remote group
  LocalMembers,  // the communicator: the size of the local group
  Sources,       // the neighbors that this process receives from
  Destinations,  // the neighbors that it sends to
};

struct ArgumentPlan {
  mpi::Capture capture{};
  mpi::Element element{};
  Special special = Special::None;
  std::uint8_t width = 0;  // bytes behind a pointer, or of one array element; 0: not followed
  Elements elements = Elements::None;
  bool isCumulative = false;  // each element has those before it added
  mpi::When when{};
  std::int8_t length = -1;   // for an array, the argument with the number of its elements, or with the degrees
  std::int8_t inPlace = -1;  // for an array, the buffer that makes it meaningless when it is in place
};

struct CallPlan {
  std::uint8_t arity = 0;
  bool hasArrays = false;      // some argument needs Array records
  std::uint8_t addresses = 0;  // of handles, behind the arguments of the enter record
  std::uint8_t results = 0;    // values that the leave record carries
  bool hasNeighbors = false;   // a neighborhood collective
  bool isDefinition = false;   // see trace/Definitions.h
  bool changesWindow = false;  // what memory a window exposes
  bool completes = false;      // requests: its statuses say whether they were cancelled
  std::int8_t comm = -1;       // the communicator and the root of a collective
  std::int8_t root = -1;
  std::int8_t sequence = -1;  // what the collectives are counted on that this one belongs to
  std::int8_t found = -1;     // for a poll, the argument that says whether it found something
  std::int8_t outCount = -1;  // the argument that says how many requests are complete
  std::int8_t indices = -1;   // the argument that says which of an array are, where it may be some only
  std::int8_t status = -1;    // the status or array of statuses that gets replaced when the program ignores it
  std::array<ArgumentPlan, mpi::kMaxArity> arguments{};
};

/// Builds all plans; called once, before any call is recorded.
void makeCallPlans();
const CallPlan &callPlan(mpi::Routine routine);

}  // namespace lockstep::runtime
