// The call stacks of processes that still live, taken from outside.
//
// The recorder walks the stack of a place's first calls only, see runtime/sites/Stacks.h, and a rank that waits inside
// MPI cannot be asked any more. So when a job is found stuck, or its time is over, the tool stops the threads of each
// rank for a moment (ptrace), reads their registers and stacks, and unwinds by the call frame information of the
// modules' files, as a debugger does. The alternatives are worse: a signal whose handler walks takes one from the
// program, and to keep the frames of every call costs time in each.
//
// Where that is not allowed, or the information is missing, there are fewer frames or none, and nothing else changes.
#pragma once

#include <sys/types.h>

#include <map>
#include <span>
#include <vector>

#include "report/Finding.h"

namespace lockstep::cli {

/// Return addresses, innermost first; the first is where the thread is.
using CallStack = std::vector<report::CodeAddress>;

/// Of every thread that could be read, by rank.
using StacksByRank = std::map<int, std::vector<CallStack>>;

/// Of processes of this machine, by rank. Gives up on those that are left when it has taken too long.
StacksByRank takeStacks(const std::map<int, pid_t> &processes);

/// Fills in the callers of a site that has none, where a thread of its rank is inside its call.
void addCallers(report::Site &site, const StacksByRank &stacks);

}  // namespace lockstep::cli
