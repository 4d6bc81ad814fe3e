// Variables that hold requests in a process with several threads: when the memory of one is reused, the next request
// there is unrelated to the earlier ones.
//
// A heap block is freed by free(), which checks a small table of cache lines (with false positives). The end of stack
// and thread-local variables cannot be intercepted: for these one can ask whether a variable is private to what the
// calling thread runs now, a task or its part of a region. Then no other thread can access it, and each has its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lockstep::runtime {

/// From now on there are requests in this memory.
void keepRequests(std::uintptr_t address, std::size_t bytes);
/// Whether the variable is private to what the calling thread currently executes.
bool isOfTaskAlone(std::uintptr_t address);

extern std::atomic<bool> gKeepsRequests;
/// Records, before a block is freed, that its next owner is unrelated to the previous one.
void freeRequests(const void *block, std::size_t bytes);

}  // namespace lockstep::runtime
