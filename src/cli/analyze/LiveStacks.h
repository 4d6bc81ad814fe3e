// Reads the call stacks of running processes from outside.
//
// The recorder unwinds the stack of the first calls of each site only, see runtime/sites/Stacks.h, and a rank that
// blocks inside MPI cannot do it later. So when a job is stuck, or its time limit is reached, the tool stops the
// threads of each rank briefly (ptrace), reads their registers and stacks, and unwinds by the call frame information of
// the modules' files, as a debugger does. The alternatives are worse: unwinding in a signal handler takes a signal from
// the program, and recording the frames of every call costs time in each.
//
// If ptrace is not permitted, or the information is missing, there are fewer frames or none; nothing else changes.
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

/// For processes of this machine, by rank. Skips the remaining ones when it has taken too long.
StacksByRank takeStacks(const std::map<int, pid_t> &processes);

/// Adds the callers to a site without callers, if a thread of its rank is inside its call.
void addCallers(report::Site &site, const StacksByRank &stacks);

}  // namespace lockstep::cli
