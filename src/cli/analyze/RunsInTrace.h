// Which processes of a trace belong to one run, where the records of several lie in one folder.
//
// Ranks of one run live at the same time, and there is one of each. So a process belongs to the first run that lacks
// its rank and is not over when it begins. Of several runs the one with the most ranks counts. Times of different nodes
// cannot be compared: on several nodes runs are not told apart.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "trace/file/Reader.h"

namespace lockstep::cli {

struct Life {
  trace::ProcessKey process;
  std::uint32_t rank = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Those that do not belong to the run that counts.
std::set<trace::ProcessKey> ofOtherRuns(std::vector<Life> lives);
/// Reads all of the trace.
std::set<trace::ProcessKey> ofOtherRuns(trace::Reader &reader);

}  // namespace lockstep::cli
