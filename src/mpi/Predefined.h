// The predefined datatypes, reduction operations and communicators, by the numbers of Predefined.def. A record
// identifies a predefined handle by its number; this maps the number to its meaning without an MPI library.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep::mpi {

/// The groups in the standard's table of operations and types.
enum class TypeCategory : std::uint8_t {
  CInteger,
  FortranInteger,
  Floating,
  Logical,
  Complex,
  Byte,
  MultiLanguage,
  Character,
  Packed,
  Pair,
  Marker,
};

enum class PredefinedType : std::uint8_t {
  None = 0,
#define MPI_PREDEFINED_TYPE(id, number, name, category, bytes) id = number,
#define MPI_PREDEFINED_PAIR(id, number, name, first, second) id = number,
#include "mpi/Predefined.def"
};

enum class PredefinedOp : std::uint8_t {
  None = 0,
#define MPI_PREDEFINED_OP(id, number, name) id = number,
#include "mpi/Predefined.def"
};

enum class PredefinedComm : std::uint8_t {
  None = 0,
#define MPI_PREDEFINED_COMM(id, number, name) id = number,
#include "mpi/Predefined.def"
};

struct PredefinedTypeInfo {
  PredefinedType type{};
  std::string_view name;
  TypeCategory category{};
  PredefinedType first{};  // the parts of a pair; otherwise the type itself and None
  PredefinedType second{};
  std::uint32_t bytes{};  // size; for a pair the sum of its parts, without gaps
};

std::span<const PredefinedTypeInfo> predefinedTypes();

/// Whether the bits of the two mean the same, although they are different types: MPI_BYTE, MPI_PACKED and pairs against
/// all others, numbers of one kind and size.
bool meansTheSame(PredefinedType first, PredefinedType second);

/// The type with this number; null or empty if it is not in the table.
const PredefinedTypeInfo *predefinedType(std::uint64_t number);
std::string_view predefinedOpName(std::uint64_t number);
std::string_view predefinedCommName(std::uint64_t number);

/// The name of a predefined operation by its value in MPICH's mpi.h, or by the object whose address it is in Open MPI;
/// empty for any other.
std::string_view opOfMpich(std::int64_t handle);
std::string_view opOfOpenMpi(std::string_view symbol);

/// Whether a constant is MPI_COMM_WORLD: MPICH's number, that of Open MPI's mpif.h, or the object whose address it is
/// in Open MPI's mpi.h.
bool isWorldNumber(std::int64_t handle);
bool isWorldSymbol(std::string_view symbol);

/// Whether the standard allows a reduction with `op` over values of this category. MPI_REPLACE and MPI_NO_OP accept any
/// type, but in accumulate operations only.
bool isDefinedFor(PredefinedOp op, TypeCategory category);

}  // namespace lockstep::mpi
