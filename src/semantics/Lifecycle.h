// lifecycle: MPI is used only between initialization and finalization, and a process that initialized it finalizes it
// before it ends.
//
// Sessions need no initialization; nothing is reported while one is open. Only the first misuse is reported, since
// others may be consequences.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mpi/Routine.h"
#include "semantics/Verdict.h"

namespace lockstep::semantics {

class Lifecycle {
 public:
  /// Maybe: code invisible to the analysis may have done it.
  enum class Done : std::uint8_t { No, Maybe, Yes };

  Done initialized = Done::No;
  Done finalized = Done::No;
  bool isReported = false;  // the process has misused MPI

  bool hasSession() const { return sessions_ > 0; }
  /// Initialized and certainly not finalized.
  bool isOpen() const { return initialized == Done::Yes && finalized == Done::No; }
  /// What is wrong with the call in the current state.
  std::optional<Verdict> judge(const mpi::RoutineInfo &call) const;
  /// The call has returned.
  void apply(const mpi::RoutineInfo &call);
  void meetUnseen();

  /// Two paths meet: what only one of them has done may be done.
  void join(const Lifecycle &other);

 private:
  int sessions_ = 0;
};

/// `how` the process ends: "rank 1 ends with status 3".
Verdict endsUnfinalized(std::string_view how);

}  // namespace lockstep::semantics
