// The values of symbolic execution: numbers, addresses and handles that are known, and terms for what is not.
//
// A term is a leaf, of which nothing is known, or an operation on other values. Equal operations on equal values are
// one term, so a condition that the program computes twice is decided the same way twice (see PathConstraints.h): that
// is what keeps `for (i < n) start(i)` and `for (i < n) wait(i)` together without knowing n.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include <llvm/IR/Constant.h>
#include <llvm/IR/InstrTypes.h>

namespace lockstep::passes::symex {

/// Why a number is unknown: any can come (input, whether a message is there), or the exploration does not know it
/// although the program may (what another rank has sent, what code that is not explored has computed). Only the first
/// allows the conclusion that a branch on it can go both ways.
enum class UnknownKind : std::uint8_t { Free, Forgotten };

struct Value {
  enum class Kind : std::uint8_t { Number, Pointer, Handle, SymExpr };
  static constexpr std::int64_t kSomewhere = INT64_MIN;

  Kind kind = Kind::Number;
  std::uint32_t id = 0;     // of the object, the handle or the term
  std::int64_t number = 0;  // of a pointer its offset, kSomewhere where unknown

  static Value ofNumber(std::int64_t number) { return {Kind::Number, 0, number}; }
  static Value ofPointer(std::uint32_t object, std::int64_t offset) { return {Kind::Pointer, object, offset}; }
  static Value ofHandle(std::uint32_t handle) { return {Kind::Handle, handle, 0}; }
  static Value ofTerm(std::uint32_t term) { return {Kind::SymExpr, term, 0}; }

  bool isNumber() const { return kind == Kind::Number; }
  bool isPointer() const { return kind == Kind::Pointer; }
  bool isHandle() const { return kind == Kind::Handle; }
  bool isTerm() const { return kind == Kind::SymExpr; }
  friend auto operator<=>(const Value &, const Value &) = default;
};

struct SymExpr {
  unsigned opcode = 0;     // of the instruction; 0 for a leaf
  unsigned predicate = 0;  // of a comparison
  unsigned bits = 0;
  Value first;
  Value second;
  const llvm::Constant *constant = nullptr;  // a leaf that stands for it
  UnknownKind quality = UnknownKind::Free;
};

class ExprPool {
 public:
  ExprPool();
  const SymExpr &operator[](std::uint32_t id) const { return terms_[id]; }

  Value leaf(unsigned bits, UnknownKind quality);
  Value ofConstant(const llvm::Constant &constant, unsigned bits);
  Value operation(unsigned opcode, unsigned predicate, unsigned bits, const Value &first, const Value &second);
  /// A term that is 1 where the one-bit value is 0.
  Value negation(const Value &value);
  UnknownKind qualityOf(const Value &value) const;

 private:
  using Key = std::tuple<unsigned, unsigned, unsigned, Value, Value>;
  std::vector<SymExpr> terms_;
  std::map<Key, std::uint32_t> operations_;
  std::map<const llvm::Constant *, std::uint32_t> constants_;
};

}  // namespace lockstep::passes::symex
