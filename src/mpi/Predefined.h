// The predefined datatypes, reduction operations and communicators, by the numbers of Predefined.def. A record
// identifies a predefined handle by its number; this maps the number to its meaning without an MPI library.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lockstep::mpi {

/// The groups of the standard's table that says which operation takes which type.
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
  std::uint32_t bytes{};  // its size; of a pair that of its parts, without the gaps
};

std::span<const PredefinedTypeInfo> predefinedTypes();

/// Whether the bits of the two mean the same, although they are different types: MPI_BYTE, MPI_PACKED and pairs against
/// all others, numbers of one kind and size.
bool meansTheSame(PredefinedType first, PredefinedType second);

/// What the number stands for; null or empty for a number that is not in the table.
const PredefinedTypeInfo *predefinedType(std::uint64_t number);
std::string_view predefinedOpName(std::uint64_t number);
std::string_view predefinedCommName(std::uint64_t number);

/// The name of a predefined operation by what MPICH's mpi.h defines it as, or by the object that Open MPI's takes the
/// address of; empty for any other.
std::string_view opOfMpich(std::int64_t handle);
std::string_view opOfOpenMpi(std::string_view symbol);

/// Whether a constant is the communicator of all processes: MPICH's number, that of Open MPI's mpif.h, or the object
/// that Open MPI's mpi.h takes the address of.
bool isWorldNumber(std::int64_t handle);
bool isWorldSymbol(std::string_view symbol);

/// True when the standard allows a reduction with `op` over values of this category. MPI_REPLACE and MPI_NO_OP take any
/// type, but in accumulate operations only.
bool isDefinedFor(PredefinedOp op, TypeCategory category);

}  // namespace lockstep::mpi
