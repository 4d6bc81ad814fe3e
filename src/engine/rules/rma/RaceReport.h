// A race in words: both accesses, the memory, which completion or order is missing and the call that would give it.
#pragma once

#include "engine/Context.h"
#include "engine/races/Races.h"
#include "engine/races/ReleaseLog.h"
#include "report/Finding.h"

namespace lockstep::engine {

/// Local if it is about the local buffer of an operation and no operation's target is concerned.
bool isAboutLocalBuffer(const Race &race);

report::Finding describe(const Race &race, const Context &context, const ReleaseLog &passingOn);

}  // namespace lockstep::engine
