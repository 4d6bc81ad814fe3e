#include "passes/symex/Memory.h"

#include <gtest/gtest.h>

namespace lockstep::passes::symex {
namespace {

struct MemoryTest : testing::Test {
  MemoryTest() { object = memory.add({}); }
  void store(std::int64_t offset, std::int64_t bytes, std::int64_t number) {
    memory.store(object, offset, bytes, Value::ofNumber(number), terms);
  }
  std::optional<Value> load(std::int64_t offset, std::int64_t bytes) { return memory.load(object, offset, bytes); }

  ExprPool terms;
  Memory memory;
  std::uint32_t object = 0;
};

TEST_F(MemoryTest, WhatWasStoredIsLoaded) {
  store(8, 4, -7);
  EXPECT_EQ(load(8, 4), Value::ofNumber(-7));
  EXPECT_EQ(load(12, 4), std::nullopt);
  EXPECT_TRUE(memory.isUntouched(object, 12, 4));
}

TEST_F(MemoryTest, ANumberIsPutTogetherFromItsBytes) {
  store(0, 4, 0x01020304);
  store(4, 4, 0x05060708);
  EXPECT_EQ(load(0, 8), Value::ofNumber(0x0506070801020304));
  EXPECT_EQ(load(1, 2), Value::ofNumber(0x0203));
}

TEST_F(MemoryTest, AStoreLeavesTheRestOfWhatItHits) {
  store(0, 4, 0x01020304);
  store(1, 1, 0x7f);
  EXPECT_EQ(load(0, 4), Value::ofNumber(0x01027f04));
}

TEST_F(MemoryTest, AHandleIsNoNumber) {
  memory.store(object, 0, 8, Value::ofHandle(5), terms);
  EXPECT_EQ(load(0, 8), Value::ofHandle(5));
  EXPECT_EQ(load(0, 4), std::nullopt);
  std::vector<std::uint32_t> handles;
  memory.forEachHandle(object, [&](std::uint32_t handle) { handles.push_back(handle); });
  EXPECT_EQ(handles, std::vector<std::uint32_t>{5});
}

TEST_F(MemoryTest, ACopyIsOwnFromTheFirstStoreOn) {
  store(0, 4, 1);
  Memory other = memory;
  other.store(object, 0, 4, Value::ofNumber(2), terms);
  EXPECT_EQ(load(0, 4), Value::ofNumber(1));
  EXPECT_EQ(other.load(object, 0, 4), Value::ofNumber(2));
}

TEST_F(MemoryTest, AForgottenPartIsNotKnownAndTheRestIs) {
  store(0, 4, 1);
  store(4, 4, 2);
  memory.forgetPart(object, 0, 4, UnknownKind::Forgotten, terms);
  const auto forgotten = load(0, 4);
  EXPECT_TRUE(!forgotten || !forgotten->isNumber());
  EXPECT_EQ(load(4, 4), Value::ofNumber(2));
}

TEST_F(MemoryTest, SharedPartsAreToldFromOthers) {
  memory.share(object, 4, 8);
  EXPECT_FALSE(memory.isShared(object, 0, 4));
  EXPECT_TRUE(memory.isShared(object, 0, 5));
}

}  // namespace
}  // namespace lockstep::passes::symex
