// Variables in which calls of a process with several threads put requests: when the memory of one is used afresh, the
// next request there has nothing to do with those before.
//
// A block of the heap is given back by free(), which looks into a small table of lines of memory: a line may count as
// one with a request that has none. On the stack, and among thread-local variables, there is nothing to see: so it can
// be asked whether a variable belongs to what the calling thread runs now, a task or its part of a region. Then no
// other one can get at it, and each that runs there has its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lockstep::runtime {

/// Requests stand in this memory from now on.
void keepRequests(std::uintptr_t address, std::size_t bytes);
/// Nobody but what the calling thread runs now has the variable.
bool isOfTaskAlone(std::uintptr_t address);

extern std::atomic<bool> gKeepsRequests;
/// Records, before a block is freed, that whoever gets it next uses it afresh.
void freeRequests(const void *block, std::size_t bytes);

}  // namespace lockstep::runtime
