// What the static analysis and the run of a program found, as one report.
#pragma once

#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// One report from the static analysis and the run of the same program, folded. A static finding that a run finding
/// repeats is merged into it (confirmed: both), and what the run did with the memory of a variable that, as a static
/// finding says, ended while an operation used it, is a part of that finding. A finding may name more of the places
/// than the other: the static one the collective that some ranks miss, the run both collectives that met; so it is
/// enough that the calls and accesses of one are a subset of the other's. A deadlock in a collective that a static
/// finding says not all ranks call is one finding with that as its reason; so is the end of a rank that others wait for
/// there.
std::vector<Finding> merge(std::vector<Finding> staticFindings, std::vector<Finding> runFindings);

}  // namespace lockstep::report
