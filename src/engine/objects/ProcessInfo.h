// What is known of a process whatever it does: who it is, what its records define, and which threads it has.
//
// Calls and accesses to memory point to it. What the process has done so far stands in Process.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/objects/Groups.h"
#include "engine/objects/SiteTable.h"
#include "engine/objects/Types.h"
#include "mpi/Routine.h"
#include "report/Finding.h"
#include "semantics/Neighbors.h"
#include "trace/RecordView.h"

namespace lockstep::engine {

/// A call as far as a report needs it.
struct PlaceOfCall {
  const mpi::RoutineInfo *routine = nullptr;
  unsigned thread = 0;
  std::uint32_t site = 0;
  std::uint32_t stack = 0;  // 0: not known
};

/// Likewise a load or store of the program, or memory that it gives back.
struct PlaceOfAccess {
  std::string_view what;  // "store"
  unsigned thread = 0;
  std::uint32_t site = 0;
  std::uint32_t stack = 0;
};

struct ProcessInfo {
  trace::ProcessKey key;
  std::size_t number = 0;  // in the order in which the processes appear
  int rank = -1;           // in the world, once it has said so
  SiteTable sites;
  Types types;
  std::unordered_map<std::uint64_t, semantics::Neighbors> neighbors;  // by communicator
  Groups groups;
  std::uint16_t requestBytes = 0;      // size of a request handle
  std::uint32_t threadLevelAsked = 0;  // as numbered by MPI: 0 single, 1 funneled, 2 serialized, 3 multiple
  std::uint32_t threadLevelGranted = 0;
  bool hasManyThreads = false;   // was granted calls from several threads at once
  bool hasOtherThreads = false;  // of the program's own, or is about to
  std::size_t mpiThreads = 0;    // that have called MPI

  /// Some of its calls may be out of order with others.
  bool hasThreads() const { return hasOtherThreads || mpiThreads > 1; }
  report::Site siteOf(const PlaceOfCall &call, std::string label = {}) const;
  report::Site siteOf(const PlaceOfAccess &access, std::string label) const;
};

}  // namespace lockstep::engine
