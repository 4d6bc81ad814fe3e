// Types of the program as its debug information describes them: which values lie where, flattened. The types of the IR
// would not do: a pointer has none, and structures have lost their names, unions and signs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

enum class ValueKind : std::uint8_t {
#define VALUE_KIND(name) name,
#include "Hooks.def"
};

struct LayoutPart {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  ValueKind kind{};
};

struct TypeLayout {
  std::string name;
  std::uint64_t bytes = 0;
  std::vector<LayoutPart> parts;
  bool mayGrow = false;  // it ends with an array that stands for a longer one
};

/// Without typedefs and qualifiers; null for void.
const llvm::DIType *plainType(const llvm::DIType *type);
/// What a pointer or reference points to; null for anything else, and for void.
const llvm::DIType *pointeeOf(const llvm::DIType *type);
/// The type of an array's elements, of all its dimensions; any other type itself.
const llvm::DIType *elementOf(const llvm::DIType *type);
/// The member that the bytes at this offset belong to, or the element of an array; null where there is none.
const llvm::DIType *memberAt(const llvm::DIType *type, std::uint64_t offset);
std::uint64_t bytesOf(const llvm::DIType *type);

/// Of the elements of an array, or of a single value; none where it is not known or has too many parts.
std::optional<TypeLayout> layoutOf(const llvm::DIType *type);

/// The constants of a module that describe layouts.
class LayoutConstants {
 public:
  explicit LayoutConstants(llvm::Module &module) : module_(module) {}

  /// Null where nothing is known of the type.
  llvm::Constant *of(const llvm::DIType *type, bool isMixed = false);

 private:
  llvm::Module &module_;
  std::map<std::pair<const llvm::DIType *, bool>, llvm::Constant *> known_;
};

}  // namespace lockstep::instrument
