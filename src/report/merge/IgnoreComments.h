// Findings declared as known by a comment in the source, on the line of a site, or alone on the line above it:
//
//   MPI_Bcast(&n, 1, MPI_INT, 0, comm);  // lockstep: ignore(coll-mismatch) rank 0 leaves early by design
//
// Also as /* ... */, and with ! in Fortran. Only the places of the error count, not those that explain it.
#pragma once

#include <string>
#include <vector>

#include "report/Finding.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

struct IgnoreComment {
  std::vector<std::string> rules;  // ids or globs, as written
  std::string reason;
  std::string file;
  unsigned line = 0;
};

/// The comments that apply to the sites of a finding, whichever rules they name.
std::vector<IgnoreComment> ignoreComments(const Finding &finding, SourceText &source);

bool isHiddenBy(const Finding &finding, const IgnoreComment &comment);

}  // namespace lockstep::report
