// How a datatype was made, by the arguments of its constructor or as the MPI library tells it, worked out into its
// layout.
#pragma once

#include <mpi.h>

#include <functional>

#include "semantics/layout/Layout.h"

namespace lockstep::runtime {

struct CallPlan;

struct TypeContents {
  semantics::Layout layout;
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

/// `layoutOf` gives the layouts of the types that it was made of.
using LayoutOf = std::function<semantics::LayoutPtr(MPI_Datatype)>;
TypeContents contentsOf(MPI_Datatype type, const TypeCall &call, const LayoutOf &layoutOf);

}  // namespace lockstep::runtime
