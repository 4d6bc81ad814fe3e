// The representation of MPI constants in a compiled program, for analyses that see the program without its mpi.h.
//
// MPICH's handles are integers. Open MPI's are addresses of named objects in C, and integers in Fortran. Special ranks,
// tags and buffers are mapped to the values of Special.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpi/Predefined.h"
#include "mpi/Routine.h"

namespace lockstep::mpi {

enum class Library : std::uint8_t { Mpich, OpenMpi };

/// Of a number or a handle in memory.
std::int64_t bytesOf(Library library, Element element, bool isFortran);

/// A handle as a program holds it: a number, or the name of an object.
struct RawHandle {
  std::int64_t number = 0;
  std::string_view symbol;  // empty for a number
  bool isFortran = false;
};

/// Whether the variable belongs to Open MPI: the object behind a predefined handle, or a common block of mpif.h.
bool isOfOpenMpi(std::string_view symbol);

bool isNull(Library library, Element element, const RawHandle &handle);
/// What the null handle is where handles are numbers, and the object's name where they are not.
RawHandle nullHandle(Library library, Element element, bool isFortran);

PredefinedComm predefinedCommOf(Library library, const RawHandle &handle);
PredefinedType predefinedTypeOf(Library library, const RawHandle &handle);
PredefinedOp predefinedOpOf(Library library, const RawHandle &handle);

/// The value of Special.h for an argument of this role; other values stay as they are.
std::int64_t specialOf(Library library, Role role, std::int64_t value);

/// The assertions of a synchronization of windows, as bits of Special.h.
std::int64_t assertionsOf(Library library, std::int64_t value);

/// The order of a subarray in which the first index is the fastest; nothing for a number that is no order.
std::optional<bool> isFortranOrder(Library library, std::int64_t value);

/// How one dimension of a distributed array is divided among processes.
enum class Distribution : std::uint8_t { Block, Cyclic, None };
std::optional<Distribution> distributionOf(Library library, std::int64_t value);
/// MPI_DISTRIBUTE_DFLT_DARG
bool isDefaultDistribution(Library library, std::int64_t value);

}  // namespace lockstep::mpi
