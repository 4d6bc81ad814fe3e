// Determines which processes of a trace belong to one run, if the folder contains records of several.
//
// Ranks of one run exist at the same time, and each rank exists once. So a process belongs to the first run that lacks
// its rank and has not ended when it begins. Of several runs the one with the most ranks is analyzed. Times of
// different nodes cannot be compared: with several nodes, runs are not separated.
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
