// Describes a race: both accesses, the memory, the missing completion or order, and the call that would provide it.
#pragma once

#include "engine/Context.h"
#include "engine/races/Races.h"
#include "engine/races/ReleaseLog.h"
#include "report/Finding.h"

namespace lockstep::engine {

/// About the local buffer of an operation, and no operation's target.
bool isAboutLocalBuffer(const Race &race);

report::Finding describe(const Race &race, const Context &context, const ReleaseLog &passingOn);

}  // namespace lockstep::engine
