#include "runtime/handles/TypeContents.h"

#include <algorithm>
#include <vector>

#include "mpi/Predefined.h"
#include "runtime/calls/Real.h"
#include "runtime/handles/Handles.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"

namespace lockstep::runtime {
namespace {

using mpi::PredefinedType;

/// The arguments of a constructor, in their order: numbers (arrays with all their elements) and datatypes.
struct Construction {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<std::int64_t> numbers;
  std::vector<MPI_Datatype> types;
};

bool isMadeByNobody(int combiner) {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX;
}

/// What the library says of a datatype that it knows; the large form where there is one, because the other refuses to
/// speak of types that were made with large counts.
struct Envelope {
  MPI_Count integers = 0;
  MPI_Count addresses = 0;
  MPI_Count counts = 0;
  MPI_Count types = 0;
  int combiner = MPI_COMBINER_NAMED;
};

#if MPI_VERSION >= 4
bool hasLargeForm() { return LOCKSTEP_REAL(Type_get_envelope_c) != nullptr; }

Envelope readLargeEnvelope(MPI_Datatype type) {
  Envelope envelope;
  LOCKSTEP_REAL(Type_get_envelope_c)
  (type, &envelope.integers, &envelope.addresses, &envelope.counts, &envelope.types, &envelope.combiner);
  return envelope;
}

void readLargeContents(MPI_Datatype type, std::vector<int> &integers, std::vector<MPI_Aint> &addresses,
                       std::vector<MPI_Count> &counts, std::vector<MPI_Datatype> &types) {
  LOCKSTEP_REAL(Type_get_contents_c)
  (type, std::ssize(integers), std::ssize(addresses), std::ssize(counts), std::ssize(types), integers.data(),
   addresses.data(), counts.data(), types.data());
}
#else
bool hasLargeForm() { return false; }
Envelope readLargeEnvelope(MPI_Datatype) { return {}; }
void readLargeContents(MPI_Datatype, std::vector<int> &, std::vector<MPI_Aint> &, std::vector<MPI_Count> &,
                       std::vector<MPI_Datatype> &) {}
#endif

Envelope readEnvelope(MPI_Datatype type) {
  if (hasLargeForm()) return readLargeEnvelope(type);
  int integers = 0;
  int addresses = 0;
  int types = 0;
  Envelope envelope;
  LOCKSTEP_REAL(Type_get_envelope)(type, &integers, &addresses, &types, &envelope.combiner);
  envelope.integers = integers;
  envelope.addresses = addresses;
  envelope.types = types;
  return envelope;
}

/// Integers first, then addresses, then large counts: the order of the arguments, but for the constructors of arrays,
/// whose large counts belong in between.
std::vector<std::int64_t> inOrder(int combiner, const std::vector<int> &integers,
                                  const std::vector<MPI_Aint> &addresses, const std::vector<MPI_Count> &counts) {
  const std::ptrdiff_t before = combiner == MPI_COMBINER_SUBARRAY ? 1
                                : combiner == MPI_COMBINER_DARRAY ? 3
                                                                  : std::ssize(integers);
  std::vector<std::int64_t> numbers(integers.begin(), integers.begin() + before);
  numbers.insert(numbers.end(), addresses.begin(), addresses.end());
  numbers.insert(numbers.end(), counts.begin(), counts.end());
  numbers.insert(numbers.end(), integers.begin() + before, integers.end());
  return numbers;
}

/// The types in it are references that the library hands out, perhaps to copies.
Construction askLibrary(MPI_Datatype type, const Envelope &envelope) {
  Construction made;
  made.combiner = envelope.combiner;
  if (isMadeByNobody(envelope.combiner)) return made;
  std::vector<int> integers(static_cast<std::size_t>(envelope.integers));
  std::vector<MPI_Aint> addresses(static_cast<std::size_t>(envelope.addresses));
  std::vector<MPI_Count> counts(static_cast<std::size_t>(envelope.counts));
  made.types.resize(static_cast<std::size_t>(envelope.types));
  if (hasLargeForm())
    readLargeContents(type, integers, addresses, counts, made.types);
  else
    LOCKSTEP_REAL(Type_get_contents)
  (type, static_cast<int>(envelope.integers), static_cast<int>(envelope.addresses), static_cast<int>(envelope.types),
   integers.data(), addresses.data(), made.types.data());
  made.numbers = inOrder(envelope.combiner, integers, addresses, counts);
  return made;
}

void release(std::vector<MPI_Datatype> &types) {
  for (MPI_Datatype &type : types)
    if (!isPredefined(handleId(mpi::Element::Datatype, rawBits(type))) && !isMadeByNobody(readEnvelope(type).combiner))
      LOCKSTEP_REAL(Type_free)(&type);
}

std::int64_t readInteger(const char *at, std::size_t width) {
  return width == sizeof(std::int32_t) ? handleBehind<std::int32_t>(rawBits(at))
                                       : handleBehind<std::int64_t>(rawBits(at));
}

Construction takeArguments(const CallPlan &plan, const std::int64_t *raw, int combiner) {
  Construction made;
  made.combiner = combiner;
  ArrayLengths lengths(plan, raw);
  for (std::size_t i = 0; i < plan.arity; ++i) {
    const ArgumentPlan &argument = plan.arguments[i];
    const auto *at = reinterpret_cast<const char *>(raw[i]);
    switch (argument.capture) {
      case mpi::Capture::Scalar:
        made.numbers.push_back(raw[i]);
        break;
      case mpi::Capture::Handle:
        made.types.push_back(handleFrom<MPI_Datatype>(raw[i]));
        break;
      case mpi::Capture::ScalarArray:
        for (std::size_t left = lengths.of(i); left > 0; --left, at += argument.width)
          made.numbers.push_back(readInteger(at, argument.width));
        break;
      case mpi::Capture::HandleArray:
        for (std::size_t left = lengths.of(i); left > 0; --left, at += argument.width)
          made.types.push_back(handleBehind<MPI_Datatype>(rawBits(at)));
        break;
      default:
        break;
    }
  }
  return made;
}

std::int64_t extentOf(MPI_Datatype type) {
  MPI_Count lowerBound = 0;
  MPI_Count extent = 0;
  LOCKSTEP_REAL(Type_get_extent_x)(type, &lowerBound, &extent);
  return extent;
}

/// A run of indices in one dimension of an array.
struct Run {
  std::int64_t start = 0;
  std::int64_t length = 0;
};

struct Dimension {
  std::int64_t size = 0;
  std::vector<Run> runs;
};

/// The part of an array that consists of these runs, the fastest dimension first.
TypeMap partOfArray(const TypeMap &element, std::int64_t extent, const std::vector<Dimension> &dimensions) {
  TypeMap map = element;
  std::int64_t stride = extent;
  for (const Dimension &dimension : dimensions) {
    TypeMap wider;
    for (const Run &run : dimension.runs) wider.add(map, run.start * stride, run.length, stride);
    map = std::move(wider);
    stride *= dimension.size;
  }
  return map;
}

std::vector<Dimension> fastestFirst(std::vector<Dimension> dimensions, std::int64_t order) {
  if (order == MPI_ORDER_C) std::reverse(dimensions.begin(), dimensions.end());
  return dimensions;
}

std::vector<Dimension> subarray(const std::vector<std::int64_t> &numbers) {
  const auto rank = static_cast<std::size_t>(numbers.front());
  const std::int64_t *sizes = numbers.data() + 1;
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < rank; ++i) dimensions.push_back({sizes[i], {{sizes[2 * rank + i], sizes[rank + i]}}});
  return fastestFirst(std::move(dimensions), numbers.back());
}

std::vector<Run> distribute(std::int64_t size, std::int64_t how, std::int64_t block, std::int64_t processes,
                            std::int64_t mine) {
  if (how == MPI_DISTRIBUTE_NONE) return {{0, size}};
  const bool isCyclic = how == MPI_DISTRIBUTE_CYCLIC;
  if (block == MPI_DISTRIBUTE_DFLT_DARG) block = isCyclic ? 1 : (size + processes - 1) / processes;
  std::vector<Run> runs;
  for (std::int64_t start = mine * block; start < size; start += processes * block) {
    runs.push_back({start, std::min(block, size - start)});
    if (!isCyclic) break;
  }
  return runs;
}

std::vector<Dimension> distributedArray(const std::vector<std::int64_t> &numbers) {
  const auto rank = static_cast<std::size_t>(numbers[2]);
  const std::int64_t *sizes = numbers.data() + 3;
  const std::int64_t *hows = sizes + rank;
  const std::int64_t *blocks = hows + rank;
  const std::int64_t *processes = blocks + rank;
  std::int64_t grid = numbers[0];
  std::int64_t place = numbers[1];
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < rank; ++i) {
    grid /= processes[i];
    dimensions.push_back({sizes[i], distribute(sizes[i], hows[i], blocks[i], processes[i], place / grid)});
    place %= grid;
  }
  return fastestFirst(std::move(dimensions), numbers.back());
}

