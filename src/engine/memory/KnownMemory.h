// Known facts about the program's memory: the size of the object that an argument points into, and its type according
// to debug information.
//
// A datatype fits the memory if each of its values is at a value of the same kind and size. Data sent as bytes or
// characters fits any memory, and any value fits memory of bytes as long as it lies inside: a single character in a
// structure has no room for an integer. Both the type and the datatype repeat through the object, so that a few of the
// first elements decide for all.
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

  /// The part containing the byte at this offset of an element; null for padding.
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
  MemoryLayoutPtr layout;  // null: unknown
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

/// A value of a datatype that is not at a value of the same kind in memory.
struct Misfit {
  enum class How : std::uint8_t { Sign, Type, Place };
  How how{};
  mpi::PredefinedType basic{};
  std::uint64_t offset = 0;                 // from the beginning of the element of memory in which it begins
  const trace::LayoutPart *part = nullptr;  // the part in which it begins; null: padding
};

/// The worst misfit of the elements, which begin at `offset` in an object of `objectBytes` bytes; none if all fit.
std::optional<Misfit> misfitOf(const MemoryLayout &layout, std::uint64_t objectBytes, std::int64_t offset,
                               Elements elements);

/// A value whose address is not a multiple of its size; none if all are aligned.
std::optional<mpi::PredefinedType> misalignedIn(std::int64_t address, Elements elements);

/// "integers of 4 bytes", or "an integer of 4 bytes".
std::string describe(const trace::LayoutPart &part, bool isOne);

}  // namespace lockstep::engine
