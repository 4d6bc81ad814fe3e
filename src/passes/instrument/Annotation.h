// The annotation of functions whose loads and stores are not instrumented: written as `annotate("lockstep_ignore")`, or
// added by the clang plugin for `no_sanitize("lockstep")`.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lockstep::instrument {

inline constexpr llvm::StringLiteral kIgnored = "lockstep_ignore";

}  // namespace lockstep::instrument
