// Functions of the C library and of language runtimes: their code is not visible, but known. They call no MPI, return
// unless they end the program, and access no memory of the program except through their pointer arguments.
//
// LLVM is asked first: which arguments are only read, which functions allocate and free (MemoryBuiltins.h). This file
// has the rest.
#pragma once

#include <cstdint>

#include <utility>
#include <vector>

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>

namespace lockstep::passes {

enum class LibraryCall : std::uint8_t {
  None,   // not a library function
  Other,  // nothing more is known about it
  Asks,   // returns external input
  Input,  // returns input, and also writes it through its arguments
  Copy,
  Fill,
  Exit,
  ExitAtOnce,    // without exit handlers
  ExitHandler,   // registers an exit handler
  GuardAcquire,  // of a function-local static variable
  GuardRelease,
  IsContiguous,  // on Fortran descriptors
  CopyIn,        // of an array section into a temporary
  CopyOut,       // and back, which ends the temporary
  Assign,        // of an array, or of one value to all its elements
};

LibraryCall libraryCallOf(const llvm::Function &function);

const llvm::TargetLibraryInfo &targetLibrary();

/// The attributes of library functions that LLVM's optimizer would infer, for the lifetime of this object. A compiler
/// that continues with the module may have been told not to rely on them (-fno-builtin).
class InferredAttributes {
 public:
  explicit InferredAttributes(llvm::Module &module);
  InferredAttributes(const InferredAttributes &) = delete;
  InferredAttributes &operator=(const InferredAttributes &) = delete;
  ~InferredAttributes();

 private:
  std::vector<std::pair<llvm::Function *, llvm::AttributeList>> before_;
};

}  // namespace lockstep::passes
