#include "passes/symex/Arithmetic.h"

#include <gtest/gtest.h>
#include <llvm/IR/Instructions.h>

namespace lockstep::passes::symex {
namespace {

using llvm::CmpInst;
using llvm::Instruction;

struct ArithmeticTest : testing::Test {
  Value number(std::int64_t n) { return Value::ofNumber(n); }
  Value add(const Value &a, const Value &b) { return binary(terms, facts, Instruction::Add, 32, a, b); }
  Value less(const Value &a, const Value &b) { return compare(terms, facts, CmpInst::ICMP_SLT, 32, a, b); }
  Value equal(const Value &a, const Value &b) { return compare(terms, facts, CmpInst::ICMP_EQ, 32, a, b); }

  ExprPool terms;
  PathConstraints facts;
};

TEST_F(ArithmeticTest, NumbersWrapAtTheirWidth) {
  EXPECT_EQ(add(number(INT32_MAX), number(1)), number(INT32_MIN));
  EXPECT_EQ(binary(terms, facts, Instruction::SDiv, 32, number(7), number(2)), number(3));
}

TEST_F(ArithmeticTest, ADivisionByZeroIsNoNumber) {
  EXPECT_TRUE(binary(terms, facts, Instruction::SDiv, 32, number(7), number(0)).isTerm());
}

TEST_F(ArithmeticTest, EqualOperationsOnEqualValuesAreOneTerm) {
  const Value n = terms.leaf(32, UnknownKind::Free);
  EXPECT_EQ(add(n, number(2)), add(number(2), n));
  EXPECT_EQ(add(add(n, number(1)), number(1)), add(n, number(2)));
  EXPECT_NE(add(n, number(1)), add(n, number(2)));
}

TEST_F(ArithmeticTest, ADecidedConditionIsDecidedAgain) {
  const Value n = terms.leaf(32, UnknownKind::Free);
  ASSERT_TRUE(less(number(3), n).isTerm());
  ASSERT_TRUE(facts.assume(terms, less(number(3), n), true));
  EXPECT_EQ(less(number(3), n), number(1));
  EXPECT_EQ(less(number(2), n), number(1));
  EXPECT_EQ(equal(n, number(3)), number(0));
  EXPECT_TRUE(less(number(4), n).isTerm());
}

TEST_F(ArithmeticTest, AContradictionIsRefused) {
  const Value n = terms.leaf(32, UnknownKind::Free);
  ASSERT_TRUE(facts.assume(terms, equal(n, number(5)), true));
  EXPECT_EQ(facts.numberOf(terms, n), 5);
  EXPECT_FALSE(facts.assumeRange(terms, n, {0, 4}));
}

TEST_F(ArithmeticTest, ValuesThatAreExcludedOneByOneNarrowTheRange) {
  const Value n = terms.leaf(32, UnknownKind::Free);
  ASSERT_TRUE(facts.assumeRange(terms, n, {0, 2}));
  ASSERT_TRUE(facts.assume(terms, equal(n, number(0)), false));
  ASSERT_TRUE(facts.assume(terms, equal(n, number(2)), false));
  EXPECT_EQ(facts.numberOf(terms, n), 1);
}

TEST_F(ArithmeticTest, AddressesOfOneObjectHaveADistance) {
  const Value first = Value::ofPointer(3, 8);
  const Value second = Value::ofPointer(3, 24);
  EXPECT_EQ(binary(terms, facts, Instruction::Sub, 64, second, first), number(16));
  EXPECT_EQ(equal(first, Value::ofPointer(4, 8)), number(0));
  EXPECT_EQ(equal(first, number(0)), number(0));
}

TEST_F(ArithmeticTest, QualityIsThatOfTheWorstPart) {
  const Value free = terms.leaf(32, UnknownKind::Free);
  const Value forgotten = terms.leaf(32, UnknownKind::Forgotten);
  EXPECT_EQ(terms.qualityOf(add(free, number(1))), UnknownKind::Free);
  EXPECT_EQ(terms.qualityOf(add(free, forgotten)), UnknownKind::Forgotten);
}

}  // namespace
}  // namespace lockstep::passes::symex
