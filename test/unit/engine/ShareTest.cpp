#include <vector>

#include <gtest/gtest.h>

#include "engine/Engine.h"

namespace lockstep::engine {
namespace {

std::vector<int> dealt(unsigned count, int owners) {
  std::vector<int> each(count);
  for (int owner = 0; owner < owners; ++owner)
    for (unsigned index = 0; index < count; ++index) each[index] += Share{index, count}.has(owner) ? 1 : 0;
  return each;
}

TEST(Share, HasEveryMemoryOnce) {
  for (unsigned count = 1; count <= 9; ++count)
    for (int owner = 0; owner < 200; ++owner) {
      int holders = 0;
      for (unsigned index = 0; index < count; ++index) holders += Share{index, count}.has(owner) ? 1 : 0;
      EXPECT_EQ(holders, 1) << owner << " of " << count;
    }
}

TEST(Share, GivesTheFirstLess) {
  EXPECT_EQ(dealt(1, 12), (std::vector{12}));
  EXPECT_EQ(dealt(2, 12), (std::vector{4, 8}));
  EXPECT_EQ(dealt(4, 13), (std::vector{1, 4, 4, 4}));
}

TEST(Share, UsesAllWhereMemoriesAreFew) { EXPECT_EQ(dealt(4, 4), (std::vector{1, 1, 1, 1})); }

}  // namespace
}  // namespace lockstep::engine
