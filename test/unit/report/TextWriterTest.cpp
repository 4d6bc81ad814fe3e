#include "report/formats/TextWriter.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "Samples.h"
#include "SourceInMemory.h"
#include "report/merge/Fold.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

using samples::access;
using samples::call;
using samples::mismatch;
using samples::race;
using samples::site;
using samples::SourceInMemory;

class TextWriter : public testing::Test {
 protected:
  TextWriter() { source_.add("ring.c", "void f() {\n  MPI_Barrier(c);\n  MPI_Bcast(&n, 1, MPI_INT, 0, c);\n}\n"); }

  std::string text(const std::vector<Finding> &findings, const TextOptions &options = {}) {
    return toText(fold(findings), source_, options);
  }

  SourceInMemory source_;
};

TEST_F(TextWriter, ShowsEverySiteWithItsLine) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2), call(1, "MPI_Bcast", 3), call(2, "MPI_Bcast", 3)});
  finding.help = "call the same collectives";
  EXPECT_EQ(text({finding}),
            "ring.c:2:3: error: ranks call different collectives [coll-mismatch]\n"
            "    2 |   MPI_Barrier(c);\n"
            "      |   ^ MPI_Barrier on rank 0\n"
            "ring.c:3:3: note: MPI_Bcast on ranks 1-2\n"
            "    3 |   MPI_Bcast(&n, 1, MPI_INT, 0, c);\n"
            "      |   ^\n"
            "  help: call the same collectives\n"
            "\n");
}

TEST_F(TextWriter, StaticFindingsNameNoRank) {
  EXPECT_EQ(text({mismatch({call(-1, "MPI_Barrier", 2), site(SiteRole::Branch, -1, "", 1)})}),
            "ring.c:2:3: error: ranks call different collectives [coll-mismatch]\n"
            "    2 |   MPI_Barrier(c);\n"
            "      |   ^ MPI_Barrier\n"
            "ring.c:1:3: note: the ranks diverge at this branch\n"
            "    1 | void f() {\n"
            "      |   ^\n"
            "\n");
}

TEST_F(TextWriter, WithoutSourceThereIsNoSnippet) {
  Finding finding = mismatch({site(SiteRole::Call, 4, "MPI_Barrier", 2, "gone.c")});
  finding.sites[0].thread = 1;
  EXPECT_EQ(text({finding}),
            "gone.c:2:3: error: ranks call different collectives [coll-mismatch]\n"
            "      | MPI_Barrier on rank 4, thread 1\n"
            "\n");
}

TEST_F(TextWriter, UnresolvedSitesShowTheirAddress) {
  Finding finding = mismatch({Site{}});
  finding.sites[0].call = "MPI_Barrier";
  finding.sites[0].address = CodeAddress{.module = "/bin/app", .buildId = "", .offset = 0x1f0};
  EXPECT_EQ(text({finding}),
            "/bin/app+0x1f0: error: ranks call different collectives [coll-mismatch]\n"
            "      | MPI_Barrier\n"
            "\n");
}

TEST_F(TextWriter, WithoutSitesTheMessageTellsTheRanks) {
  Finding finding = samples::finding(rule("lifecycle"), "the process was killed", {});
  finding.ranks = {3, 1};
  EXPECT_EQ(text({finding}), "lockstep: error: the process was killed (on ranks 1,3) [lifecycle]\n\n");
}

TEST_F(TextWriter, StackLeavesOutTheSiteItself) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  finding.sites[0].stack = {{"f", "ring.c", 2, 3}, {"main", "main.c", 7, 5}, {"_start", "", 0, 0}};
  EXPECT_EQ(text({finding}),
            "ring.c:2:3: error: ranks call different collectives [coll-mismatch]\n"
            "    2 |   MPI_Barrier(c);\n"
            "      |   ^ MPI_Barrier on rank 0\n"
            "      called from main at main.c:7:5\n"
            "      called from _start\n"
            "\n");
}

