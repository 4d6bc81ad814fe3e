// What an instruction reads and writes, apart from atomics: address, bytes, and for vector intrinsics which lanes.
#pragma once

#include <cstdint>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Alignment.h>

namespace lockstep::instrument {

struct Access {
  enum class Kind : std::uint8_t { Load, Store };
  enum class Shape : std::uint8_t {
    Whole,      // `bytes` from `address`
    Range,      // `length` bytes from `address`
    Lanes,      // of a vector at `address` those of `mask`, each of `bytes`
    Packed,     // as many elements of `bytes` from `address` as `mask` has lanes
    Scattered,  // `address` is a vector of pointers; those of `mask`, each to `bytes`
  };

  llvm::Instruction *instruction;
  Kind kind;
  Shape shape = Shape::Whole;
  llvm::Value *address;
  std::uint64_t bytes = 0;
  llvm::Align alignment = {};
  llvm::Value *length = nullptr;
  llvm::Value *mask = nullptr;
};

/// In the order in which they happen. Empty also for what is no business of ours: other address spaces, code that a
/// sanitizer or profiler has added.
llvm::SmallVector<Access, 2> accessesOf(llvm::Instruction &instruction);

/// Whether behind it another segment of the thread's accesses may have begun: calls of functions that may write, which
/// every one that ends up in MPI or in a thread's synchronization does, and atomics. Functions of the C library that
/// the compiler knows do neither.
bool mayEndSegment(const llvm::Instruction &instruction, const llvm::TargetLibraryInfo *library);

}  // namespace lockstep::instrument
