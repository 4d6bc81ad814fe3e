// What is wrong with an argument, in the words shared by all analyses. `what` continues the argument's name: "count of
// ... (argument 2) is -1, but must not be negative".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "report/Finding.h"

namespace lockstep::semantics {

struct Complaint {
  std::string what;
  std::string help;
  report::Severity severity = report::Severity::Error;
  report::Cause cause = {};
  /// The largest rank that the call names or needs, if there are not so many: with more of them it may be right.
  std::int64_t rank = -1;
};

/// Nothing if the argument is valid, or too little is known about it.
using Judgment = std::optional<Complaint>;

/// "MPI_ANY_SOURCE", or the number.
std::string nameValue(std::int64_t value);

}  // namespace lockstep::semantics
