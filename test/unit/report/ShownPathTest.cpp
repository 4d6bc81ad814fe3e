#include "report/ShownPath.h"

#include <gtest/gtest.h>

namespace lockstep::report {
namespace {

TEST(ShownPath, IsRelativeBelowTheRoot) {
  const ShownPath shown{.root = "/home/me/app", .prefixes = {}};
  EXPECT_EQ(shown("/home/me/app/src/a.c"), "src/a.c");
  EXPECT_EQ(shown("/home/me/application/a.c"), "/home/me/application/a.c");
  EXPECT_EQ(shown("/work/a.c"), "/work/a.c");
  EXPECT_EQ(shown("../a.c"), "../a.c");
  EXPECT_EQ(shown(""), "");
}

TEST(ShownPath, LosesTheLongestPrefix) {
  const ShownPath shown{.root = "/work", .prefixes = {"/home/me/app/src/", "/home/me/app", "lib"}};
  EXPECT_EQ(shown("/home/me/app/src/a.c"), "a.c");
  EXPECT_EQ(shown("/home/me/app/include/a.h"), "include/a.h");
  EXPECT_EQ(shown("/work/other/a.c"), "other/a.c");
  EXPECT_EQ(shown("lib/a.c"), "a.c");
}

TEST(ShownPath, APrefixIsAWholeFolder) {
  const ShownPath shown{.root = {}, .prefixes = {"/work/ap", "/home/me/app/a.c"}};
  EXPECT_EQ(shown("/home/me/app/a.c"), "/home/me/app/a.c");
}

TEST(ShownPath, NormalisesWhatLiesBelow) {
  EXPECT_EQ(pathBelow("/work", "app/./x/../a.c"), "app/a.c");
  EXPECT_EQ(pathBelow("/work", "/work/a.c"), "a.c");
  EXPECT_EQ(pathBelow("/work", "../a.c"), "");
  EXPECT_EQ(pathBelow("/work", "/a.c"), "");
  EXPECT_EQ(pathBelow("", "/a.c"), "");
}

}  // namespace
}  // namespace lockstep::report
