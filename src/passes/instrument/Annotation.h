// The annotation of functions whose loads and stores are left alone: what `annotate("lockstep_ignore")` writes, and what
// the clang plugin writes for `no_sanitize("lockstep")`.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lockstep::instrument {

inline constexpr llvm::StringLiteral kIgnored = "lockstep_ignore";

}  // namespace lockstep::instrument
