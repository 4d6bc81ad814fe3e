// The interface between the hooks in instrumented code and the recorder.
//
// Every executable or shared object with instrumented code may have a copy of the hooks and of the watch table, from
// the static library that it was linked with. A copy registers with the stub when it is loaded; without the stub the
// hooks do nothing. The recorder passes each copy a table of functions, one per hook, to which the hook jumps: their
// return address is that of the hook, the place of the access. The recorder marks pages in the watch tables of all
// copies.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lockstep::runtime {

struct ProgramLayout;
struct ProgramObject;

namespace hook {
using Address = const void *;
using Bytes = std::uint64_t;
using Stride = std::int64_t;
using Count = std::uint64_t;
using Order = std::uint64_t;
using Value = std::uint64_t;
using Layout = const ProgramLayout *;

/// Lent to code that reports irregular accesses: a byte, to be set to 1, for each address that is `begin` plus a
/// multiple of stepOfPlaces. Initially cleared, i.e. without any place.
struct LentPlaces {
  std::uintptr_t begin;
  std::uint64_t count;
  std::uint8_t *touched;
};
using Places = LentPlaces *;
}  // namespace hook

/// Distance of places for accesses of this size: vectors and parts of structures are rarely aligned to their own size.
constexpr std::uint64_t stepOfPlaces(std::uint64_t bytes) {
  const std::uint64_t alignment = bytes & (~bytes + 1);
  return alignment < 8 ? alignment : 8;
}

#define WATCH_TABLE(name, page, bits)         \
  inline constexpr unsigned kPageBits = page; \
  inline constexpr unsigned kTableBits = bits;
#include "Hooks.def"
inline constexpr std::size_t kTableSize = std::size_t{1} << kTableBits;

/// Index in the watch table for the page of this address.
constexpr std::size_t tableIndex(std::uintptr_t address) { return (address >> kPageBits) & (kTableSize - 1); }

enum class Hook : std::uint32_t {
#define HOOK(name, parameters) name,
#include "Hooks.def"
};
inline constexpr std::size_t kHookCount = 0
#define HOOK(name, parameters) +1
#include "Hooks.def"
    ;

using HookFunction = void (*)();

// After the hooks come functions for the hook libraries themselves: they know the site of an access and have executed
// it, or will do so.
enum class AtomicKind : std::uint32_t { Load, Store, Update };
using AccessAt = void (*)(hook::Address site, hook::Address address, hook::Bytes bytes, bool isStore);
using AtomicAt = void (*)(hook::Address site, AtomicKind kind, hook::Address address, hook::Bytes bytes,
                          hook::Order order, hook::Value loaded, hook::Value stored);
using ReleasedAt = void (*)(hook::Address site, hook::Address address, hook::Bytes bytes);
inline constexpr std::size_t kAccessAt = kHookCount;
inline constexpr std::size_t kAtomicAt = kHookCount + 1;
inline constexpr std::size_t kReleasedAt = kHookCount + 2;
inline constexpr std::size_t kFunctionCount = kHookCount + 3;
using HookFunctions = HookFunction[kFunctionCount];

inline constexpr std::uint32_t kHookVersion = 4;  // of this struct and of the meaning of the hooks

/// One copy of the hooks.
struct HookCopy {
  std::uint32_t version;
  std::uint32_t hookCount;
  unsigned char *watched;                        // its watch table
  std::atomic<const HookFunction *> *functions;  // the table that its hooks jump through
  const HookFunction *idle;                      // functions that do nothing
  HookCopy *nextKnown;                           // to the stub
  HookCopy *nextServed;                          // by the recorder
  const ProgramObject *globals;                  // variables of the object that it is linked into
  const ProgramObject *endOfGlobals;
};

// The stub's side; a copy finds it by name.
using RegisterHooks = void (*)(HookCopy *);
inline constexpr const char *kRegisterHooksSymbol = "lockstepRegisterHooks";
inline constexpr const char *kUnregisterHooksSymbol = "lockstepUnregisterHooks";

}  // namespace lockstep::runtime
