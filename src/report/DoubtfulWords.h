// What the static analysis says of ranks that may miss a collective, and what is said once a run has shown it: then
// nothing is doubtful, and the ranks are those of the run, not of a job that was only imagined.
#pragma once

#include <string_view>

namespace lockstep::report {

inline constexpr std::string_view kMaybeBySome = "might be called by some ranks of the communicator only";
inline constexpr std::string_view kNotByAll = "is not called by all ranks of the communicator";
inline constexpr std::string_view kMightMeet = "might meet";
inline constexpr std::string_view kMeets = "meets";
inline constexpr std::string_view kForSize = " when there are ";  // at the end, with a number of ranks

}  // namespace lockstep::report
