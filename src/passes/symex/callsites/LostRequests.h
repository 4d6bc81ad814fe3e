// request-missing-wait, for programs of which not all paths are judged: a request that is stored where no call of the
// whole program takes one from to complete or free it.
//
// The place of a request is a variable, or a member in all objects of a structure. Flow-insensitive: whatever the paths
// are, an operation that starts there is never complete. Nothing is said where the address of the variable or the
// request itself is passed on, or where a completion takes requests from a place that is not known.
#pragma once

#include <vector>

#include "passes/symex/Program.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

std::vector<report::Finding> findLostRequests(const Program &program);

}  // namespace lockstep::passes::symex
