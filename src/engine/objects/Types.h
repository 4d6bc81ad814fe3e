// The datatypes of a process: what a handle in its calls stands for.
//
// Two ends of a transfer agree when the basic types that they name, one after the other, are the same; how the values
// lie in memory is each end's own affair. So a datatype has two faces. Its signature is a pattern of runs of basic
// types that repeats, pairs such as MPI_2INT taken apart. Its layout is a list of strided runs of bytes. Neither is
// ever written out for a count: comparing stops as soon as both patterns begin anew together, and the layout of a
// million elements is again a few strided runs.
//
// Basic types that differ only in name are told apart from those that differ in what the bits mean: MPI_BYTE against
// anything, integers of one size, reals of one size, a complex number against two reals. The standard forbids these
// too, but they do no harm.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mpi/Predefined.h"
#include "semantics/layout/StridedRun.h"
#include "semantics/layout/TypeBlock.h"
#include "trace/Record.h"

namespace lockstep::engine {

/// `count` values of one basic type.
struct BasicRun {
  mpi::PredefinedType basic{};
  std::uint64_t count = 0;
  friend bool operator==(const BasicRun &, const BasicRun &) = default;
};

using ByteRun = semantics::StridedRun;
using semantics::endOf;
using semantics::moved;
using semantics::normalized;
using semantics::overlap;

struct Datatype {
  std::string_view name;  // of a predefined one, otherwise empty
  std::int64_t lowerBound = 0;
  std::int64_t extent = 0;
  std::uint64_t size = 0;
  std::vector<BasicRun> pattern;  // the signature is `repeats` times this, neighbors of one type in one run
  std::uint64_t repeats = 1;
  bool isComplete = true;                    // false: too intricate to be compared, `pattern` is empty
  std::vector<ByteRun> layout;               // of one element
  std::vector<semantics::TypeBlock> blocks;  // the same with the basic types; empty where it is not complete
};

using DatatypePtr = std::shared_ptr<const Datatype>;

/// A derived datatype and the handle that a call names it by.
struct NamedType {
  std::int64_t handle = 0;
  DatatypePtr type;
  bool operator==(const NamedType &) const = default;
};

struct Call;

/// Null for a handle that no predefined type has.
const Datatype *predefinedType(std::int64_t handle);

class Types {
 public:
  /// A record of too many blocks goes on in the next one of the same id.
  void define(const trace::Type &record);
  /// Gives the call the derived types that it names: it may outlive them. Forgets the one that it frees.
  void attach(Call &call);
  /// A predefined type, or one that is defined and not freed; null for the null handle and for one that is not known.
  const Datatype *find(std::int64_t handle) const;

 private:
  std::unordered_map<std::int64_t, DatatypePtr> known_;
  std::unordered_map<std::int64_t, std::vector<semantics::TypeBlock>> incomplete_;
};

/// `count` elements of a type.
struct Elements {
  std::uint64_t count = 0;
  const Datatype *type = nullptr;
};

/// Saturates.
std::uint64_t bytesOf(Elements elements);
/// "4 x MPI_INT", "1 x a derived type of 4 x MPI_INT", with its size and extent where the two differ
std::string describe(Elements elements);
/// ": the datatype has size 8 and extent 64"; empty for a predefined type, and where the two are the same.
std::string describeExtent(const Datatype &type);

/// Where two signatures name different basic types.
struct TypeDifference {
  std::uint64_t element = 0;  // of the first sequence, counted in basic types from 0
  mpi::PredefinedType first{};
  mpi::PredefinedType second{};
  bool isSoft = false;  // the bits mean the same, or one of them is MPI_BYTE
};

struct Comparison {
  std::strong_ordering amount = std::strong_ordering::equal;  // of the first against the second, in bytes
  std::optional<TypeDifference> difference;                   // in what both have: the first hard one, else a soft one

  bool isEqual() const { return amount == std::strong_ordering::equal && !difference; }
};

/// MPI_PACKED agrees with everything, in any amount.
Comparison compare(Elements first, Elements second);

/// Calls `visit(const ByteRun &)` for runs that together are the memory of the elements, `offset` being relative to
/// their buffer. Not in the order of the type map; `visit` returns false to stop.
template <class Visit>
void forEachByteRun(Elements elements, Visit visit) {
  if (elements.type != nullptr)
    semantics::forEachRun(elements.type->layout, elements.type->extent, elements.count, visit);
}

}  // namespace lockstep::engine
