// The memory that an instruction reads and writes, except atomics: address, bytes, and for vector intrinsics the lanes.
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
    Lanes,      // the lanes of `mask`, each of `bytes`, of a vector at `address`
    Packed,     // consecutive elements of `bytes` from `address`, as many as `mask` has active lanes
    Scattered,  // `address` is a vector of pointers; the lanes of `mask`, each to `bytes`
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

/// In the order of execution. Empty for accesses that are not instrumented: other address spaces, code added by a
/// sanitizer or profiler.
llvm::SmallVector<Access, 2> accessesOf(llvm::Instruction &instruction);

/// Whether the thread's next segment of accesses may begin after the instruction: true for calls of functions that may
/// write, as every function that reaches MPI or thread synchronization does, and for atomics. C library functions known
/// to the compiler do neither.
bool mayEndSegment(const llvm::Instruction &instruction, const llvm::TargetLibraryInfo *library);

}  // namespace lockstep::instrument
