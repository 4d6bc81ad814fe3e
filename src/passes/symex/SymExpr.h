// The values of symbolic execution: known numbers, addresses and handles, and expressions for unknown ones.
//
// An expression is a leaf, i.e. an unknown value, or an operation on other values. Equal operations on equal values are
// one expression, so a condition that the program computes twice has one outcome (see PathConstraints.h): this matches
// `for (i < n) start(i)` with `for (i < n) wait(i)` without knowing n.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include <llvm/IR/Constant.h>
#include <llvm/IR/InstrTypes.h>

namespace lockstep::passes::symex {

/// Why a number is unknown: it may have any value (input, whether a message has arrived); it is a result that a
/// collective gives to all ranks alike; it has come from other ranks; or the exploration has lost it (what skipped code
/// has written). Only the last kind does not imply that both sides of a branch on it are feasible. How often a loop
/// counts is free for the first kind alone. An operation on several values is of the last of their kinds.
enum class UnknownKind : std::uint8_t { Free, Common, Received, Forgotten };

struct Value {
  enum class Kind : std::uint8_t { Number, Pointer, Handle, SymExpr };
  static constexpr std::int64_t kSomewhere = INT64_MIN;

  Kind kind = Kind::Number;
  std::uint32_t id = 0;     // of the object, handle or expression
  std::int64_t number = 0;  // offset of a pointer, kSomewhere if unknown

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

/// Whether all ranks of a joint run (JointRun.h) compute the same from the same: an expression over constants, over the
/// number of arguments, over other input, or over what they have computed together, which is not free to be anything.
enum class Uniformity : std::uint8_t { None, Constant, Arguments, Input, Result };

struct SymExpr {
  unsigned opcode = 0;     // of the instruction; 0 for a leaf
  unsigned predicate = 0;  // of a comparison
  unsigned bits = 0;
  Value first;
  Value second;
  const llvm::Constant *constant = nullptr;  // a constant that the leaf stands for
  UnknownKind quality = UnknownKind::Free;
  Uniformity uniformity = Uniformity::None;
  std::uint32_t place = 0;  // among the leaves of an origin, of its uniformity
  std::uint32_t newest = 0;  // number of the last leaf in it that stands for a value computed or received at that time
};

class ExprPool {
 public:
  ExprPool();
  const SymExpr &operator[](std::uint32_t id) const { return terms_[id]; }

  Value leaf(unsigned bits, UnknownKind quality);
  /// The unknown value of this origin: one leaf, whoever asks.
  Value leafOf(std::uint64_t origin, unsigned bits, Uniformity uniformity);
  /// For what has been in memory before.
  Value oldLeaf(unsigned bits, UnknownKind quality);
  Value ofConstant(const llvm::Constant &constant, unsigned bits);
  Value operation(unsigned opcode, unsigned predicate, unsigned bits, const Value &first, const Value &second);
  /// An expression that is 1 if the one-bit value is 0.
  Value negation(const Value &value);
  UnknownKind qualityOf(const Value &value) const;
  Uniformity uniformityOf(const Value &value) const;
  /// The number of the next leaf.
  std::uint32_t next() const { return static_cast<std::uint32_t>(terms_.size()); }
  std::uint32_t newestOf(const Value &value) const { return value.isTerm() ? terms_[value.id].newest : 0; }

 private:
  using Key = std::tuple<unsigned, unsigned, unsigned, Value, Value>;
  std::vector<SymExpr> terms_;
  std::map<Key, std::uint32_t> operations_;
  std::map<const llvm::Constant *, std::uint32_t> constants_;
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> origins_;
  std::map<Uniformity, std::uint32_t> places_;
};

}  // namespace lockstep::passes::symex
