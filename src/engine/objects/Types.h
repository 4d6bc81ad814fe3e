// The datatypes of a process, by handle.
//
// Two ends of a transfer agree if their sequences of basic types are equal; the memory layout may differ. So a datatype
// has two parts. Its signature is a repeating pattern of runs of basic types, with pairs such as MPI_2INT taken apart.
// Its layout is a list of strided runs of bytes. Neither is ever expanded for a count: a comparison stops when both
// patterns start over at the same element, and the layout of a million elements is again a few strided runs.
//
// Some differences between basic types do not change what the bits mean: MPI_BYTE against anything, integers of one
// size, reals of one size, a complex number against two reals. The standard forbids these too, but they are harmless
// and reported as such.
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
  std::string_view name;  // of a predefined type, otherwise empty
  std::int64_t lowerBound = 0;
  std::int64_t extent = 0;
  std::uint64_t size = 0;
  std::vector<BasicRun> pattern;  // the signature is `repeats` times this; adjacent equal types are merged
  std::uint64_t repeats = 1;
  bool isComplete = true;                    // false: too complex to compare, `pattern` is empty
  std::vector<ByteRun> layout;               // of one element
  std::vector<semantics::TypeBlock> blocks;  // the same with basic types; empty if not complete
};

using DatatypePtr = std::shared_ptr<const Datatype>;

/// A derived datatype and the handle that the call uses for it.
struct NamedType {
  std::int64_t handle = 0;
  DatatypePtr type;
  bool operator==(const NamedType &) const = default;
};

/// Null if the handle is not that of a predefined type.
const Datatype *predefinedType(std::int64_t handle);

class Types {
 public:
  /// A record with too many blocks is continued by the next one with the same id.
  void define(const trace::Type &record);
  void forget(std::int64_t handle) { known_.erase(handle); }
  /// A predefined type, or a derived one that is defined and not freed; null for a null or unknown handle.
  const Datatype *find(std::int64_t handle) const;
  /// Null for a predefined type.
  DatatypePtr findDerived(std::int64_t handle) const;
  bool hasDerived() const { return !known_.empty(); }

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
/// "4 x MPI_INT", "1 x a derived type of 4 x MPI_INT", with its size and extent if these differ
std::string describe(Elements elements);
/// ": the datatype has size 8 and extent 64"; empty for a predefined type, or if these are equal.
std::string describeExtent(const Datatype &type);

/// The first element at which two signatures have different basic types.
struct TypeDifference {
  std::uint64_t element = 0;  // in the first sequence, counted in basic types from 0
  mpi::PredefinedType first{};
  mpi::PredefinedType second{};
  bool isSoft = false;  // the bits mean the same, or one type is MPI_BYTE
};

struct Comparison {
  std::strong_ordering amount = std::strong_ordering::equal;  // of the first compared with the second, in bytes
  std::optional<TypeDifference> difference;                   // in the common prefix: first hard one, else a soft one

  bool isEqual() const { return amount == std::strong_ordering::equal && !difference; }
};

/// MPI_PACKED matches everything, in any amount.
Comparison compare(Elements first, Elements second);

/// Calls `visit(const ByteRun &)` for runs that together are the memory of the elements; `offset` is relative to their
/// buffer. Not in type-map order; `visit` returns false to stop.
template <class Visit>
void forEachByteRun(Elements elements, Visit visit) {
  if (elements.type != nullptr)
    semantics::forEachRun(elements.type->layout, elements.type->extent, elements.count, visit);
}

}  // namespace lockstep::engine
