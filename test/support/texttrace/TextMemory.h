// The memory-related lines of textual traces: accesses, values of atomics and small transfers, windows.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mpi/Routine.h"
#include "trace/Record.h"

namespace lockstep::engine {

/// Which bytes an access touches: "8x10+16" is ten times 8 bytes, 16 from one to the next.
trace::Access shapeIn(std::string_view text);

/// The kind of access that "load", "store" or "update" means when it is atomic.
trace::AccessKind atomicKindNamed(std::string_view name);

/// A value as an integer of so many bytes.
trace::Value valueOf(std::uint64_t address, std::uint32_t bytes, trace::ValueRole role, std::int64_t number);

/// How the window of a call that makes one gets its memory.
trace::WindowFlavor flavorOf(mpi::Routine routine);

/// "none", "rar", "waw" and the like, as bits of Window::accumulateOrder.
std::uint8_t accumulateOrderIn(std::span<const std::string_view> names);

/// An object of the program's own: "heap mixed of Cell 16 {0:signed4*2 8:floating8}". Its bytes and all else are to
/// follow.
struct TextObject {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  trace::MemoryKind kind = trace::MemoryKind::Variable;
  bool isMixed = false;
  trace::Layout layout{};  // its bytes are 0 where it is not known
  std::vector<trace::LayoutPart> parts;
};
TextObject objectIn(std::string_view text);

/// "free" or "return".
trace::ReleaseKind releaseNamed(std::string_view name);

}  // namespace lockstep::engine
