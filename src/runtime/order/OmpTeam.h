// The objects of a parallel region of OpenMP. The regions that a thread opens are nested, so that thread number and
// depth identify a region. Identifiers are reused: a region that has ended is ordered before the next one that its
// thread opens.
#pragma once

#include <cstdint>

#include "runtime/order/Order.h"

namespace lockstep::runtime {

/// The region that the calling thread is about to open, and has closed.
std::uint64_t openTeam();
void closeTeam();
/// The calling thread has opened a region that is not closed.
bool isOpeningTeam();

/// The innermost region around the calling thread, 0: none.
std::uint64_t currentTeam();
/// Sets it, if the callbacks of the runtime report regions; returns the previous one.
std::uint64_t setTeam(std::uint64_t team);
/// Finds it by a function otherwise.
void findTeamBy(std::uint64_t (*find)());

/// The stack of the calling thread on this side of the frame belongs to the task, or member of a region, that it runs;
/// null: it runs none.
const void *currentFrame();
const void *setFrame(const void *frame);
void findFrameBy(const void *(*find)());

}  // namespace lockstep::runtime
