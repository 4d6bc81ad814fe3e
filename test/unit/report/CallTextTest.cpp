// The arguments of a call as the source writes them; nothing if that is irregular.
#include "report/text/CallText.h"

#include <gtest/gtest.h>

#include "SourceInMemory.h"
#include "report/text/HelpText.h"

namespace lockstep::report {
namespace {

std::optional<std::vector<std::string>> argumentsIn(const std::string &text, unsigned line, std::string file = "a.c",
                                                    unsigned column = 0, std::string call = "MPI_Win_flush") {
  samples::SourceInMemory source;
  source.add(file, text);
  Site site;
  site.file = std::move(file);
  site.line = line;
  site.column = column;
  site.call = std::move(call);
  return argumentsOf(source, site);
}

using Arguments = std::vector<std::string>;

TEST(CallText, TakesTheArgumentsOfACallInALine) {
  EXPECT_EQ(argumentsIn("  MPI_Win_flush(owner, win);", 1), (Arguments{"owner", "win"}));
  EXPECT_EQ(argumentsIn("  if (MPI_Win_flush (owner,win) != 0) f(1);", 1), (Arguments{"owner", "win"}));
}

TEST(CallText, KnowsBracketsCastsAndSubscripts) {
  EXPECT_EQ(argumentsIn("MPI_Win_flush((int)owner(a, b[1, 2]), w[i]);", 1),
            (Arguments{"(int)owner(a, b[1, 2])", "w[i]"}));
  EXPECT_EQ(argumentsIn("CHECK(MPI_Win_flush(static_cast<int>(owner), g.win));", 1),
            (Arguments{"static_cast<int>(owner)", "g.win"}));
}

TEST(CallText, FollowsACallOverLines) {
  const std::string text = "x = 1;\nMPI_Win_flush(\n    owner +   // of it\n    1,\n    win);\n";
  EXPECT_EQ(argumentsIn(text, 2), (Arguments{"owner + 1", "win"}));
  EXPECT_EQ(argumentsIn(text, 4), (Arguments{"owner + 1", "win"})) << "the line of an argument";
  EXPECT_EQ(argumentsIn(text, 1), std::nullopt);
  EXPECT_EQ(argumentsIn("int error =\n    MPI_Win_flush(owner, win);", 1), (Arguments{"owner", "win"}));
}

TEST(CallText, LeavesOutCommentsAndStrings) {
  EXPECT_EQ(argumentsIn("/* MPI_Win_flush(1, 2) */ MPI_Win_flush(/* , */ owner, win); // MPI_Win_flush(3, 4)", 1),
            (Arguments{"owner", "win"}));
  EXPECT_EQ(argumentsIn("say(\"MPI_Win_flush(1, 2)\"); MPI_Win_flush(owner, win);", 1), (Arguments{"owner", "win"}));
}

TEST(CallText, TellsTwoCallsOfALineApartByTheColumn) {
  const std::string text = "MPI_Win_flush(a, win); MPI_Win_flush(b, win);";
  EXPECT_EQ(argumentsIn(text, 1, "a.c", 24), (Arguments{"b", "win"}));
  EXPECT_EQ(argumentsIn(text, 1), std::nullopt);
}

TEST(CallText, SaysNothingOfAMacroInPlaceOfTheCall) {
  EXPECT_EQ(argumentsIn("FLUSH(owner);\nMPI_Win_flush(other, win);", 1), std::nullopt);
  EXPECT_EQ(argumentsIn("MPI_Win_flush(TARGET_AND_WINDOW);", 1), std::nullopt) << "another number of arguments";
  EXPECT_EQ(argumentsIn("MPI_Win_flush(f<a, b>(), win);", 1), std::nullopt);
  EXPECT_EQ(argumentsIn("MPI_Win_flush(\n#ifdef A\n a,\n#else\n b,\n#endif\n win);", 1), std::nullopt);
  EXPECT_EQ(argumentsIn("My_MPI_Win_flush(owner, win);", 1), std::nullopt);
}

TEST(CallText, SaysNothingWithoutTheSource) {
  EXPECT_EQ(argumentsIn("MPI_Win_flush(owner, win);", 2), std::nullopt);
  EXPECT_EQ(argumentsIn("MPI_Win_flush(owner, win);", 0), std::nullopt);
}

TEST(CallText, ReadsFortran) {
  EXPECT_EQ(argumentsIn("  call mpi_win_flush(owner, win, ierr)  ! MPI_Win_flush(1, 2)", 1, "a.f90"),
            (Arguments{"owner", "win", "ierr"}));
  EXPECT_EQ(argumentsIn("  call MPI_WIN_FLUSH( &  ! who\n  !   comment\n    & owner, &\n    win)", 1, "a.F90"),
            (Arguments{"owner", "win"}));
  EXPECT_EQ(argumentsIn("  call &\n    MPI_Win_flush(owner, win)", 1, "a.f90"), (Arguments{"owner", "win"}));
  EXPECT_EQ(argumentsIn("      CALL MPI_WIN_FLUSH(owner,\nC     a comment\n     &     win, ierr)", 1, "a.f"),
            (Arguments{"owner", "win", "ierr"}));
  EXPECT_EQ(argumentsIn("  call MPI_Win_flush(win=w, rank=owner)", 1, "a.f90"), std::nullopt) << "by keyword";
}

std::string helpFor(const std::string &text) {
  samples::SourceInMemory source;
  source.add("a.c", text);
  Finding finding;
  Site site;
  site.file = "a.c";
  site.line = 1;
  site.call = "MPI_Win_flush";
  finding.sites = {Site{}, site};
  finding.help = compose(
      "call {} after it",
      Help::CallAsAtSite{
          1, "MPI_Win_flush_local", {std::size_t{0}, std::size_t{1}}, "MPI_Win_flush_local for the target rank"});
  settleHelp(finding, source);
  return helpText(finding);
}

TEST(CallText, NamesArgumentsInAHelpText) {
  EXPECT_EQ(helpFor("MPI_Win_flush(owner, win);"), "call MPI_Win_flush_local(owner, win) after it");
  EXPECT_EQ(helpFor("MPI_Win_flush(peer[i % 2], win);"), "call MPI_Win_flush_local(peer[i % 2], win) after it");
}

TEST(CallText, SaysInWordsWhatMustNotBeSaidAgain) {
  const std::string words = "call MPI_Win_flush_local for the target rank after it";
  EXPECT_EQ(helpFor("FLUSH(owner);"), words);
  EXPECT_EQ(helpFor("MPI_Win_flush(next++, win);"), words);
  EXPECT_EQ(helpFor("MPI_Win_flush(owner = 1, win);"), words);
  EXPECT_EQ(helpFor("MPI_Win_flush(a_very_long_name_of_a_function(with, many, arguments), win);"), words);
}

}  // namespace
}  // namespace lockstep::report
