#include "semantics/Verdict.h"

#include <utility>

#include <fmt/format.h>

namespace lockstep::semantics {

Verdict verdictOn(report::Rule rule, const mpi::RoutineInfo &routine, std::size_t argument, Complaint complaint) {
  complaint.cause.argument = static_cast<int>(argument);
  const bool isPlain = complaint.severity == report::Severity::Error;
  return {rule,
          fmt::format("{} of {} (argument {}) {}", routine.args()[argument].name, routine.name, argument + 1,
                      complaint.what),
          std::move(complaint.help), isPlain ? report::info(rule).severity : complaint.severity,
          std::move(complaint.cause)};
}

}  // namespace lockstep::semantics
