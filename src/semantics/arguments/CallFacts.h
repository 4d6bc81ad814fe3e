// What is known of the arguments of a call: to the engine from the records, to symbolic execution on a path.
//
// What is not known is none, and then nothing is said. An interface and no template: so the sentences stand in source
// files and are compiled once, and nothing that is hot calls through it, since repeated calls are judged once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/CommNeeds.h"
#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "mpi/Significance.h"

namespace lockstep::semantics {

enum class HandleState : std::uint8_t {
  Unknown,
  Valid,
  Null,
  Freed,
  Invalid,   // freed, or never created
  Doubtful,  // or created by a routine that nobody knows
};

/// What is known of a datatype that is passed. A derived one of a single value is as good as predefined: those that
/// Fortran asks for by precision look like that. Nothing is set for it, nor for one that is null or not known.
struct TypeFacts {
  const mpi::PredefinedTypeInfo *predefined = nullptr;
  bool isDerived = false;
  const mpi::PredefinedTypeInfo *basic = nullptr;  // of which all of a derived one consists, where that is one
};

struct OpFacts {
  std::optional<mpi::PredefinedOp> predefined;
  bool isOwn = false;  // made by the program
};

/// The topology of a Cartesian communicator.
struct Grid {
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> periods;
};

/// Elements are those of an array, by number; of any other argument, it itself is its element 0.
class CallFacts {
 public:
  explicit CallFacts(const mpi::RoutineInfo &routine) : routine_(routine) {}
  virtual ~CallFacts() = default;

  const mpi::RoutineInfo &routine() const { return routine_; }
  mpi::Role roleOf(std::size_t argument) const { return routine_.storage[argument].role; }
  bool isCalled(std::size_t argument, std::string_view name) const { return routine_.storage[argument].name == name; }

  /// Never for an argument that the call is not given.
  virtual bool isSignificant(std::size_t argument) const = 0;
  /// With the values of Special.h. A buffer is 0, MPI_IN_PLACE or, if known, another address.
  virtual std::optional<std::int64_t> number(std::size_t argument) const = 0;
  /// How many elements of an array can be looked at.
  virtual std::size_t length(std::size_t array) const = 0;
  virtual std::optional<std::int64_t> element(std::size_t array, std::size_t index) const = 0;
  /// Of a pointer to a result, a handle or an array: it is surely null.
  virtual bool isNull(std::size_t argument) const = 0;

  virtual HandleState handle(std::size_t argument, std::size_t element) const = 0;
  /// A handle that nobody makes or frees.
  virtual bool isPredefined(std::size_t argument) const = 0;
  virtual const mpi::PredefinedTypeInfo *predefinedType(std::size_t argument, std::size_t element) const = 0;
  virtual TypeFacts type(std::size_t argument) const = 0;
  virtual std::optional<bool> isCommitted(std::size_t argument, std::size_t element) const = 0;
  /// Data of the type, at the null address, would surely lie where there is no memory.
  virtual bool liesNowhere(std::size_t type) const = 0;
  virtual OpFacts op(std::size_t argument) const = 0;

  /// "MPI_COMM_WORLD"; the argument is the communicator that the call is made on.
  virtual std::string describeComm(std::size_t argument) const = 0;
  virtual std::optional<bool> isInter() const = 0;
  virtual std::optional<mpi::Topology> topology() const = 0;
  /// None where it is not known.
  virtual const Grid *grid() const { return nullptr; }
  /// Of the caller in that communicator.
  virtual std::optional<std::int64_t> ownRank() const = 0;
  /// How many ranks there are in the communicator or window that the caller can name as its peers; what has them.
  virtual std::optional<std::int64_t> peerCount() const = 0;
  virtual std::string describePeers() const = 0;
  virtual std::optional<std::int64_t> largestTag() const { return std::nullopt; }
  /// Of the group that the call reads first.
  virtual std::optional<std::int64_t> groupSize() const = 0;
  /// Displacements into the window are addresses.
  virtual std::optional<bool> isDynamicWindow() const = 0;
  /// What the key was made to keep attributes of; Other where that is not known.
  virtual mpi::Element keyOwner(std::size_t /*argument*/) const { return mpi::Element::Other; }

  /// Of the first argument with this role, or of that name.
  std::optional<std::int64_t> number(mpi::Role role) const;
  int indexOf(std::string_view name) const;
  /// All elements; none where one is not known.
  std::optional<std::vector<std::int64_t>> numbers(int array) const;

 private:
  const mpi::RoutineInfo &routine_;
};

}  // namespace lockstep::semantics
