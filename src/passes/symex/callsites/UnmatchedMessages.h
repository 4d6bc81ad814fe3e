// p2p-unmatched and p2p-type-mismatch, for programs whose runs are not decided: a message whose tag no receive of the
// whole program takes, or whose data every such receive takes as another type; and the same for receives.
//
// Rests on the constants that tags and datatypes may be (PossibleValues.h), not on paths, ranks or communicators: what
// is found is wrong on every path, unless another program is the other side. Hence a warning.
#pragma once

#include <vector>

#include "passes/symex/Program.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

std::vector<report::Finding> findUnmatchedMessages(const Program &program);

}  // namespace lockstep::passes::symex
