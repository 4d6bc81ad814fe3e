// Code that is not instrumented because its author says so: functions with the attribute
// disable_sanitizer_instrumentation or the annotation (Annotation.h), and what the block list names.
//
// The block list has the format of clang's sanitizer ignore lists: `fun:` by the name, mangled or not, `src:` by the
// file, globs, in a section `[lockstep]` or in none.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

class Exclusion {
 public:
  explicit Exclusion(const llvm::Module &module);

  /// Whether the loads and stores of a function are left alone.
  bool covers(const llvm::Function &function) const;

 private:
  llvm::SmallPtrSet<const llvm::Function *, 8> annotated_;
};

}  // namespace lockstep::instrument
