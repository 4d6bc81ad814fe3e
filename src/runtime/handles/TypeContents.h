// How a datatype was made, by the arguments of its constructor or as the MPI library tells it, worked out into its type
// map.
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>

#include "runtime/handles/TypeMap.h"

namespace lockstep::runtime {

struct CallPlan;

struct TypeContents {
  TypeMap map;
  bool isFortran90 = false;     // a parameterised type of Fortran: predefined in all but its handle
  std::int64_t originalId = 0;  // of the type that it is a duplicate of
};

/// The constructor that the program calls. Where there is none the library is asked, which may make copies of all the
/// parts to tell.
struct TypeCall {
  const CallPlan *plan = nullptr;
  const std::int64_t *raw = nullptr;
};

bool isPredefined(std::int64_t id);
/// Of how many types it was made.
std::size_t countParts(MPI_Datatype type);

/// `mapOf` gives the maps of the types that it was made of.
using MapOf = std::function<std::shared_ptr<const TypeMap>(MPI_Datatype)>;
TypeContents contentsOf(MPI_Datatype type, const TypeCall &call, const MapOf &mapOf);

}  // namespace lockstep::runtime