/// Blocks of one type, in bytes or in extents.
TypeMap indexed(const TypeMap &old, std::int64_t extent, std::int64_t unit, std::int64_t count,
                const std::int64_t *lengths, const std::int64_t *displacements) {
  TypeMap map;
  for (std::int64_t i = 0; i < count; ++i) map.add(old, displacements[i] * unit, lengths[i], extent);
  return map;
}

TypeMap indexedBlock(const TypeMap &old, std::int64_t extent, std::int64_t unit,
                     const std::vector<std::int64_t> &numbers) {
  TypeMap block;
  TypeMap map;
  block.add(old, 0, numbers[1], extent);
  for (std::size_t i = 2; i < numbers.size(); ++i) map.add(block, numbers[i] * unit);
  return map;
}

TypeMap vector(const TypeMap &old, std::int64_t extent, std::int64_t unit, const std::vector<std::int64_t> &numbers) {
  TypeMap block;
  TypeMap map;
  block.add(old, 0, numbers[1], extent);
  map.add(block, 0, numbers[0], numbers[2] * unit);
  return map;
}

TypeMap structure(const Construction &made, const MapOf &mapOf) {
  const std::vector<std::int64_t> &numbers = made.numbers;
  TypeMap map;
  const auto count = static_cast<std::size_t>(numbers[0]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t length = numbers[1 + i];
    const std::int64_t extent = length > 1 ? extentOf(made.types[i]) : 0;
    map.add(*mapOf(made.types[i]), numbers[1 + count + i], length, extent);
  }
  return map;
}

