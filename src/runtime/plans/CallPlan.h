// How the arguments of each routine are captured, computed once from the routine table: the capture of the role, and
// from the role's C type its kind, e.g. a handle, and the width of a pointer's target.
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

struct ArgumentPlan {
  mpi::Capture capture{};
  mpi::Element element{};
  Special special = Special::None;
  std::uint8_t width = 0;  // bytes at a pointer, or of one array element; 0: not dereferenced
  Elements elements = Elements::None;
  bool isCumulative = false;  // each element has those before it added
  mpi::When when{};
  std::int8_t length = -1;   // for an array, the argument with its length, or with the degrees
  std::int8_t inPlace = -1;  // for an array, the buffer that makes it insignificant if in place
};

struct CallPlan {
  std::uint8_t arity = 0;
  bool hasArrays = false;      // some argument needs Array records
  std::uint8_t addresses = 0;  // of handles, after the arguments of the Enter record
  std::uint8_t results = 0;    // values that the leave record carries
  bool hasNeighbors = false;   // a neighborhood collective
  bool isDefinition = false;   // see trace/Definitions.h
  bool changesWindow = false;  // the memory exposed by a window
  bool completes = false;      // requests: its statuses have their cancel flags
  std::int8_t comm = -1;       // the communicator and the root of a collective
  std::int8_t root = -1;
  std::int8_t sequence = -1;  // the argument that identifies the sequence of this collective
  std::int8_t found = -1;     // for a poll, the argument that tells whether it was successful
  std::int8_t outCount = -1;  // the argument with the number of completed requests
  std::int8_t status = -1;    // the status or array of statuses that gets replaced when the program ignores it
  std::array<ArgumentPlan, mpi::kMaxArity> arguments{};
};

/// Builds all plans; called once, before any call is recorded.
void makeCallPlans();
const CallPlan &callPlan(mpi::Routine routine);

}  // namespace lockstep::runtime
