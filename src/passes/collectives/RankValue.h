// What is known of a value on one rank.
//
// A value is a constant, an address (object and offset), a symbol (unknown, but the same wherever it is copied), or
// unknown; and it may depend on the rank. Constants are LLVM's own, so that LLVM folds them. Rank and size are
// constants because a walk is that of one rank of one size (see RankWalk.h).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace lockstep::passes {

/// How a value came to depend on the rank: the newest step first, the last one is the call that gave the rank.
struct RankTaint {
  const llvm::Instruction *step = nullptr;
  const RankTaint *from = nullptr;
  bool isObtainedHere = false;  // the step gets something new, and only ranks on one side of a branch come by it

  /// The call that only some ranks make and that gave the value, or what it comes from: not what the value is depends
  /// on the rank, but who has it. Else null.
  const llvm::Instruction *obtainedBy() const { return isObtainedHere ? step : from ? from->obtainedBy() : nullptr; }
  const llvm::Instruction &source() const { return from ? from->source() : *step; }
};

struct RankValue {
  static constexpr std::int64_t kSomewhere = std::numeric_limits<std::int64_t>::min();

  const llvm::Value *base = nullptr;  // a constant, or what defines an object or symbol; null: unknown
  std::int64_t offset = 0;            // of an address from its object; may be kSomewhere
  const RankTaint *flow = nullptr;    // null: does not depend on the rank, as far as seen

  bool isKnown() const;    // a constant that is no address
  bool isAddress() const;  // or a symbol, which may be one
  /// The same constant, address or symbol. Unknown values are not the same as anything.
  bool isSame(const RankValue &other) const {
    return base && base == other.base && offset == other.offset && offset != kSomewhere;
  }
  std::optional<std::int64_t> integer() const;

  friend bool operator==(const RankValue &a, const RankValue &b) {
    return a.base == b.base && a.offset == b.offset && !a.flow == !b.flow;
  }
};

RankValue constantValue(const llvm::Constant &constant, const llvm::DataLayout &layout);

/// What two values have in common.
RankValue join(const RankValue &a, const RankValue &b);

/// The result of an instruction that depends on its operands alone.
RankValue evaluate(const llvm::Instruction &instruction, const llvm::DataLayout &layout,
                   llvm::function_ref<RankValue(const llvm::Value &)> valueOf);

}  // namespace lockstep::passes
