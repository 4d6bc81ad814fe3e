// The kinds of objects that programs hold handles of, from Handles.def.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::mpi {

/// The type of an argument, or of the target of a pointer argument: the C type without const and stars.
enum class Element : std::uint8_t {
  Other,
  Int,
  Aint,
  Count,
  Offset,
#define MPI_HANDLE(kind, type, null, noun, mpich, openMpi) kind,
#include "mpi/Handles.def"
};

constexpr bool isHandle(Element element) { return element >= Element::Comm; }

/// The columns of Handles.def.
struct HandleInfo {
  Element kind{};
  std::string_view type;
  std::string_view null;
  std::string_view noun;
  std::int64_t mpichNull = 0;
  std::string_view openMpiNull;
};

/// For non-handles, neutral words.
const HandleInfo &info(Element kind);

/// By its type in C.
Element findHandle(std::string_view type);

}  // namespace lockstep::mpi
