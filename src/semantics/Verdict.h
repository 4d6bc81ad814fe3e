// What a rule says of a call or of several, in the words of both analyses.
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

/// With its places, in the order in which they are shown. `Call` is what an analysis knows a call by; one that is made
/// by default stands for none.
template <class Call>
struct PlacedVerdict {
  Verdict verdict;
  Call at{};
  std::string_view label{};
  Call other{};
  std::string_view otherLabel{};
};

}  // namespace lockstep::semantics
