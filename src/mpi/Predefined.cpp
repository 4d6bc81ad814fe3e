#include "mpi/Predefined.h"

#include <algorithm>
#include <array>

namespace lockstep::mpi {
namespace {

constexpr std::uint32_t bytesOf(PredefinedType type) {
  switch (type) {
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) \
  case PredefinedType::id:                                     \
    return bytes;
#define MPI_PREDEFINED_PAIR(id, number, name, first, second) \
  case PredefinedType::id:                                   \
    return bytesOf(PredefinedType::first) + bytesOf(PredefinedType::second);
#include "mpi/Predefined.def"
    case PredefinedType::None:
      return 0;
  }
  return 0;
}

constexpr auto kTypes = std::to_array<PredefinedTypeInfo>({
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) \
  {PredefinedType::id, "MPI_" #name, TypeCategory::category, PredefinedType::id, PredefinedType::None, bytes},
#define MPI_PREDEFINED_PAIR(id, number, name, first, second)          \
  {PredefinedType::id,    "MPI_" #name,           TypeCategory::Pair, \
   PredefinedType::first, PredefinedType::second, bytesOf(PredefinedType::id)},
#include "mpi/Predefined.def"
});

constexpr std::size_t kLargestNumber = [] {
  std::size_t largest = 0;
  for (const PredefinedTypeInfo &row : kTypes) largest = std::max(largest, static_cast<std::size_t>(row.type));
  return largest;
}();

/// In the table, by number; beyond its end for a number that it does not have.
constexpr auto kPlaces = [] {
  std::array<std::uint8_t, kLargestNumber + 1> places{};
  static_assert(kTypes.size() < 0xff);
  places.fill(0xff);
  for (std::size_t i = 0; i < kTypes.size(); ++i)
    places[static_cast<std::size_t>(kTypes[i].type)] = static_cast<std::uint8_t>(i);
  return places;
}();

}  // namespace

std::span<const PredefinedTypeInfo> predefinedTypes() { return kTypes; }

const PredefinedTypeInfo *predefinedType(std::uint64_t number) {
  const std::size_t place = number < kPlaces.size() ? kPlaces[number] : kTypes.size();
  return place < kTypes.size() ? &kTypes[place] : nullptr;
}

namespace {

/// What the bits of a value mean.
enum class Meaning : std::uint8_t { Integer, Real, Complex, Truth, Anything };

Meaning meaningOf(TypeCategory category) {
  switch (category) {
    case TypeCategory::CInteger:
    case TypeCategory::FortranInteger:
    case TypeCategory::MultiLanguage:
    case TypeCategory::Character:
      return Meaning::Integer;
    case TypeCategory::Floating:
      return Meaning::Real;
    case TypeCategory::Complex:
      return Meaning::Complex;
    case TypeCategory::Logical:
      return Meaning::Truth;
    case TypeCategory::Byte:
    case TypeCategory::Packed:
    case TypeCategory::Pair:
    case TypeCategory::Marker:
      return Meaning::Anything;
  }
  return Meaning::Anything;
}

}  // namespace

bool meansTheSame(PredefinedType first, PredefinedType second) {
  const PredefinedTypeInfo &a = *predefinedType(static_cast<std::uint64_t>(first));
  const PredefinedTypeInfo &b = *predefinedType(static_cast<std::uint64_t>(second));
  const Meaning meaning = meaningOf(a.category);
  const Meaning other = meaningOf(b.category);
  if (meaning == Meaning::Anything || other == Meaning::Anything) return true;
  if (meaning == other) return a.bytes == b.bytes;
  if (meaning == Meaning::Complex && other == Meaning::Real) return a.bytes == 2 * b.bytes;
  if (meaning == Meaning::Real && other == Meaning::Complex) return 2 * a.bytes == b.bytes;
  return false;
}

std::string_view predefinedOpName(std::uint64_t number) {
  switch (number) {
#define MPI_PREDEFINED_OP(id, number, name) \
  case number:                              \
    return "MPI_" #name;
#include "mpi/Predefined.def"
    default:
      return {};
  }
}

std::string_view opOfMpich(std::int64_t handle) {
  constexpr std::int64_t kOps = 0x58000000;  // MPICH counts its operations in the order of our table
  return handle > kOps && handle < kOps + 256 ? predefinedOpName(static_cast<std::uint64_t>(handle - kOps)) : "";
}

std::string_view opOfOpenMpi(std::string_view symbol) {
  constexpr std::string_view kPrefix = "ompi_mpi_op_";
  if (!symbol.starts_with(kPrefix)) return {};
  symbol.remove_prefix(kPrefix.size());
  const auto isSame = [](char lower, char upper) { return lower == upper || lower - 'a' == upper - 'A'; };
#define MPI_PREDEFINED_OP(id, number, name) \
  if (std::ranges::equal(symbol, std::string_view(#name), isSame)) return "MPI_" #name;
#include "mpi/Predefined.def"
  return {};
}

bool isWorldNumber(std::int64_t handle) { return handle == 0x44000000 || handle == 0; }

bool isWorldSymbol(std::string_view symbol) { return symbol == "ompi_mpi_comm_world"; }

std::string_view predefinedCommName(std::uint64_t number) {
  switch (number) {
#define MPI_PREDEFINED_COMM(id, number, name) \
  case number:                                \
    return "MPI_" #name;
#include "mpi/Predefined.def"
    default:
      return {};
  }
}

bool isDefinedFor(PredefinedOp op, TypeCategory category) {
  using enum TypeCategory;
  const bool integer = category == CInteger || category == FortranInteger || category == MultiLanguage;
  switch (op) {
    case PredefinedOp::Max:
    case PredefinedOp::Min:
      return integer || category == Floating;
    case PredefinedOp::Sum:
    case PredefinedOp::Prod:
      return integer || category == Floating || category == Complex;
    case PredefinedOp::Land:
    case PredefinedOp::Lor:
    case PredefinedOp::Lxor:
      return category == CInteger || category == Logical;
    case PredefinedOp::Band:
    case PredefinedOp::Bor:
    case PredefinedOp::Bxor:
      return integer || category == Byte;
    case PredefinedOp::Minloc:
    case PredefinedOp::Maxloc:
      return category == Pair;
    case PredefinedOp::Replace:
    case PredefinedOp::NoOp:
      return true;
    case PredefinedOp::None:
      return false;
  }
  return false;
}

}  // namespace lockstep::mpi
