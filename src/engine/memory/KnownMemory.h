// What is known of the program's own memory: how large the object is that an argument points into, and the type that
// its debug information gives it.
//
// A datatype fits the memory when each of its values lies on a value of the same kind and size. Whatever is sent as
// bytes or characters fits, and so does all memory of bytes, as long as the value lies inside of it: a character in
// a structure is no room for an integer. A type repeats through the whole object, and so does a datatype, so that some
// of the first elements decide for all.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/memory/MemoryPart.h"
#include "engine/objects/Types.h"
#include "trace/Record.h"

namespace lockstep::engine {

struct MemoryLayout {
  std::string name;
  std::uint64_t bytes = 0;  // of one element
  std::vector<trace::LayoutPart> parts;

  /// The part with the byte at this offset of an element; null for padding.
  const trace::LayoutPart *partAt(std::uint64_t offset) const;
};

using MemoryLayoutPtr = std::shared_ptr<const MemoryLayout>;

/// The object that an argument of a call points into.
struct KnownMemory {
  std::size_t argument = 0;
  std::uint64_t before = 0;
  std::uint64_t bytes = 0;
  trace::MemoryKind kind{};
  bool isMixed = false;
  MemoryLayoutPtr layout;  // null: not known
};

/// The layouts of a process.
class MemoryLayouts {
 public:
  void define(const trace::Layout &record);
  MemoryLayoutPtr find(std::uint64_t id) const;

 private:
  std::unordered_map<std::uint64_t, MemoryLayoutPtr> known_;
};

KnownMemory knownMemory(const trace::Memory &record, const MemoryLayouts &layouts);

/// A value of a datatype that does not lie on a value of the memory like it.
struct Misfit {
  enum class How : std::uint8_t { Sign, Type, Place };
  How how{};
  mpi::PredefinedType basic{};
  std::uint64_t offset = 0;                 // from the beginning of the element of memory that it begins in
  const trace::LayoutPart *part = nullptr;  // where it begins; null: in padding
};

/// The worst misfit of the elements, which lie at an offset of an object with this many bytes; none where all fit.
std::optional<Misfit> misfitOf(const MemoryLayout &layout, std::uint64_t objectBytes, std::int64_t offset,
                               Elements elements);

/// A value that does not lie at a multiple of its size; none where all do.
std::optional<mpi::PredefinedType> misalignedIn(std::int64_t address, Elements elements);

/// "integers of 4 bytes", or "an integer of 4 bytes".
std::string describe(const trace::LayoutPart &part, bool isOne);

}  // namespace lockstep::engine
