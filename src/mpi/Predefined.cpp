#include "mpi/Predefined.h"

#include <algorithm>
#include <array>

namespace lockstep::mpi {
namespace {

constexpr auto kTypes = std::to_array<PredefinedTypeInfo>({
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) \
  {PredefinedType::id, "MPI_" #name, TypeCategory::category, PredefinedType::id, PredefinedType::None, bytes, bytes},
#define MPI_PREDEFINED_PAIR(id, number, name, first, second, bytes, extent) \
  {PredefinedType::id, "MPI_" #name, TypeCategory::Pair, PredefinedType::first, PredefinedType::second, bytes, extent},
#include "mpi/Predefined.def"
});

}  // namespace

std::span<const PredefinedTypeInfo> predefinedTypes() { return kTypes; }

const PredefinedTypeInfo *predefinedType(std::uint64_t number) {
  const auto found = std::ranges::find(
      kTypes, number, [](const PredefinedTypeInfo &row) { return static_cast<std::uint64_t>(row.type); });
  return found == kTypes.end() ? nullptr : &*found;
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
