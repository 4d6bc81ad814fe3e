// Code excluded from instrumentation by its author: functions with the attribute disable_sanitizer_instrumentation or
// the annotation (Annotation.h), and entries of the ignore list.
//
// The ignore list has the format of clang's sanitizer ignore lists: `fun:` for names, mangled or not, and `src:` for
// files, as globs, in a section `[lockstep]` or outside any section.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

class Exclusion {
 public:
  explicit Exclusion(const llvm::Module &module);

  /// Whether the loads and stores of a function are not instrumented.
  bool covers(const llvm::Function &function) const;

 private:
  llvm::SmallPtrSet<const llvm::Function *, 8> annotated_;
};

}  // namespace lockstep::instrument
