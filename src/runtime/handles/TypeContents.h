// The layout of a datatype, computed from the arguments of its constructor or from the library's description.
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

/// The constructor call of the program. Without one the library is queried, which may copy all the parts.
struct TypeCall {
  const CallPlan *plan = nullptr;
  const std::int64_t *raw = nullptr;
};

bool isPredefined(std::int64_t id);
/// Number of types from which it was built.
std::size_t countParts(MPI_Datatype type);

/// `layoutOf` returns the layouts of the types from which it was built.
using LayoutOf = std::function<semantics::LayoutPtr(MPI_Datatype)>;
TypeContents contentsOf(MPI_Datatype type, const TypeCall &call, const LayoutOf &layoutOf);

}  // namespace lockstep::runtime
