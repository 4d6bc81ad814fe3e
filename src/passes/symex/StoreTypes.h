// The types of what some code may store. Memory that holds something of another type keeps it, whatever the addresses
// are: an object that is accessed by one type is not accessed by another, except bytewise.
#pragma once

#include <cstdint>
#include <set>

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instruction.h>

#include "passes/ir/CallEffects.h"

namespace lockstep::passes::symex {

struct Cell;

class StoreTypes {
 public:
  /// Code that is not seen.
  static StoreTypes any() {
    StoreTypes types;
    types.isAny_ = true;
    return types;
  }

  /// Adds those of the instruction itself, for a call those of the libraries.
  void add(const llvm::Instruction &instruction, const llvm::DataLayout &layout, const CallEffects &effects);
  void add(const StoreTypes &other);
  bool isAny() const { return isAny_; }
  /// Whether it may have overwritten the cell.
  bool mayChange(const Cell &cell) const;

 private:
  struct Type {
    std::int64_t bytes = 0;
    bool isPointer = false;
    friend auto operator<=>(const Type &, const Type &) = default;
  };
  void add(const llvm::Type &type, const llvm::DataLayout &layout);

  bool isAny_ = false;
  std::set<Type> types_;
};

}  // namespace lockstep::passes::symex
