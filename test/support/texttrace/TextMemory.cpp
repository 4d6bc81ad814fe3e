#include "texttrace/TextMemory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "texttrace/TextWords.h"

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

namespace {

constexpr std::pair<std::string_view, trace::ValueKind> kValueKinds[] = {
    {"signed", trace::ValueKind::Signed},   {"unsigned", trace::ValueKind::Unsigned},
    {"whole", trace::ValueKind::Whole},     {"floating", trace::ValueKind::Floating},
    {"logical", trace::ValueKind::Logical}, {"byte", trace::ValueKind::Byte},
    {"pointer", trace::ValueKind::Pointer}, {"anything", trace::ValueKind::Anything}};

/// "8:floating8*2"
trace::LayoutPart partIn(std::string_view text) {
  trace::LayoutPart part{};
  part.offset = static_cast<std::uint32_t>(numberIn(takeUntil(text, ":")));
  std::string_view value = takeUntil(text, "*");
  part.count = text.empty() ? 1 : static_cast<std::uint32_t>(numberIn(text));
  for (const auto &[name, kind] : kValueKinds) {
    if (!value.starts_with(name)) continue;
    part.kind = kind;
    part.bytes = static_cast<std::uint32_t>(numberIn(value.substr(name.size())));
    return part;
  }
  complain("there is no kind of value '{}'", value);
}

}  // namespace

TextObject objectIn(std::string_view text) {
  TextObject object;
  std::string_view parts = text;
  std::string_view words = takeUntil(parts, "{");
  for (std::string_view word = takeWord(words); !word.empty(); word = takeWord(words)) {
    if (word == "heap") {
      object.kind = trace::MemoryKind::Heap;
    } else if (word == "mixed") {
      object.isMixed = true;
    } else if (word == "of") {
      const std::string_view name = takeWord(words);
      name.copy(object.layout.name, sizeof object.layout.name - 1);
      object.layout.bytes = static_cast<std::uint64_t>(numberIn(takeWord(words)));
    } else {
      complain("unknown word '{}'", word);
    }
  }
  if (!parts.empty()) parts = parts.substr(0, parts.rfind('}'));
  for (parts = trim(parts); !parts.empty();) object.parts.push_back(partIn(takeWord(parts)));
  return object;
}

trace::ReleaseKind releaseNamed(std::string_view name) {
  if (name == "free") return trace::ReleaseKind::Free;
  if (name == "return") return trace::ReleaseKind::Return;
  complain("memory is not given back by '{}'", name);
}

}  // namespace lockstep::engine
