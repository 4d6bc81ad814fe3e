// The findings as GitHub workflow commands: when a workflow step prints one, it becomes an annotation of that line.
//
//   ::error file=ring.c,line=12,col=5,title=coll-mismatch::message%0Aring.c:20:3: what happened here on rank 3
//
// The last line is the summary of the text report, for the log.
#pragma once

#include <string>

#include "report/Document.h"

namespace lockstep::report {

std::string toGithub(const Document &document);

}  // namespace lockstep::report
