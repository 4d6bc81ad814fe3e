// The run of a program in which every rank does what follows from the program: the engine judges it like one that was
// recorded (RunDriver.h), and what it finds is said with less certainty where the program leaves a choice, or seems to
// be one of several of the job.
#pragma once

#include <vector>

#include "passes/symex/RankTrace.h"
#include "report/Finding.h"

namespace lockstep::passes::symex {

/// Rules whose findings come from here; the others are judged by what each rank does.
bool isJudgedByEngine(report::Rule rule);

/// Errors between ranks, and the ranks' leaks: once for all ranks.
std::vector<report::Finding> judgeRun(const std::vector<DecidedRank> &ranks);

}  // namespace lockstep::passes::symex
