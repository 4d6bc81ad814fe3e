#include "report/text/ShownPath.h"

#include <gtest/gtest.h>

namespace lockstep::report {
namespace {

TEST(ShownPath, IsRelativeBelowTheRoot) {
  const ShownPath shown{.root = "/home/me/app", .prefixes = {}};
  EXPECT_EQ(shown("/home/me/app/src/a.c"), "src/a.c");
  EXPECT_EQ(shown("/home/me/application/a.c"), "/home/me/application/a.c");
  EXPECT_EQ(shown("/home/me/a.c"), "/home/me/a.c");
  EXPECT_EQ(shown("../a.c"), "../a.c");
  EXPECT_EQ(shown(""), "");
}

TEST(ShownPath, LosesTheLongestPrefix) {
  const ShownPath shown{.root = "/home/me", .prefixes = {"/home/me/app/src/", "/home/me/app", "lib"}};
  EXPECT_EQ(shown("/home/me/app/src/a.c"), "a.c");
  EXPECT_EQ(shown("/home/me/app/include/a.h"), "include/a.h");
  EXPECT_EQ(shown("/home/me/other/a.c"), "other/a.c");
  EXPECT_EQ(shown("lib/a.c"), "a.c");
}

TEST(ShownPath, APrefixIsAWholeFolder) {
  const ShownPath shown{.root = {}, .prefixes = {"/home/me/ap", "/home/me/app/a.c"}};
  EXPECT_EQ(shown("/home/me/app/a.c"), "/home/me/app/a.c");
}

TEST(ShownPath, NormalizesWhatLiesBelow) {
  EXPECT_EQ(pathBelow("/home/me", "app/./x/../a.c"), "app/a.c");
  EXPECT_EQ(pathBelow("/home/me", "/home/me/a.c"), "a.c");
  EXPECT_EQ(pathBelow("/home/me", "../a.c"), "");
  EXPECT_EQ(pathBelow("/home/me", "/a.c"), "");
  EXPECT_EQ(pathBelow("", "/a.c"), "");
}

}  // namespace
}  // namespace lockstep::report
