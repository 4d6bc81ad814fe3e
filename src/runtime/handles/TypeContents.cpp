#include "runtime/handles/TypeContents.h"

#include <algorithm>
#include <vector>

#include "mpi/Predefined.h"
#include "runtime/calls/Real.h"
#include "runtime/handles/Handles.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "semantics/layout/TypeConstructor.h"

namespace lockstep::runtime {
namespace {

using mpi::PredefinedType;
using mpi::Routine;

/// The arguments of a constructor, in their order: numbers (arrays with all their elements) and datatypes.
struct Making {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<std::int64_t> numbers;
  std::vector<MPI_Datatype> types;
};

bool isMadeByNobody(int combiner) {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER || combiner == MPI_COMBINER_F90_REAL ||
         combiner == MPI_COMBINER_F90_COMPLEX;
}

/// The envelope of a datatype according to the library; the large form if there is one, because the other fails for
/// types created with large counts.
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

/// The returned types are references from the library, possibly to copies.
Making askLibrary(MPI_Datatype type, const Envelope &envelope) {
  Making made;
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

Making takeArguments(const CallPlan &plan, const std::int64_t *raw, int combiner) {
  Making made;
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

/// The constants of this mpi.h become those of TypeConstructor.h.
void translateConstants(Making &made) {
  std::vector<std::int64_t> &numbers = made.numbers;
  if (made.combiner != MPI_COMBINER_SUBARRAY && made.combiner != MPI_COMBINER_DARRAY) return;
  numbers.back() = numbers.back() == MPI_ORDER_FORTRAN ? semantics::kFortranOrder : 0;
  if (made.combiner != MPI_COMBINER_DARRAY) return;
  const std::int64_t rank = numbers[2];
  for (std::int64_t *how = &numbers[3] + rank; how < &numbers[3] + 2 * rank; ++how) {
    *how = *how == MPI_DISTRIBUTE_NONE     ? semantics::kDistributeNone
           : *how == MPI_DISTRIBUTE_CYCLIC ? semantics::kDistributeCyclic
                                           : semantics::kDistributeBlock;
    if (how[rank] == MPI_DISTRIBUTE_DFLT_DARG) how[rank] = semantics::kDefaultBlock;
  }
}

/// A parameterized Fortran type is the type of its size.
semantics::Layout fortran90(int combiner, MPI_Datatype type) {
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
    if (semantics::infoOf(candidate).bytes == extentOf(type)) return semantics::Layout(candidate);
  return {};
}

/// The constructor by the library's combiner, if the call is unknown.
mpi::Routine constructorOf(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_DUP:
      return Routine::Type_dup;
    case MPI_COMBINER_RESIZED:
      return Routine::Type_create_resized;
    case MPI_COMBINER_CONTIGUOUS:
      return Routine::Type_contiguous;
    case MPI_COMBINER_VECTOR:
      return Routine::Type_vector;
    case MPI_COMBINER_HVECTOR:
      return Routine::Type_create_hvector;
    case MPI_COMBINER_INDEXED:
      return Routine::Type_indexed;
    case MPI_COMBINER_HINDEXED:
      return Routine::Type_create_hindexed;
    case MPI_COMBINER_INDEXED_BLOCK:
      return Routine::Type_create_indexed_block;
    case MPI_COMBINER_HINDEXED_BLOCK:
      return Routine::Type_create_hindexed_block;
    case MPI_COMBINER_STRUCT:
      return Routine::Type_create_struct;
    case MPI_COMBINER_SUBARRAY:
      return Routine::Type_create_subarray;
    case MPI_COMBINER_DARRAY:
      return Routine::Type_create_darray;
    default:
      return Routine::Type_commit;  // no constructor
  }
}

semantics::Layout layoutFrom(Making &made, const LayoutOf &layoutOf) {
  translateConstants(made);
  semantics::Construction construction{constructorOf(made.combiner), std::move(made.numbers), {}};
  for (const MPI_Datatype type : made.types) construction.types.push_back(layoutOf(type));
  return semantics::construct(construction).value_or(semantics::Layout());
}

}  // namespace

bool isPredefined(std::int64_t id) { return mpi::predefinedType(static_cast<std::uint64_t>(id)) != nullptr; }

std::size_t countParts(MPI_Datatype type) { return static_cast<std::size_t>(readEnvelope(type).types); }

TypeContents contentsOf(MPI_Datatype type, const TypeCall &call, const LayoutOf &layoutOf) {
  const Envelope envelope = readEnvelope(type);
  TypeContents contents;
  if (envelope.combiner == MPI_COMBINER_NAMED) return contents;
  if (isMadeByNobody(envelope.combiner)) {
    contents.isFortran90 = true;
    contents.layout = fortran90(envelope.combiner, type);
    return contents;
  }
  Making made =
      call.plan != nullptr ? takeArguments(*call.plan, call.raw, envelope.combiner) : askLibrary(type, envelope);
  contents.layout = layoutFrom(made, layoutOf);
  if (envelope.combiner == MPI_COMBINER_DUP && !made.types.empty())
    contents.originalId = handleId(mpi::Element::Datatype, rawBits(made.types.front()));
  if (call.plan == nullptr) release(made.types);
  return contents;
}

}  // namespace lockstep::runtime