TEST_F(TextWriter, LabelsSayWhatHappened) {
  Finding finding = race({access(0, "MPI_Put", 2), access(1, "store", 3)});
  finding.sites[1].label = "stores into it";
  EXPECT_EQ(text({finding}),
            "ring.c:2:3: error: conflicting accesses [rma-race-remote]\n"
            "    2 |   MPI_Barrier(c);\n"
            "      |   ^ MPI_Put on rank 0\n"
            "ring.c:3:3: note: stores into it on rank 1\n"
            "    3 |   MPI_Bcast(&n, 1, MPI_INT, 0, c);\n"
            "      |   ^\n"
            "  where: bytes 0-3 of window win on rank 1, across processes, passive target\n"
            "\n");
}

TEST(RaceDetail, SaysOnlyWhatIsKnown) {
  EXPECT_EQ(describe(RaceDetail{}), "within an epoch, active target");
  EXPECT_EQ(describe(RaceDetail{.window = "w", .target = 2}), "window w on rank 2, within an epoch, active target");
  EXPECT_EQ(describe(RaceDetail{.window = "", .firstByte = 7, .endByte = 8}), "byte 7, within an epoch, active target");
}

TEST_F(TextWriter, NotesAreShownOnRequest) {
  Finding note = mismatch({call(0, "MPI_Barrier", 2)});
  note.severity = Severity::Note;
  EXPECT_EQ(text({note}), "");
  EXPECT_TRUE(text({note}, {.verbose = true}).starts_with("ring.c:2:3: note: ranks call"));
}

TEST_F(TextWriter, SaysWhatTheRunRefutes) {
  Finding refuted = mismatch({call(-1, "MPI_Barrier", 2)});
  refuted.confirmed = Confirmed::RefutedByRun;
  refuted.severity = Severity::Note;
  const std::string shown = text({refuted}, {.verbose = true});
  EXPECT_NE(shown.find("run: not reproduced"), std::string::npos) << shown;
}

TEST_F(TextWriter, FurtherPlacesOfACauseAreCounted) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  for (unsigned line = 11; line < 17; ++line) finding.further.push_back(call(0, "MPI_Bcast", line));
  const std::string shown = text({finding});
  EXPECT_NE(
      shown.find("  also: at ring.c:11:3 (MPI_Bcast), ring.c:12:3 (MPI_Bcast), ring.c:13:3 (MPI_Bcast) and 3 more "
                 "places\n"),
      std::string::npos)
      << shown;
  EXPECT_NE(text({finding}, {.verbose = true}).find("ring.c:16:3 (MPI_Bcast)\n"), std::string::npos);
}

TEST_F(TextWriter, ColorIsTheCallersChoice) {
  const Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  EXPECT_EQ(text({finding}).find('\x1b'), std::string::npos);
  EXPECT_NE(text({finding}, {.color = true}).find("\x1b[1m\x1b[31merror:\x1b[0m"), std::string::npos);
}

TEST_F(TextWriter, LongSourceLinesFitTheTerminal) {
  source_.add("long.c", std::string(200, 'x'));
  Finding finding = mismatch({site(SiteRole::Call, -1, "MPI_Barrier", 1, "long.c")});
  finding.sites[0].column = 100;
  EXPECT_NE(text({finding}, {.width = 60}).find("\n    1 | ..." + std::string(46, 'x') + "...\n"), std::string::npos);
}

TEST_F(TextWriter, LongMessagesAreBrokenForATerminalOnly) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  finding.help = "let every rank of the communicator call the same collectives";
  EXPECT_EQ(text({finding}, {.width = 40}),
            "ring.c:2:3: error: ranks call different\n"
            "      collectives [coll-mismatch]\n"
            "    2 |   MPI_Barrier(c);\n"
            "      |   ^ MPI_Barrier on rank 0\n"
            "  help: let every rank of the\n"
            "      communicator call the same\n"
            "      collectives\n"
            "\n");
  EXPECT_NE(text({finding}).find("ranks call different collectives [coll-mismatch]\n"), std::string::npos);
}

