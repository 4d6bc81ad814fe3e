// lifecycle: MPI is used between its initialization and its finalization, and a process that initialized it finalizes
// it before it ends.
//
// Sessions need no initialization; while one is open nothing is said. What follows the first misuse is its consequence.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

class Lifecycle {
 public:
  /// Code that an analysis does not see may have done it.
  enum class Done : std::uint8_t { No, Maybe, Yes };

  Done initialized = Done::No;
  Done finalized = Done::No;
  bool isReported = false;  // a misuse of MPI by the process

  bool hasSession() const { return sessions_ > 0; }
  /// Initialized and surely not finalized.
  bool isOpen() const { return initialized == Done::Yes && finalized == Done::No; }
  /// What is wrong with the call where and when it is made.
  std::optional<Verdict> judge(const mpi::RoutineInfo &call) const;
  /// It has returned.
  void apply(const mpi::RoutineInfo &call);
  void meetUnseen();

 private:
  int sessions_ = 0;
};

/// `how` the process ends: "rank 1 ends with status 3".
Verdict endsUnfinalized(std::string_view how);

}  // namespace lockstep::semantics
