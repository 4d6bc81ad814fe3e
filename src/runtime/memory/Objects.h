// The objects of the program, as reported by instrumented code: stack variables that are passed to a call, global
// variables, and heap blocks. The recorder looks up the object that an argument of a call points into.
//
// They are kept by the stub, because a program creates many of them before its first MPI call loads the recorder, and
// because the stub intercepts free(). The table may be incomplete, but never stale: an object is removed before its
// memory can be reused.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "trace/Record.h"

namespace lockstep::runtime {

/// A type as emitted by the instrumentation: the part of a Layout record after its id. + LayoutPart parts[partCount]
struct ProgramLayout {
  std::uint64_t bytes;
  std::uint32_t partCount;
  std::uint32_t isMixed;  // 1: memory of the type is also accessed as another one
  char name[sizeof(trace::Layout::name)];
};
static_assert(sizeof(ProgramLayout) == 64);

/// A global variable.
struct ProgramObject {
  const void *address;
  std::uint64_t bytes;
  const ProgramLayout *layout;
};

struct FoundObject {
  std::uintptr_t begin = 0;
  std::uint64_t bytes = 0;
  const ProgramLayout *layout = nullptr;
  trace::MemoryKind kind{};
};

/// The memory of an object.
struct ObjectSpan {
  std::uintptr_t begin;
  std::uint64_t bytes;
};

/// Objects up to this size may be watched before they are passed to any call: for larger ones it would be too
/// expensive.
inline constexpr std::uint64_t kSmallObject = 4096;

/// Called when memory is about to be released.
using ReleaseWriter = void (*)(std::uintptr_t begin, std::uintptr_t end, trace::ReleaseKind how, const void *site);

/// The memory from `low` up to `high`; 0 to 0: none.
struct LookedAfter {
  std::atomic<std::uintptr_t> low{0};
  std::atomic<std::uintptr_t> high{0};
};

/// What the stub offers the recorder.
struct ObjectsApi {
  // What hooks are served with.
  void (*lend)(const void *address, std::uint64_t bytes, const ProgramLayout *layout);
  void (*takeBack)(std::uint64_t count);
  void (*allocated)(const void *address, std::uint64_t bytes, const ProgramLayout *layout);
  /// False if the address is in no known object.
  bool (*find)(std::uintptr_t address, FoundObject *found);
  /// Grows whenever a block of the heap or a global variable comes or goes.
  std::atomic<std::uint64_t> *changes;
  /// Memory whose release is of interest, because windows expose it, and because it is watched.
  LookedAfter *exposed;
  LookedAfter *watched;
  std::atomic<ReleaseWriter> *release;
  /// The variables lent by the calling thread, and unless `onlyLent` small global variables and heap blocks: at most
  /// `most`. Returns how many.
  std::size_t (*findSmall)(ObjectSpan *objects, std::size_t most, bool onlyLent);
  /// See RequestVariables.h.
  void (*keepRequests)(std::uintptr_t address, std::size_t bytes);
  bool (*isOfTaskAlone)(std::uintptr_t address);
};

extern const ObjectsApi kObjectsApi;

void addGlobals(const ProgramObject *begin, const ProgramObject *end);
void removeGlobals(const ProgramObject *begin, const ProgramObject *end);

/// Before a block is freed; `site` is where.
void forgetBlock(void *block);
/// Memory whose release is of interest is about to be released.
void tellRelease(const void *begin, std::size_t bytes, trace::ReleaseKind how, const void *site);
bool mayBeLookedAfter(const void *begin);
/// Whether any block is known.
bool knowsBlocks();

}  // namespace lockstep::runtime
