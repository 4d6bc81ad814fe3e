// What is wrong with one call or several, in the words shared by all analyses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mpi/Routine.h"
#include "report/Rule.h"
#include "semantics/Complaint.h"

namespace lockstep::semantics {

struct Verdict {
  report::Rule rule;
  std::string message;
  report::Help help;
  report::Severity severity = report::info(rule).severity;
  report::Cause cause = {};
};

/// "dest of MPI_Send (argument 4) is 7, but ..."
Verdict verdictOn(report::Rule rule, const mpi::RoutineInfo &routine, std::size_t argument, Complaint complaint);

/// A verdict with its places, in display order. `Call` is how the analysis identifies a call; a default-constructed one
/// means no call.
template <class Call>
struct PlacedVerdict {
  Verdict verdict;
  Call at{};
  std::string_view label{};
  Call other{};
  std::string_view otherLabel{};
};

}  // namespace lockstep::semantics
