// The memory of a process in symbolic execution: disjoint objects, each with cells of known content.
//
// Paths split often, so states share objects until one writes. What lies between the cells of an object is the same
// everywhere: never written, zero, or unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

#include "passes/machine/Shared.h"
#include "passes/symex/SymExpr.h"

namespace lockstep::passes::symex {

class StoreTypes;

struct Cell {
  std::int64_t size = 0;
  Value value;
  friend bool operator==(const Cell &, const Cell &) = default;
};

/// Bytes of an object that are unknown, but of the same origin on all ranks (JointRun.h).
struct UniformPart {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t base = 0;  // where the origin counts from
  std::uint64_t origin = 0;
  Uniformity uniformity = Uniformity::Input;
};

struct Object {
  enum class Kind : std::uint8_t { None, Stack, Global, Heap, Foreign };
  enum class Rest : std::uint8_t { Undefined, Zero, Unknown };

  Kind kind = Kind::Stack;
  Rest rest = Rest::Undefined;
  UnknownKind quality = UnknownKind::Forgotten;  // of an unknown rest
  bool isAlive = true;
  std::int64_t size = -1;                                     // in bytes, -1 if unknown
  const llvm::Value *origin = nullptr;                        // what created it
  std::map<std::int64_t, Cell> cells{};                       // by offset, disjoint
  std::vector<UniformPart> uniform{};                         // disjoint; cells lie above them
  std::vector<std::pair<std::int64_t, std::int64_t>> shared{};  // parts in a window: other ranks may change them anytime
};

class Memory {
 public:
  /// Under the first number that is free from `first` on.
  std::uint32_t add(Object object, std::size_t first = 0);
  /// Under a number that is not in use here.
  std::uint32_t restore(std::uint32_t id, Object object);
  const Object &operator[](std::uint32_t id) const { return *objects_[id]; }
  std::size_t size() const { return objects_.size(); }
  void kill(std::uint32_t id) { change(id).isAlive = false; }
  void share(std::uint32_t id, std::int64_t low, std::int64_t high) { change(id).shared.emplace_back(low, high); }
  bool isShared(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const;

  /// Nothing unless known content covers exactly these bytes; numbers are assembled from bytes.
  std::optional<Value> load(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const;
  /// No cell overlaps the bytes: their content is the object's rest.
  bool isUntouched(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const;
  void store(std::uint32_t id, std::int64_t offset, std::int64_t bytes, const Value &value, ExprPool &terms);
  /// The whole object becomes unknown.
  void forget(std::uint32_t id, UnknownKind quality);
  /// The object becomes unknown, except for what code with these stores cannot have changed.
  void forget(std::uint32_t id, const StoreTypes &stores, UnknownKind quality);
  /// The bytes become unknown.
  void forgetPart(std::uint32_t id, std::int64_t offset, std::int64_t bytes, UnknownKind quality, ExprPool &terms);
  void forgetUniformly(std::uint32_t id, const UniformPart &part, ExprPool &terms);
  /// The part that the bytes lie in; null for none.
  const UniformPart *uniformPart(std::uint32_t id, std::int64_t offset, std::int64_t bytes) const;
  void fill(std::uint32_t id, std::int64_t offset, std::int64_t bytes, std::optional<std::int64_t> byte,
            ExprPool &terms);
  void copy(std::uint32_t to, std::int64_t toOffset, std::uint32_t from, std::int64_t fromOffset, std::int64_t bytes,
            ExprPool &terms);
  void forEachHandle(std::uint32_t id, const std::function<void(std::uint32_t)> &use) const;
  /// Keeps what both memories agree on; `lost` is told every value that one of them had and the result has not.
  void join(const Memory &other, ExprPool &terms, const std::function<void(const Value &)> &lost);

 private:
  Object &change(std::uint32_t id) { return objects_[id].edit(); }
  void joinObject(std::uint32_t id, const Object &other, ExprPool &terms,
                  const std::function<void(const Value &)> &lost);
  void clear(std::uint32_t id, std::int64_t offset, std::int64_t bytes, ExprPool &terms);
  std::optional<std::int64_t> byteAt(const Object &object, std::int64_t offset) const;

  std::vector<Shared<Object>> objects_;
};

}  // namespace lockstep::passes::symex
