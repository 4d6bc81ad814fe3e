// What is wrong with a call or one of its arguments, in the words of both analyses. Of an argument `what` goes on
// behind its name: "count of ... (argument 2) is -1, but must not be negative".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mpi/Routine.h"
#include "report/Finding.h"

namespace lockstep::semantics {

struct Complaint {
  std::string what;
  std::string help;
  report::Severity severity = report::Severity::Error;
  report::Cause::Kind mistake = report::Cause::Kind::Other;
};

/// Nothing where the argument is right, or too little is known of it.
using Judgment = std::optional<Complaint>;

/// A call of the program. What the number stands for is known to the analysis that passes it.
struct Place {
  const mpi::RoutineInfo *routine = nullptr;  // none: no such call
  std::uint64_t number = 0;

  explicit operator bool() const { return routine != nullptr; }
};

/// What is wrong with a call after an earlier one, if that has to do with it.
struct Fault : Complaint {
  Place earlier{};
  std::string label{};  // what the earlier one did
};

}  // namespace lockstep::semantics
