// Memory and registers of one rank at a program point.
//
// Memory is a map from (object, offset) to the stored value. Anything not in the map is unknown; forgetting is always
// sound, keeping a value that may have changed never is. An object is exposed if it may be written through an unknown
// address: its own address was stored where others may find it, passed to unknown code, used by a pending operation, or
// lost track of. Addresses stored in a local variable that is not exposed remain private.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/GlobalVariable.h>

#include "passes/collectives/RankValue.h"
#include "passes/collectives/SortedMap.h"
#include "passes/machine/Shared.h"

namespace lockstep::passes {

class RankState {
 public:
  /// Number of known values.
  std::size_t size() const { return memory_->size() + registers_->size(); }

  /// Null if nothing is known about the register.
  const RankValue *findRegister(const llvm::Value &name) const;
  void setRegister(const llvm::Value &name, RankValue value) { registers_.edit()[&name] = value; }
  /// Drops registers that no other block reads.
  void leaveBlock(const llvm::BasicBlock &block);

  const RankValue *load(const RankValue &address, std::uint64_t bytes) const;
  void store(const RankValue &address, std::uint64_t bytes, RankValue value);
  /// Records the result of a load: unlike a store it does not change other memory. `bytes` 0: a handle of any size.
  void remember(const RankValue &address, std::uint64_t bytes, RankValue value);

  /// From here on the content of the object may depend on the rank by `flow`; null: it does not.
  void setFlow(const RankValue &address, const RankTaint *flow);
  const RankTaint *flowOf(const RankValue &address) const;

  /// A part of the object gets a new value, which may depend on the rank by `flow`.
  void overwrite(const RankValue &address, std::uint64_t bytes, const RankTaint *flow);
  /// The content of the object may have changed.
  void forgetContent(const RankValue &address);
  /// The same for everything reachable from it through stored addresses.
  void forgetReachable(const RankValue &address);
  void expose(const RankValue &address);
  void forgetExposed();
  /// The object's lifetime begins or ends: no other address refers to it.
  void endLife(const RankValue &address);
  void forgetGlobals(llvm::function_ref<bool(const llvm::GlobalVariable &)> isChanged);
  /// `symbol` is about to get a new value.
  void forgetSymbol(const llvm::Value &symbol);

  /// Keeps what both have in common. True if this changed.
  bool join(const RankState &other);

 private:
  struct Content {
    RankValue value;
    std::uint64_t bytes = 0;
    friend bool operator==(const Content &, const Content &) = default;
  };
  using Place = std::pair<const llvm::Value *, std::int64_t>;
  using Memory = SortedMap<Place, Content>;

  using Range = std::pair<Memory::const_iterator, Memory::const_iterator>;

  static Range contentOf(const Memory &memory, const llvm::Value *object);
  std::set<const llvm::Value *> reachableFrom(const llvm::Value *object) const;
  bool isPrivate(const RankValue &address) const;
  void erasePart(const RankValue &address, std::uint64_t bytes);
  void eraseContent(const llvm::Value *object);
  bool joinMemory(const RankState &other);
  bool joinRegisters(const RankState &other);
  RankValue joinValues(const RankValue &a, const RankValue &b);

  Shared<Memory> memory_;
  Shared<llvm::DenseMap<const llvm::Value *, RankValue>> registers_;
  Shared<llvm::DenseSet<const llvm::Value *>> exposed_;
  Shared<llvm::DenseMap<const llvm::Value *, const RankTaint *>> flows_;  // for memory that is not in the map
};

}  // namespace lockstep::passes
