#include "report/text/Snippet.h"

#include <gtest/gtest.h>

namespace lockstep::report {
namespace {

std::string shown(std::string_view line, std::size_t column, std::size_t width = 0) {
  const Snippet result = snippet(line, column, width);
  return result.text + '\n' + std::string(result.caret, ' ') + '^';
}

TEST(Snippet, CaretStandsUnderItsColumn) {
  EXPECT_EQ(shown("  MPI_Barrier(c);", 3), "  MPI_Barrier(c);\n  ^");
  EXPECT_EQ(shown("  MPI_Barrier(c);  \r", 3), "  MPI_Barrier(c);\n  ^");
}

TEST(Snippet, WithoutColumnTheFirstWordIsMeant) { EXPECT_EQ(shown("    x = 1;", 0), "    x = 1;\n    ^"); }

TEST(Snippet, TabsAreExpanded) { EXPECT_EQ(shown("\tif (a)\tf();", 9), "        if (a)  f();\n                ^"); }

TEST(Snippet, CharactersAreNotBytes) { EXPECT_EQ(shown("\"\u00e4\u00f6\" + x", 10), "\"\u00e4\u00f6\" + x\n       ^"); }

TEST(Snippet, ControlCharactersDoNotReachTheTerminal) { EXPECT_EQ(shown("a\x1b[31mb", 1), "a [31mb\n^"); }

TEST(Snippet, ColumnBehindTheLineMeansItsEnd) { EXPECT_EQ(shown("abc", 50), "abc\n  ^"); }

TEST(Snippet, EmptyLineHasNoText) { EXPECT_EQ(shown(" \t", 1), "\n^"); }

TEST(Snippet, LongLinesAreCutAroundTheCaret) {
  const std::string line = "0123456789abcdefghijABCDEFGHIJ0123456789";
  EXPECT_EQ(shown(line, 1, 20), "0123456789abcdefg...\n^");
  EXPECT_EQ(shown(line, 21, 20), "...defghijABCDEFG...\n          ^");
  EXPECT_EQ(shown(line, 40, 20), "...DEFGHIJ0123456789\n                   ^");
  EXPECT_EQ(shown(line, 5, 40), line + "\n    ^");
}

}  // namespace
}  // namespace lockstep::report