TEST_F(TextWriter, StrippedPathsStillFindTheirSource) {
  source_.add("/home/me/solver/src/ring.c", "int main() {\n  MPI_Barrier(c);\n");
  Finding finding = mismatch({site(SiteRole::Call, 0, "MPI_Barrier", 2, "/home/me/solver/src/ring.c")});
  finding.sites[0].stack = {{"main", "/home/me/solver/src/main.c", 7, 5}};
  const TextOptions options{.paths = {.root = {}, .prefixes = {"/home/me", "/home/me/solver/"}}};
  EXPECT_EQ(text({finding}, options),
            "src/ring.c:2:3: error: ranks call different collectives [coll-mismatch]\n"
            "    2 |   MPI_Barrier(c);\n"
            "      |   ^ MPI_Barrier on rank 0\n"
            "      called from main at src/main.c:7:5\n"
            "\n");
}

class Summary : public testing::Test {
 protected:
  Summary() {
    document_.ranks = 2;
    document_.outcome.status = Outcome::Status::Exited;
    document_.coverage.calls = 132;
  }
  void add(Severity severity) {
    document_.findings.push_back(mismatch({}));
    document_.findings.back().severity = severity;
  }
  std::string summary(bool verbose = false) { return summaryLine(document_, {.verbose = verbose}); }

  Document document_;
};

TEST_F(Summary, NothingFoundIsOneLine) {
  SourceInMemory source;
  EXPECT_EQ(toText(document_, source, {}), "lockstep: no errors; 2 ranks, 132 MPI calls seen\n");
}

TEST_F(Summary, CountsBySeverity) {
  document_.ranks = 4;
  add(Severity::Error);
  add(Severity::Warning);
  add(Severity::Error);
  add(Severity::Note);
  EXPECT_EQ(summary(), "lockstep: 2 errors, 1 warning in 4 ranks; 132 MPI calls seen\n");
  EXPECT_EQ(summary(true), "lockstep: 2 errors, 1 warning, 1 note in 4 ranks; 132 MPI calls seen\n");
}

TEST_F(Summary, NotesAloneAreNoErrors) {
  add(Severity::Note);
  EXPECT_EQ(summary(), "lockstep: no errors; 2 ranks, 132 MPI calls seen\n");
}

TEST_F(Summary, NothingRan) {
  document_.ranks = 0;
  document_.outcome.status = Outcome::Status::NotRun;
  document_.coverage.calls = 1;
  EXPECT_EQ(summary(), "lockstep: no errors; 1 MPI call seen\n");
  add(Severity::Error);
  EXPECT_EQ(summary(), "lockstep: 1 error; 1 MPI call seen\n");
}

TEST_F(Summary, SaysHowTheProgramEnded) {
  document_.outcome = {Outcome::Status::Signalled, 11};
  EXPECT_EQ(summary(), "lockstep: no errors; 2 ranks, 132 MPI calls seen; the program was killed by signal 11\n");
  document_.outcome = {Outcome::Status::Exited, 3};
  EXPECT_EQ(summary(), "lockstep: no errors; 2 ranks, 132 MPI calls seen; the program exited with status 3\n");
}

TEST_F(Summary, SaysWhoEndedTheProgram) {
  document_.outcome = {Outcome::Status::Aborted, 5};
  EXPECT_EQ(summary(), "lockstep: no errors; 2 ranks, 132 MPI calls seen; the program aborted\n");
  document_.outcome.isHaltedByUs = true;
  EXPECT_EQ(summary(),
            "lockstep: no errors; 2 ranks, 132 MPI calls seen; "
            "Lockstep ended the job at the first error (--halt-on-error)\n");
}

TEST_F(Summary, OfACheckSaysWhichRulesLookedAtWhat) {
  document_.ranks = 0;
  document_.outcome.status = Outcome::Status::NotRun;
  document_.coverage.sources = 2;
  document_.coverage.rules = {"coll-mismatch", "lifecycle"};
  document_.coverage.reach = "through calls";
  EXPECT_EQ(summary(),
            "lockstep: no errors; 132 MPI calls seen in 2 sources; "
            "judged through calls by 2 rules\n");
  document_.coverage.notCompiled = {"broken.c"};
  document_.coverage.notSeenByRules = {"other.f90"};
  EXPECT_NE(summary().find("; not compiled: broken.c; not seen by the static rules: other.f90\n"), std::string::npos);
}

