// Memory and registers of one rank at one point of a function.
//
// Memory is a map from (object, offset) to what was stored there. What is not in the map is unknown; forgetting is
// always allowed, keeping something that may have changed never. An object that may be written through an address which
// is not understood (its own was stored where others may find it, passed to unseen code, given to an operation in
// flight, or lost from sight) is exposed. A local variable that is not exposed keeps the addresses in it to itself.
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
  /// Of how much something is known.
  std::size_t size() const { return memory_->size() + registers_->size(); }

  /// Null while nothing is known of the register.
  const RankValue *findRegister(const llvm::Value &name) const;
  void setRegister(const llvm::Value &name, RankValue value) { registers_.edit()[&name] = value; }
  /// Drops registers that no other block reads.
  void leaveBlock(const llvm::BasicBlock &block);

  const RankValue *load(const RankValue &address, std::uint64_t bytes) const;
  void store(const RankValue &address, std::uint64_t bytes, RankValue value);
  /// What a load found: unlike a store it changes nothing elsewhere. `bytes` 0: a handle, of whatever size it is.
  void remember(const RankValue &address, std::uint64_t bytes, RankValue value);

  /// What the object holds may depend on the rank by `flow` from here on, or no longer where that is null.
  void setFlow(const RankValue &address, const RankTaint *flow);
  const RankTaint *flowOf(const RankValue &address) const;

  /// A part of the object gets a new value, which may depend on the rank by `flow`.
  void overwrite(const RankValue &address, std::uint64_t bytes, const RankTaint *flow);
  /// The content of the object may have changed.
  void forgetContent(const RankValue &address);
  /// The same for everything that can be reached from it through stored addresses.
  void forgetReachable(const RankValue &address);
  void expose(const RankValue &address);
  void forgetExposed();
  /// The object of this address begins or ends: nobody else knows it.
  void endLife(const RankValue &address);
  void forgetGlobals(llvm::function_ref<bool(const llvm::GlobalVariable &)> isChanged);
  /// `symbol` is about to stand for a new value.
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
  Shared<llvm::DenseMap<const llvm::Value *, const RankTaint *>> flows_;  // of what is not in the map of the memory
};

}  // namespace lockstep::passes
