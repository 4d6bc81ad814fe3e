// Functions of the C library and of the languages' runtimes: code that is not seen, but known. It calls no MPI, comes
// back unless it ends the program, and touches no memory of the program but what its pointer arguments lead to.
//
// What LLVM knows of them is asked there: which arguments are only read, who allocates and frees (MemoryBuiltins.h).
// Here stands what it does not know.
#pragma once

#include <cstdint>

#include <utility>
#include <vector>

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>

namespace lockstep::passes {

enum class LibraryCall : std::uint8_t {
  None,   // of the program, or of nobody knows whom
  Other,  // nothing more is known of it
  Asks,   // for what only the user or the machine knows
  Input,  // the same, and writes it through its arguments
  Copy,
  Fill,
  Exit,
  ExitAtOnce,    // without what is registered
  ExitHandler,   // registers a function
  GuardAcquire,  // of a variable that is initialized where it is first used
  GuardRelease,
  IsContiguous,  // of Fortran's descriptors
  CopyIn,        // of an array section into a temporary
  CopyOut,       // and back, which ends it
  Assign,        // of an array, or of a value to all its elements
};

LibraryCall libraryCallOf(const llvm::Function &function);

const llvm::TargetLibraryInfo &targetLibrary();

/// Attributes of library functions, as LLVM's optimizer infers them first of all, for as long as this exists. A
/// compiler that goes on with the module may have been told not to rely on them (-fno-builtin).
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