TEST_F(Summary, OfACheckSaysWhatItDidNotJudge) {
  document_.ranks = 0;
  document_.outcome.status = Outcome::Status::NotRun;
  document_.coverage.notJudged = {
      {.function = "solve", .file = "a.c", .line = 84, .reason = "loop left after 2 rounds"}};
  EXPECT_EQ(summary(),
            "lockstep: no errors, but not judged: solve behind line 84 (loop left after 2 rounds); "
            "132 MPI calls seen\n");
  document_.coverage.notJudged.push_back({.function = "main", .file = "a.c", .reason = "too large"});
  document_.coverage.notJudged.push_back({.reason = "4 ranks not tried"});
  EXPECT_NE(summary().find("(loop left after 2 rounds), main (too large) and 1 more (-v); 132"), std::string::npos);
  EXPECT_EQ(notJudgedLines(document_, {}), "");
  EXPECT_EQ(notJudgedLines(document_, {.verbose = true}),
            "lockstep: not judged: a.c: solve behind line 84: loop left after 2 rounds\n"
            "lockstep: not judged: a.c: main: too large\n"
            "lockstep: not judged: 4 ranks not tried\n");
  add(Severity::Error);
  EXPECT_NE(summary().find("lockstep: 1 error; 132 MPI calls seen; not judged: solve behind line 84"),
            std::string::npos);
}

TEST_F(Summary, ASourceThatDoesNotCompileIsNotWithoutErrors) {
  document_.ranks = 0;
  document_.outcome.status = Outcome::Status::NotRun;
  document_.coverage.notCompiled = {"broken.c"};
  EXPECT_EQ(summary(),
            "lockstep: nothing found, but a source does not compile; 132 MPI calls seen; not compiled: broken.c\n");
}

TEST_F(Summary, WithoutSourceLinesTheReportSaysHowToGetThem) {
  Site place;
  place.call = "MPI_Barrier";
  place.rank = 1;
  place.function = "solve";
  place.address = CodeAddress{.module = "/home/me/a.out", .buildId = "", .offset = 0x10};
  document_.findings = {mismatch({place}), mismatch({place})};
  SourceInMemory source;
  EXPECT_EQ(toText(document_, source, {}),
            "/home/me/a.out+0x10: error: ranks call different collectives [coll-mismatch]\n"
            "      | MPI_Barrier on rank 1, in function solve of a.out\n\n"
            "/home/me/a.out+0x10: error: ranks call different collectives [coll-mismatch]\n"
            "      | MPI_Barrier on rank 1, in function solve of a.out\n\n"
            "lockstep: no source lines in a.out: compile with -g\n"
            "lockstep: 2 errors in 2 ranks; 132 MPI calls seen\n");
  document_.findings[0].sites[0].address->module = document_.findings[1].sites[0].address->module = "/usr/lib/libx.so";
  EXPECT_EQ(debugHint(document_.findings, {}), "");
}

TEST_F(Summary, SaysWhatWasNotChecked) {
  document_.coverage.notModelled = {"MPI_A", "MPI_B", "MPI_C", "MPI_D", "MPI_E"};
  document_.coverage.notInstrumentedModules = {"a.out"};
  EXPECT_EQ(summary(),
            "lockstep: no errors; 2 ranks, 132 MPI calls seen; not fully judged: MPI_A, MPI_B, MPI_C and 2 more; "
            "loads and stores not seen in: a.out (compile with lockstep-mpicc to see them)\n");
  EXPECT_NE(summary(true).find("MPI_C, MPI_D, MPI_E;"), std::string::npos);
}

TEST(SourceFiles, ReadsLinesAndSurvivesWhatIsMissing) {
  const std::string file = testing::TempDir() + "source.c";
  std::ofstream(file) << "first\n\nthird";
  SourceFiles source;
  EXPECT_EQ(source.line(file, 1), "first");
  EXPECT_EQ(source.line(file, 2), "");
  EXPECT_EQ(source.line(file, 3), "third");
  EXPECT_EQ(source.line(file, 4), std::nullopt);
  EXPECT_EQ(source.line(file, 0), std::nullopt);
  EXPECT_EQ(source.line(file + ".gone", 1), std::nullopt);
  EXPECT_EQ(source.line(testing::TempDir(), 1), std::nullopt);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace lockstep::report