/// A parameterised type of Fortran is the type of its size.
TypeMap fortran90(int combiner, MPI_Datatype type) {
  constexpr PredefinedType kIntegers[] = {PredefinedType::Integer1, PredefinedType::Integer2, PredefinedType::Integer4,
                                          PredefinedType::Integer8, PredefinedType::Integer16};
  constexpr PredefinedType kReals[] = {PredefinedType::Real2, PredefinedType::Real4, PredefinedType::Real8,
                                       PredefinedType::Real16};
  constexpr PredefinedType kComplexes[] = {PredefinedType::Complex4, PredefinedType::Complex8,
                                           PredefinedType::Complex16, PredefinedType::Complex32};
  const auto candidates = combiner == MPI_COMBINER_F90_INTEGER ? std::span<const PredefinedType>(kIntegers)
                          : combiner == MPI_COMBINER_F90_REAL  ? std::span<const PredefinedType>(kReals)
                                                               : std::span<const PredefinedType>(kComplexes);
  for (const PredefinedType candidate : candidates)
    if (mpi::predefinedType(static_cast<std::uint64_t>(candidate))->bytes == extentOf(type))
      return TypeMap(static_cast<std::uint64_t>(candidate));
  return {};
}

TypeMap mapFrom(const Construction &made, const MapOf &mapOf) {
  const std::vector<std::int64_t> &numbers = made.numbers;
  if (made.types.empty()) return {};
  if (made.combiner == MPI_COMBINER_STRUCT) return structure(made, mapOf);
  const std::shared_ptr<const TypeMap> old = mapOf(made.types.front());
  const std::int64_t extent = extentOf(made.types.front());
  const std::int64_t count = numbers.empty() ? 0 : numbers[0];
  TypeMap map;
  switch (made.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      map = *old;
      break;
    case MPI_COMBINER_CONTIGUOUS:
      map.add(*old, 0, count, extent);
      break;
    case MPI_COMBINER_VECTOR:
      return vector(*old, extent, extent, numbers);
    case MPI_COMBINER_HVECTOR:
      return vector(*old, extent, 1, numbers);
    case MPI_COMBINER_INDEXED:
      return indexed(*old, extent, extent, count, numbers.data() + 1, numbers.data() + 1 + count);
    case MPI_COMBINER_HINDEXED:
      return indexed(*old, extent, 1, count, numbers.data() + 1, numbers.data() + 1 + count);
    case MPI_COMBINER_INDEXED_BLOCK:
      return indexedBlock(*old, extent, extent, numbers);
    case MPI_COMBINER_HINDEXED_BLOCK:
      return indexedBlock(*old, extent, 1, numbers);
    case MPI_COMBINER_SUBARRAY:
      return partOfArray(*old, extent, subarray(numbers));
    case MPI_COMBINER_DARRAY:
      return partOfArray(*old, extent, distributedArray(numbers));
    default:
      break;
  }
  return map;
}

}  // namespace

bool isPredefined(std::int64_t id) { return mpi::predefinedType(static_cast<std::uint64_t>(id)) != nullptr; }

std::size_t countParts(MPI_Datatype type) { return static_cast<std::size_t>(readEnvelope(type).types); }

TypeContents contentsOf(MPI_Datatype type, const TypeCall &call, const MapOf &mapOf) {
  const Envelope envelope = readEnvelope(type);
  TypeContents contents;
  if (envelope.combiner == MPI_COMBINER_NAMED) return contents;
  if (isMadeByNobody(envelope.combiner)) {
    contents.isFortran90 = true;
    contents.map = fortran90(envelope.combiner, type);
    return contents;
  }
  Construction made =
      call.plan != nullptr ? takeArguments(*call.plan, call.raw, envelope.combiner) : askLibrary(type, envelope);
  contents.map = mapFrom(made, mapOf);
  if (envelope.combiner == MPI_COMBINER_DUP && !made.types.empty())
    contents.originalId = handleId(mpi::Element::Datatype, rawBits(made.types.front()));
  if (call.plan == nullptr) release(made.types);
  return contents;
}

}  // namespace lockstep::runtime
