#include "cli/base/Nearest.h"

#include <gtest/gtest.h>

namespace lockstep::cli {
namespace {

const std::vector<std::string> kWords{"run", "report", "--timeout", "--trace", "-n", "-q"};

TEST(Nearest, OneLetterInThreeMayBeWrong) {
  EXPECT_EQ(nearest("reprot", kWords), "report");
  EXPECT_EQ(nearest("--timout", kWords), "--timeout");
  EXPECT_EQ(nearest("--tarce", kWords), "--trace");
}

TEST(Nearest, SwappedLettersOfAShortWord) { EXPECT_EQ(nearest("rnu", kWords), "run"); }

TEST(Nearest, WhatIsFarIsNotGuessed) {
  EXPECT_EQ(nearest("frobnicate", kWords), "");
  EXPECT_EQ(nearest("", kWords), "");
  EXPECT_EQ(didYouMean("frobnicate", kWords), "");
}

TEST(Nearest, OneLetterIsNotGuessed) {
  EXPECT_EQ(nearest("-x", kWords), "");
  EXPECT_EQ(nearest("n-", kWords), "");
}

TEST(Nearest, TheFirstOfTheNearest) { EXPECT_EQ(didYouMean("reportt", kWords), "; did you mean 'report'?"); }

}  // namespace
}  // namespace lockstep::cli
