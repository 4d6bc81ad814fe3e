// Types of the program from debug information, flattened into values at offsets. IR types would not do: pointers are
// opaque, and structures have lost names, unions and signedness.
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
  bool mayGrow = false;  // ends with an array that may be longer at run time
};

/// Without typedefs and qualifiers; null for void.
const llvm::DIType *plainType(const llvm::DIType *type);
/// The target type of a pointer or reference; null for anything else, and for void.
const llvm::DIType *pointeeOf(const llvm::DIType *type);
/// The element type of an array, over all dimensions; any other type itself.
const llvm::DIType *elementOf(const llvm::DIType *type);
/// The member, or array element, that contains the byte at this offset; null if there is none.
const llvm::DIType *memberAt(const llvm::DIType *type, std::uint64_t offset);
std::uint64_t bytesOf(const llvm::DIType *type);

/// Of the elements of an array, or of a single value; none if unknown or too complex.
std::optional<TypeLayout> layoutOf(const llvm::DIType *type);

/// The constants of a module that describe layouts.
class LayoutConstants {
 public:
  explicit LayoutConstants(llvm::Module &module) : module_(module) {}

  /// Null if nothing is known about the type.
  llvm::Constant *of(const llvm::DIType *type, bool isMixed = false);

 private:
  llvm::Module &module_;
  std::map<std::pair<const llvm::DIType *, bool>, llvm::Constant *> known_;
};

}  // namespace lockstep::instrument
