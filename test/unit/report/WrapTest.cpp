#include "report/text/Wrap.h"

#include <gtest/gtest.h>

namespace lockstep::report {
namespace {

TEST(Wrap, LeavesWhatFits) {
  EXPECT_EQ(wrap("twenty columns, full", 20), "twenty columns, full");
  EXPECT_EQ(wrap("a line that nobody limits", 0), "a line that nobody limits");
  EXPECT_EQ(wrap("", 20), "");
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
  EXPECT_EQ(wrap("  help: call the same collectives", 20), "  help: call the\n      same\n      collectives");
}

TEST(Wrap, KeepsLongWordsWhole) {
  EXPECT_EQ(wrap("a/path/that/is/much/too/long.c:1:2: error", 20), "a/path/that/is/much/too/long.c:1:2:\n      error");
}

TEST(Wrap, ColorsAndFurtherBytesTakeNoRoom) {
  EXPECT_EQ(wrap("\x1b[1m\x1b[31merror:\x1b[0m twelve more", 20), "\x1b[1m\x1b[31merror:\x1b[0m twelve more");
  EXPECT_EQ(wrap("\xc3\xa4\xc3\xb6\xc3\xbc twelve more cols", 20), "\xc3\xa4\xc3\xb6\xc3\xbc twelve more cols");
}

TEST(Wrap, ATinyTerminalIsTakenAsATwentyColumnOne) {
  EXPECT_EQ(wrap("one two three four five six", 1), "one two three four\n      five six");
}

}  // namespace
}  // namespace lockstep::report
