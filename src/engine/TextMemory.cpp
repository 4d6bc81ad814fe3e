#include "engine/TextMemory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "engine/TextWords.h"

namespace lockstep::engine {
namespace {

template <class Meaning, std::size_t count>
Meaning meaningOf(std::string_view name, const std::pair<std::string_view, Meaning> (&names)[count],
                  std::string_view what) {
  const auto *found = std::ranges::find(names, name, &std::pair<std::string_view, Meaning>::first);
  if (found == std::end(names)) complain("there is no {} '{}'", what, name);
  return found->second;
}

std::uint64_t positiveIn(std::string_view text) {
  const std::int64_t number = numberIn(text);
  if (number <= 0) complain("'{}' must be positive", text);
  return static_cast<std::uint64_t>(number);
}

}  // namespace

trace::Access shapeIn(std::string_view text) {
  trace::Access access{};
  access.bytes = static_cast<std::uint32_t>(positiveIn(takeUntil(text, "x")));
  access.count = text.empty() ? 1 : positiveIn(takeUntil(text, "+"));
  access.stride = text.empty() ? 0 : numberIn(text);
  if (access.count > 1 && access.stride == 0) complain("several accesses look like 8x10+16");
  return access;
}

trace::AccessKind atomicKindNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, trace::AccessKind> kNames[] = {
      {"load", trace::AccessKind::AtomicLoad},
      {"store", trace::AccessKind::AtomicStore},
      {"update", trace::AccessKind::AtomicUpdate},
  };
  return meaningOf(name, kNames, "atomic");
}

trace::Value valueOf(std::uint64_t address, std::uint32_t bytes, trace::ValueRole role, std::int64_t number) {
  trace::Value value{};
  if (bytes > sizeof value.value) complain("a value has at most {} bytes", sizeof value.value);
  value.address = address;
  value.bytes = bytes;
  value.role = role;
  std::memset(value.value, number < 0 ? 0xff : 0, bytes);
  std::memcpy(value.value, &number, std::min<std::size_t>(bytes, sizeof number));
  return value;
}

trace::WindowFlavor flavorOf(mpi::Routine routine) {
  switch (mpi::info(routine).base) {
    case mpi::Routine::Win_allocate:
      return trace::WindowFlavor::Allocate;
    case mpi::Routine::Win_allocate_shared:
      return trace::WindowFlavor::Shared;
    case mpi::Routine::Win_create_dynamic:
      return trace::WindowFlavor::Dynamic;
    default:
      return trace::WindowFlavor::Create;
  }
}

std::uint8_t accumulateOrderIn(std::span<const std::string_view> names) {
  static constexpr std::pair<std::string_view, std::uint8_t> kNames[] = {
      {"none", std::uint8_t{0}},       {"rar", trace::kReadAfterRead},   {"raw", trace::kReadAfterWrite},
      {"war", trace::kWriteAfterRead}, {"waw", trace::kWriteAfterWrite},
  };
  std::uint8_t order = 0;
  for (const std::string_view name : names)
    order = static_cast<std::uint8_t>(order | meaningOf(name, kNames, "order of accumulates"));
  return order;
}

}  // namespace lockstep::engine
