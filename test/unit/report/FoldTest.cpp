#include "report/merge/Fold.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "Samples.h"
#include "report/Document.h"
#include "report/Place.h"
#include "report/merge/Fingerprint.h"
#include "report/merge/Merge.h"
#include "report/merge/RunEvidence.h"
#include "report/text/HelpText.h"

namespace lockstep::report {
namespace {

using samples::access;
using samples::call;
using samples::finding;
using samples::mismatch;
using samples::race;
using samples::site;
using Ranks = std::vector<int>;

TEST(DescribeRanks, FoldsRuns) {
  EXPECT_EQ(describeRanks({}), "");
  EXPECT_EQ(describeRanks(Ranks{2}), "rank 2");
  EXPECT_EQ(describeRanks(Ranks{0, 1}), "ranks 0-1");
  EXPECT_EQ(describeRanks(Ranks{0, 1, 2, 3, 7, 9, 10}), "ranks 0-3,7,9-10");
}

TEST(Fold, UnitesRanksAndCounts) {
  const auto folded = fold({mismatch({call(3, "MPI_Barrier", 10), call(0, "MPI_Bcast", 12)}),
                            mismatch({call(0, "MPI_Bcast", 12), call(1, "MPI_Barrier", 10)})});
  ASSERT_EQ(folded.size(), 1U);
  EXPECT_EQ(folded[0].occurrences, 2U);
  EXPECT_EQ(folded[0].ranks, (Ranks{0, 1, 3}));
  ASSERT_EQ(folded[0].sites.size(), 2U);
  const auto barrier = std::ranges::find(folded[0].sites, "MPI_Barrier", &Site::call);
  EXPECT_EQ(barrier->ranks, (Ranks{1, 3}));
  EXPECT_EQ(barrier->rank, 1);
}

TEST(Fold, MakesEqualCallsOfOneFindingOneSite) {
  const auto folded =
      fold({mismatch({call(0, "MPI_Barrier", 10), call(2, "MPI_Bcast", 12), call(1, "MPI_Bcast", 12)})});
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[1].ranks, (Ranks{1, 2}));
  EXPECT_EQ(folded[0].sites[1].rank, 1);
}

TEST(Fold, WhatIsSaidOfOneRankIsNotSaidOfOthers) {
  const auto at = [](int rank, const char *label) {
    Site site = call(rank, "MPI_Ssend", 12);
    site.label = label;
    return site;
  };
  const auto folded = fold({mismatch({at(0, "waits here"), at(1, "waits here"), at(2, "waits for them here")})});
  ASSERT_EQ(folded.size(), 1U);
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(folded[0].sites[1].ranks, (Ranks{2}));
  const auto both = fold({mismatch({at(0, "waits here")}), mismatch({at(1, "waits for them here")})});
  ASSERT_EQ(both.size(), 1U);
  ASSERT_EQ(both[0].sites.size(), 1U);  // the first speaks for both
  EXPECT_EQ(both[0].sites[0].ranks, (Ranks{0}));
  EXPECT_EQ(both[0].ranks, (Ranks{0, 1}));
}

TEST(Fold, TheEndOfOneRankIsNotThatOfTheOthers) {
  Finding end = finding(rule("lifecycle"), "the MPI library ends rank 1", {call(1, "MPI_Bcast", 12)});
  end.sites[0].label = "the library aborts here";
  end.isConsequence = true;
  const auto folded =
      fold({mismatch({call(0, "MPI_Bcast", 12), call(1, "MPI_Bcast", 12), call(2, "MPI_Bcast", 12)}), end});
  ASSERT_EQ(folded.size(), 1U);
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].ranks, (Ranks{0, 1, 2}));
  EXPECT_EQ(folded[0].sites[1].ranks, (Ranks{1}));
  EXPECT_EQ(folded[0].sites[1].label, "the library aborts here");
}

TEST(Fold, CallsOfAFunctionWithDifferentCallersAreTwoSitesOfOneFinding) {
  const auto from = [](int rank, unsigned line) {
    Site site = call(rank, "MPI_Bcast", 12);
    site.stack = {{"help", "a.c", line, 3}, {"main", "a.c", 90, 3}};
    return site;
  };
  const auto folded = fold({mismatch({from(0, 40), from(1, 50), from(2, 40), call(3, "MPI_Bcast", 12)})});
  ASSERT_EQ(folded.size(), 1U);
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].ranks, (Ranks{0, 2, 3}));
  EXPECT_EQ(folded[0].sites[0].stack[0].line, 40U);
  EXPECT_EQ(folded[0].sites[1].stack[0].line, 50U);
  EXPECT_EQ(folded[0].fingerprint, fold({mismatch({call(0, "MPI_Bcast", 12)})})[0].fingerprint);
}

TEST(Fold, OfEqualFindingsOnlyTheCallersThatAllHaveAreTold) {
  const auto from = [](int rank, unsigned line) {
    Site site = call(rank, "MPI_Bcast", 12);
    site.stack = {{"help", "a.c", 30, 3}, {"main", "a.c", line, 3}};
    return mismatch({site});
  };
  const auto folded = fold({from(0, 80), from(1, 90), mismatch({call(2, "MPI_Bcast", 12)})});
  ASSERT_EQ(folded.size(), 1U);
  ASSERT_EQ(folded[0].sites.size(), 1U);
  EXPECT_EQ(folded[0].sites[0].ranks, (Ranks{0, 1, 2}));
  ASSERT_EQ(folded[0].sites[0].stack.size(), 1U);
  EXPECT_EQ(folded[0].sites[0].stack[0].line, 30U);
}

TEST(Fold, KeepsWhatDiffers) {
  Finding softer = mismatch({call(0, "MPI_Barrier", 10)});
  softer.severity = Severity::Warning;
  EXPECT_EQ(fold({mismatch({call(0, "MPI_Barrier", 10)}), softer}).size(), 2U);
  EXPECT_EQ(fold({mismatch({call(0, "MPI_Barrier", 10)}), mismatch({call(0, "MPI_Barrier", 11)})}).size(), 2U);
  EXPECT_EQ(
      fold({mismatch({call(0, "MPI_Barrier", 10)}), finding(rule("lifecycle"), "m", {call(0, "MPI_Barrier", 10)})})
          .size(),
      2U);
}

TEST(Fold, TwoCallsOnOneLineAreTwoPlaces) {
  Site first = call(0, "MPI_Bcast", 10);
  Site second = call(1, "MPI_Bcast", 10);
  second.column = 40;
  EXPECT_EQ(fold({mismatch({first, second})})[0].sites.size(), 2U);
  EXPECT_EQ(fold({mismatch({first}), mismatch({second})}).size(), 2U);
  second.column = first.column;
  EXPECT_EQ(fold({mismatch({first, second})})[0].sites.size(), 1U);
}

TEST(Fold, ARaceKeepsItsTwoAccessesEvenOnOneLine) {
  const auto folded = fold({race({access(0, "MPI_Put", 10), access(1, "MPI_Put", 10)}),
                            race({access(0, "MPI_Put", 10), access(2, "MPI_Put", 10)}),
                            race({access(1, "MPI_Put", 10), access(2, "MPI_Put", 10)})});
  ASSERT_EQ(folded.size(), 1U);
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(folded[0].sites[1].ranks, (Ranks{1, 2}));
  EXPECT_EQ(folded[0].ranks, (Ranks{0, 1, 2}));
  EXPECT_EQ(folded[0].occurrences, 3U);
}

TEST(Fold, ALineThatLoadsAndStoresIsOneRace) {
  Finding load = race({access(0, "MPI_Get", 10), access(0, "load", 12)});
  load.sites[1].column = 7;
  const auto folded = fold({load, race({access(1, "MPI_Get", 10), access(1, "store", 12)})});
  ASSERT_EQ(folded.size(), 1U);
  EXPECT_EQ(folded[0].occurrences, 2U);
  EXPECT_EQ(folded[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(std::ranges::count(folded[0].sites, "store", &Site::call), 1);
  EXPECT_EQ(std::ranges::count(folded[0].sites, "load", &Site::call), 0);
  EXPECT_EQ(fold({load, race({access(1, "MPI_Get", 10), access(1, "store", 13)})}).size(), 2U);
  EXPECT_EQ(fold({load, race({access(1, "MPI_Get", 11), access(1, "store", 12)})}).size(), 2U);
}

TEST(Fold, ARaceIsItsAccessesInWhateverEpochs) {
  const auto folded = fold({race({access(0, "MPI_Put", 10), access(1, "store", 12), site(SiteRole::Epoch, 0, "a", 3)}),
                            race({access(0, "MPI_Put", 10), access(1, "store", 12), site(SiteRole::Epoch, 0, "a", 5)}),
                            race({access(0, "MPI_Put", 10), access(1, "store", 13)})});
  ASSERT_EQ(folded.size(), 2U);
  EXPECT_EQ(folded[0].occurrences, 2U);
  EXPECT_EQ(folded[0].sites.size(), 4U);
}

TEST(Place, HeadersOfTheSystemAreNotTheProgram) {
  for (const char *file : {"/usr/include/c++/12/vector", "/usr/lib/llvm-19/lib/clang/19/include/emmintrin.h",
                           "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/stl_algo.h",
                           "/opt/gcc/include/c++/13/string"})
    EXPECT_TRUE(isOfSystem(file)) << file;
  for (const char *file : {"ring.c", "/home/me/include/ring.h", "/opt/usr/include/a.h", ""})
    EXPECT_FALSE(isOfSystem(file));
}

TEST(Fold, PlacesAreFilledIn) {
  Finding found = race({access(0, "MPI_Put", 10), site(SiteRole::Access, 1, "store", 12, "src/halo.c"),
                        site(SiteRole::Creation, 0, "MPI_Win_create", 3)});
  found.race->window.clear();
  found.help = compose("flush after MPI_Put{}, before the store{}", Help::AtSite{0}, Help::AtSite{1});
  const auto folded = fold({found});
  EXPECT_EQ(helpText(folded[0]), "flush after MPI_Put at line 10, before the store at halo.c:12");
  EXPECT_EQ(folded[0].race->window, "MPI_Win_create at ring.c:3");
  for (Site &site : found.sites) site.line = 0;
  EXPECT_EQ(helpText(fold({found})[0]), "flush after MPI_Put, before the store");
  EXPECT_EQ(fold({found})[0].race->window, "made by MPI_Win_create");
}

TEST(Fold, TheHelpKeepsItsPlacesWhenSitesBecomeOne) {
  Finding found = mismatch({call(0, "MPI_Bcast", 10), call(1, "MPI_Bcast", 10), call(2, "MPI_Barrier", 12)});
  found.help = compose("move the barrier{} up{}", Help::AtSite{2}, Help::AtSite{3});
  EXPECT_EQ(helpText(found), "move the barrier at line 12 up");
  const auto folded = fold({found});
  EXPECT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(helpText(folded[0]), "move the barrier at line 12 up");
}

TEST(Fold, WithoutSitesTheMessageTellsFindingsApart) {
  Finding first = finding(rule("lifecycle"), "killed by signal 9", {});
  first.ranks = {1};
  Finding second = first;
  second.ranks = {0};
  const auto folded = fold({first, second, finding(rule("lifecycle"), "exits without finalizing", {})});
  ASSERT_EQ(folded.size(), 2U);
  const auto killed = std::ranges::find(folded, "killed by signal 9", &Finding::message);
  EXPECT_EQ(killed->ranks, (Ranks{0, 1}));
}

TEST(Fold, UnresolvedSitesAreToldApartByAddress) {
  Site here;
  here.address = CodeAddress{.module = "/bin/app", .buildId = "", .offset = 0x10};
  Site there = here;
  there.address->offset = 0x20;
  EXPECT_EQ(fold({mismatch({here}), mismatch({here}), mismatch({there})}).size(), 2U);
}

TEST(Fold, OrderOfTheInputDoesNotMatter) {
  std::vector<Finding> findings = {
      finding(rule("leak-comm"), "w", {call(0, "MPI_Comm_dup", 1)}),
      mismatch({call(1, "MPI_Barrier", 30), call(0, "MPI_Bcast", 31)}),
      mismatch({call(2, "MPI_Barrier", 30), call(0, "MPI_Bcast", 31)}),
      finding(rule("lifecycle"), "l", {call(0, "MPI_Barrier", 30)}),
      mismatch({call(0, "MPI_Barrier", 4)}),
      mismatch({site(SiteRole::Call, 0, "MPI_Barrier", 90, "a.c")}),
  };
  const auto places = [](const std::vector<Finding> &folded) {
    std::vector<std::tuple<std::string, std::string, unsigned, Ranks>> places;
    for (const Finding &f : folded)
      places.emplace_back(info(f.rule).id, f.sites[0].file, f.sites[0].line, f.sites[0].ranks);
    return places;
  };
  const auto expected = places(fold(findings));
  EXPECT_EQ(expected, (decltype(expected){{"coll-mismatch", "a.c", 90, {0}},
                                          {"coll-mismatch", "ring.c", 4, {0}},
                                          {"coll-mismatch", "ring.c", 30, {1, 2}},
                                          {"lifecycle", "ring.c", 30, {0}},
                                          {"leak-comm", "ring.c", 1, {0}}}));
  std::ranges::reverse(findings);
  EXPECT_EQ(places(fold(findings)), expected);
  EXPECT_EQ(places(fold(fold(findings))), expected);
}

TEST(Fingerprint, IgnoresLinesRanksOrderAndWhoFoundIt) {
  const Finding base = mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Bcast", 12)});
  Finding other = mismatch({call(7, "MPI_Bcast", 42), call(3, "MPI_Barrier", 40), site(SiteRole::Branch, -1, "", 39)});
  other.confirmed = Confirmed::StaticOnly;
  for (Site &site : other.sites) site.file = "/home/me/ring.c";
  EXPECT_EQ(fingerprint(base), fingerprint(other));
  EXPECT_EQ(fingerprint(base).size(), 16U);
  EXPECT_EQ(fingerprint(base).find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Fingerprint, DependsOnRuleCallFileFunctionAndNumberOfSites) {
  const Finding base = mismatch({call(0, "MPI_Barrier", 10)});
  Finding otherRule = base;
  otherRule.rule = rule("lifecycle");
  Finding otherFunction = base;
  otherFunction.sites[0].function = "solve";
  Finding otherFile = base;
  otherFile.sites[0].file = "star.c";
  for (const Finding &other : {otherRule, otherFunction, otherFile, mismatch({call(0, "MPI_Bcast", 10)}),
                               mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Barrier", 12)})})
    EXPECT_NE(fingerprint(base), fingerprint(other));
}

TEST(Fingerprint, FunctionsMayBeSpelledInFull) {
  Finding shortName = mismatch({call(0, "MPI_Barrier", 10)});
  shortName.sites[0].function = "solve";
  for (const char *spelling : {"solve(int, char**)", "ns::Grid<double, 3>::solve(double)", "solve.omp_outlined",
                               "(anonymous namespace)::solve()", "void solve<int>(int)"}) {
    Finding fullName = shortName;
    fullName.sites[0].function = spelling;
    EXPECT_EQ(fingerprint(fullName), fingerprint(shortName)) << spelling;
  }
}

TEST(Merge, TheSameErrorIsConfirmedByBoth) {
  Finding found = mismatch({call(-1, "MPI_Barrier", 10), site(SiteRole::Branch, -1, "", 9)});
  found.sites[0].file = "/src/ring.c";
  found.help = "move it out of the branch";
  const auto merged = merge({found}, {mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Bcast", 12)})});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(helpText(merged[0]), "move it out of the branch");
  ASSERT_EQ(merged[0].sites.size(), 3U);
  EXPECT_EQ(merged[0].sites[2].role, SiteRole::Branch);
}

TEST(Merge, OneRunFindingConfirmsSeveralStaticOnes) {
  const auto merged = merge({mismatch({call(-1, "MPI_Barrier", 10)}), mismatch({call(-1, "MPI_Bcast", 12)})},
                            {mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Bcast", 12)})});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].sites.size(), 2U);
}

/// A store into the buffer of a send at line 10.
Finding storeIntoSent(int rank, unsigned line, const std::string &file, const std::string &what = "store") {
  return finding(rule("buffer-race"), "the store writes to a buffer in flight",
                 {site(SiteRole::Access, rank, what, line, file), access(rank, "MPI_Isend", 10)});
}

constexpr const char *kHeader = "/usr/include/c++/12/bits/stl_numeric.h";

TEST(Merge, AnAccessInAHeaderOfTheSystemIsShownWhereTheProgramAsksForIt) {
  Finding run = storeIntoSent(1, 99, kHeader);
  run.sites[0].label = "writes";
  run.sites[0].function = "void std::iota<double*, double>(double*, double*, double)";
  run.help = compose("wait before the store{}", Help::AtSite{0});
  const auto merged = merge({storeIntoSent(-1, 12, "ring.c")}, {run});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  ASSERT_EQ(merged[0].sites.size(), 2U);
  EXPECT_EQ(merged[0].sites[0].file, "ring.c");
  EXPECT_EQ(merged[0].sites[0].line, 12U);
  EXPECT_EQ(merged[0].sites[0].label, "writes (in iota, stl_numeric.h:99)");
  EXPECT_EQ(helpText(merged[0]), "wait before the store at line 12");
}

TEST(Fold, OwnCodeComesBeforeHeadersOfTheSystem) {
  Finding run = storeIntoSent(1, 99, kHeader);
  run.help = compose("wait before the store{}", Help::AtSite{0});
  auto folded = fold({run});
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].line, 10U);
  EXPECT_EQ(folded[0].sites[1].line, 99U);
  EXPECT_EQ(helpText(folded[0]), "wait before the store at stl_numeric.h:99");

  run.further = {access(1, "load", 13), access(1, "store", 14)};
  folded = fold({run});
  EXPECT_EQ(folded[0].sites[0].line, 14U);
  EXPECT_EQ(folded[0].further[1].file, kHeader);
  EXPECT_EQ(folded[0].further[1].line, 99U);
  EXPECT_EQ(helpText(folded[0]), "wait before the store at line 14");
}

TEST(Merge, AnAccessInAHeaderOfTheProgramOrOfAnotherKindIsAnotherError) {
  EXPECT_EQ(merge({storeIntoSent(-1, 12, "ring.c")}, {storeIntoSent(1, 99, "own.h")}).size(), 2U);
  EXPECT_EQ(merge({storeIntoSent(-1, 12, "ring.c")}, {storeIntoSent(1, 99, kHeader, "load")}).size(), 2U);
  Finding ofAnotherSend = storeIntoSent(1, 99, kHeader);
  ofAnotherSend.sites[1].line = 11;
  EXPECT_EQ(merge({storeIntoSent(-1, 12, "ring.c")}, {ofAnotherSend}).size(), 2U);
}

Finding deadlock(std::vector<Site> sites, Ranks ranks) {
  Finding made = finding(rule("deadlock"), "ranks 0-1 wait", std::move(sites));
  made.ranks = std::move(ranks);
  return made;
}

TEST(Merge, AMismatchIsTheReasonOfADeadlockInItsCollective) {
  Finding found = mismatch({call(-1, "MPI_Barrier", 10), site(SiteRole::Branch, -1, "", 9)});
  found.severity = Severity::Warning;
  const std::string fingerprintOfReason = fingerprint(found);
  const auto merged = merge({found}, {deadlock({call(0, "MPI_Barrier", 10), call(1, "MPI_Recv", 12)}, {0, 1})});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].rule, rule("coll-mismatch"));
  EXPECT_EQ(merged[0].severity, Severity::Error);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].message, found.message + ": ranks 0-1 wait");
  EXPECT_EQ(merged[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(merged[0].sites.size(), 3U);
  EXPECT_EQ(merged[0].fingerprint, fingerprintOfReason);
}

TEST(Merge, WhatARunHasShownIsNotDoubtfulAndHasTheRanksOfTheRun) {
  Finding found = mismatch({call(-1, "MPI_Barrier", 10)});
  found.message = "MPI_Barrier might be called by some ranks of the communicator only when there are 2";
  found.provenMessage = "MPI_Barrier is not called by all ranks of the communicator";
  found.sites[0].label = "called by some ranks only";
  Finding run = deadlock({call(2, "MPI_Barrier", 10), call(1, "MPI_Recv", 12)}, {1, 2});
  run.sites[0].label = "waits here";
  const auto merged = merge({found}, {run});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].message, found.provenMessage + ": " + run.message);
  EXPECT_EQ(merged[0].sites[0].label, "waits here");
  EXPECT_EQ(merged[0].sites[0].ranks, (Ranks{2}));
}

TEST(Merge, AVictimInTheCollectiveDoesNotMakeItTheReason) {
  const auto merged =
      merge({mismatch({call(-1, "MPI_Barrier", 10)})},
            {deadlock({call(0, "MPI_Recv", 12), call(1, "MPI_Recv", 13), call(2, "MPI_Barrier", 10)}, {0, 1})});
  EXPECT_EQ(merged.size(), 2U);
}

TEST(Merge, KeepsWhatOnlyOneFound) {
  const auto merged = merge({mismatch({call(-1, "MPI_Barrier", 10)})}, {mismatch({call(0, "MPI_Barrier", 20)})});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::StaticOnly);
  EXPECT_EQ(merged[1].confirmed, Confirmed::RunOnly);
}

TEST(Merge, AnotherRuleAtTheSamePlaceIsAnotherError) {
  EXPECT_EQ(merge({finding(rule("coll-root-mismatch"), "m", {call(-1, "MPI_Bcast", 10)})},
                  {mismatch({call(0, "MPI_Bcast", 10)})})
                .size(),
            2U);
}

TEST(Merge, WithoutLinesTheFingerprintDecides) {
  Finding run = mismatch({call(0, "MPI_Barrier", 0)});
  const auto merged = merge({mismatch({call(-1, "MPI_Barrier", 10)})}, {run});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
}

TEST(Merge, AnotherCallOnTheSameLineIsAnotherError) {
  Finding found = mismatch({call(-1, "MPI_Bcast", 10)});
  found.sites[0].column = 40;
  EXPECT_EQ(merge({found}, {mismatch({call(0, "MPI_Bcast", 10)})}).size(), 2U);
}

TEST(Merge, EachOfTwoCallsOnOneLineGoesWithItself) {
  Finding found = mismatch({call(-1, "MPI_Bcast", 10), call(-1, "MPI_Bcast", 10)});
  found.sites[0].column = 40;
  found.sites[0].label = "the other";
  const auto merged = merge({found}, {mismatch({call(0, "MPI_Bcast", 10)})});
  ASSERT_EQ(merged.size(), 1U);
  ASSERT_EQ(merged[0].sites.size(), 2U);
  EXPECT_EQ(merged[0].sites[0].column, 3U);
  EXPECT_EQ(merged[0].sites[1].label, "the other");
}

TEST(Merge, NotEveryCompilerTellsTheColumn) {
  Finding found = mismatch({call(-1, "MPI_Bcast", 10)});
  found.sites[0].column = 0;
  EXPECT_EQ(merge({found}, {mismatch({call(0, "MPI_Bcast", 10)})}).size(), 1U);
}

TEST(Merge, TheGraverSeverityStays) {
  Finding found = mismatch({call(-1, "MPI_Barrier", 10)});
  found.severity = Severity::Warning;
  EXPECT_EQ(merge({found}, {mismatch({call(0, "MPI_Barrier", 10)})})[0].severity, Severity::Error);
}

/// The same two places race, and elsewhere only a lock keeps them apart: the static analysis cannot tell which it saw.
TEST(Merge, OfTwoRacesOfTheRunAtTheSamePlacesTheGravestIsConfirmed) {
  const Finding found = race({access(-1, "MPI_Put", 10), access(-1, "store", 12)});
  const Finding unordered = race({access(0, "MPI_Put", 10), access(1, "store", 12)});
  Finding apartByLock = race({access(2, "MPI_Put", 10), access(3, "store", 12)});
  apartByLock.severity = Severity::Warning;
  for (const auto &runs : {std::vector{unordered, apartByLock}, std::vector{apartByLock, unordered}}) {
    const auto merged = merge({found}, runs);
    ASSERT_EQ(merged.size(), 2U);
    EXPECT_EQ(merged[0].severity, Severity::Error);
    EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
    EXPECT_EQ(merged[0].ranks, (Ranks{0, 1}));
    EXPECT_EQ(merged[1].severity, Severity::Warning);
    EXPECT_EQ(merged[1].confirmed, Confirmed::RunOnly);
  }
}

/// Equally grave ones are all what the static analysis saw.
TEST(Merge, EquallyGraveFindingsOfTheRunAreAllConfirmed) {
  const auto merged = merge({mismatch({call(-1, "MPI_Barrier", 10)})},
                            {mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Bcast", 12)}),
                             mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Reduce", 14)})});
  ASSERT_EQ(merged.size(), 2U);
  for (const Finding &finding : merged) EXPECT_EQ(finding.confirmed, Confirmed::Both);
}

TEST(Merge, TheEndOfARankThatOthersWaitForIsOneFinding) {
  const Finding mismatched = mismatch({call(-1, "MPI_Barrier", 15), site(SiteRole::Branch, -1, "", 14)});
  const Finding ended =
      finding(rule("lifecycle"), "rank 1 ends", {call(1, "MPI_Comm_rank", 13), call(0, "MPI_Barrier", 15)});
  const std::vector<Finding> merged = merge({mismatched}, {ended});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged.front().rule, rule("lifecycle"));
  EXPECT_EQ(merged.front().confirmed, Confirmed::Both);
  EXPECT_EQ(merged.front().sites.back().role, SiteRole::Branch);
}

TEST(Merge, ACollectivePassedBeforeOthersWaitedForTheEndedRankIsOfTheSameFinding) {
  const Finding ended =
      finding(rule("lifecycle"), "rank 1 ends", {call(1, "MPI_Comm_rank", 13), call(0, "MPI_Barrier", 18)});
  EXPECT_EQ(merge({mismatch({call(-1, "MPI_Bcast", 15)})}, {ended}).size(), 1U);
  EXPECT_EQ(merge({mismatch({call(-1, "MPI_Bcast", 12)})}, {ended}).size(), 2U);
  EXPECT_EQ(merge({mismatch({call(-1, "MPI_Bcast", 19)})}, {ended}).size(), 2U);
}

TEST(Merge, ThereIsOneThreadLevel) {
  Finding found =
      finding(rule("thread-level"), "asked too little", {call(-1, "MPI_Send", 20), call(-1, "MPI_Init", 3)});
  found.severity = Severity::Warning;
  const auto merged = merge({found}, {finding(rule("thread-level"), "another thread", {call(0, "MPI_Recv", 30)})});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].message, "another thread");
  EXPECT_EQ(merged[0].sites.size(), 3U);
}

TEST(Merge, ALevelThatNobodyLooksAtIsAnotherErrorThanCallsBeyondIt) {
  Finding found = finding(rule("thread-level"), "nobody looks at what is provided",
                          {call(-1, "MPI_Init_thread", 3), call(-1, "MPI_Send", 20)});
  found.severity = Severity::Warning;
  const Finding run = finding(rule("thread-level"), "two threads at once", {call(0, "MPI_Send", 20)});
  const auto merged = merge({found}, {run});
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[0].confirmed, Confirmed::RunOnly);
  EXPECT_EQ(merged[1].confirmed, Confirmed::StaticOnly);
}

TEST(Fold, RacesOfAnOperationThatIsNeverCompletedAreOneFindingWithIt) {
  const Finding lost = finding(rule("request-missing-wait"), "never completed", {call(0, "MPI_Isend", 10)});
  const Finding stored = finding(rule("buffer-race"), "r", {access(1, "store", 12), access(1, "MPI_Isend", 10)});
  const auto folded = fold({stored, lost});
  ASSERT_EQ(folded.size(), 1U);
  EXPECT_EQ(folded[0].rule, rule("request-missing-wait"));
  EXPECT_EQ(folded[0].ranks, (Ranks{0, 1}));
  ASSERT_EQ(folded[0].sites.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(folded[0].sites[1].call, "store");
  EXPECT_EQ(folded[0].sites[1].role, SiteRole::Sync);
  EXPECT_EQ(folded[0].fingerprint, fold({lost})[0].fingerprint);

  const Finding other = finding(rule("buffer-race"), "r", {access(1, "store", 12), access(1, "MPI_Isend", 11)});
  EXPECT_EQ(fold({other, lost}).size(), 2U);
  Finding freed = lost;  // a send whose request is freed completes all the same
  freed.severity = Severity::Warning;
  EXPECT_EQ(fold({stored, freed}).size(), 2U);
  Finding maybeStored = stored;
  maybeStored.severity = Severity::Warning;
  EXPECT_EQ(fold({maybeStored, freed}).size(), 1U);
}

Finding raceOf(std::vector<Cause::Key> operations, Site access, unsigned line = 10) {
  Finding made = finding(rule("buffer-race"), "r", {std::move(access), samples::access(0, "MPI_Isend", line)});
  made.cause.operations = std::move(operations);
  return made;
}

TEST(Fold, OnlyRacesOfLostOperationsAreOneFindingWithTheLoss) {
  Finding lost = finding(rule("request-missing-wait"), "never completed", {call(0, "MPI_Isend", 10)});
  lost.cause.operations = {{0, 7}};
  EXPECT_EQ(fold({raceOf({{0, 7}}, access(0, "store", 12)), lost}).size(), 1U);
  // The same line has started another one, which was completed: its race is an error of its own.
  EXPECT_EQ(fold({raceOf({{0, 5}}, access(0, "store", 12)), lost}).size(), 2U);
  EXPECT_EQ(fold({raceOf({{0, 5}, {0, 7}}, access(0, "store", 12)), lost}).size(), 2U);
  // Rank 1 has not come to the end: nobody knows what became of its operation.
  EXPECT_EQ(fold({raceOf({{0, 7}, {1, 9}}, access(0, "store", 12)), lost}).size(), 1U);
}

TEST(Fold, AccessesToTheBufferOfOneOperationAreOneFinding) {
  Site ofLibrary = access(0, "store", 300);
  ofLibrary.file = "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/stl_vector.h";
  const auto folded = fold({raceOf({{0, 7}}, ofLibrary), raceOf({{0, 7}}, access(0, "store", 14)),
                            raceOf({{0, 7}}, access(0, "load", 16)), raceOf({{0, 8}}, access(0, "store", 20))});
  ASSERT_EQ(folded.size(), 2U);
  EXPECT_EQ(folded[0].sites[0].line, 14U);
  EXPECT_EQ(folded[0].sites.size(), 2U);
  ASSERT_EQ(folded[0].further.size(), 2U);
  EXPECT_EQ(folded[0].occurrences, 3U);
  EXPECT_EQ(folded[1].sites[0].line, 20U);
  EXPECT_EQ(fold(folded).size(), 2U);
}

TEST(Fold, LostRequestsOfOneArrayAreOneFinding) {
  const auto overwritten = [](int rank, unsigned start, unsigned by, std::uint64_t array) {
    Finding made = finding(rule("request-overwrite"), "overwritten",
                           {call(rank, "MPI_Isend", start), call(rank, "MPI_Isend", by)});
    made.cause.requests = {{rank, array}};
    return made;
  };
  Finding last = finding(rule("request-missing-wait"), "never completed", {call(0, "MPI_Isend", 14)});
  last.cause.requests = {{0, 64}};
  const auto folded = fold({overwritten(0, 10, 12, 64), overwritten(0, 12, 10, 64), overwritten(1, 12, 10, 128), last,
                            overwritten(1, 30, 31, 512)});
  ASSERT_EQ(folded.size(), 2U);
  EXPECT_EQ(folded[0].rule, rule("request-overwrite"));
  EXPECT_EQ(folded[0].ranks, (Ranks{0, 1}));
  EXPECT_EQ(folded[0].sites.size(), 2U);
  ASSERT_EQ(folded[0].further.size(), 1U);
  EXPECT_EQ(folded[0].further[0].line, 14U);
  EXPECT_EQ(folded[0].occurrences, 4U);
  Finding elsewhere = last;
  elsewhere.sites[0].function = "another";
  EXPECT_EQ(fold({overwritten(0, 10, 12, 64), elsewhere}).size(), 2U);
}

TEST(Merge, AccessesToTheMemoryOfADeadBufferAreOneFindingAtItsEnd) {
  Finding dead =
      finding(rule("buffer-race"), "the function returns", {access(-1, "return", 11), access(-1, "MPI_Isend", 10)});
  for (Site &site : dead.sites) site.function = "post";
  const auto stored = [](const std::string &function, unsigned line) {
    Finding made = raceOf({{0, 7}}, access(0, "store", line));
    made.sites[0].function = function;
    made.sites[1].function = "post";
    return made;
  };
  const auto merged = merge({dead}, {stored("other", 20), stored("print", 30)});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].message, "the function returns");
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  ASSERT_EQ(merged[0].sites.size(), 3U);
  EXPECT_EQ(merged[0].sites[2].line, 20U);
  EXPECT_EQ(merged[0].further.size(), 1U);
  // In the function itself, behind the start, it is another error.
  EXPECT_EQ(merge({dead}, {stored("post", 11)}).size(), 2U);
}

TEST(Fold, AnOverwrittenRequestIsTheReasonThatItsOperationIsNeverCompleted) {
  const Finding overwritten =
      finding(rule("request-overwrite"), "overwritten", {call(-1, "MPI_Isend", 10), call(-1, "MPI_Irecv", 11)});
  const auto merged =
      merge({overwritten}, {finding(rule("request-missing-wait"), "never completed", {call(1, "MPI_Isend", 10)})});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged[0].rule, rule("request-overwrite"));
  EXPECT_EQ(merged[0].confirmed, Confirmed::Both);
  EXPECT_EQ(merged[0].ranks, (Ranks{1}));
}

TEST(Fold, RanksThatDisagreeBecauseOfTheirThreadsAreOneFindingWithThem) {
  const Finding threads =
      finding(rule("coll-concurrent"), "two threads", {call(0, "MPI_Bcast", 10), call(0, "MPI_Allreduce", 12)});
  EXPECT_EQ(fold({threads, mismatch({call(0, "MPI_Bcast", 10), call(1, "MPI_Allreduce", 12)})}).size(), 1U);
  EXPECT_EQ(fold({threads, mismatch({call(0, "MPI_Bcast", 10), call(1, "MPI_Barrier", 13)})}).size(), 2U);
}

}  // namespace

TEST(JudgeByRun, SaysWhetherTheRunCameThere) {
  const Finding found = mismatch({call(-1, "MPI_Barrier", 10), call(-1, "MPI_Bcast", 12)});
  const auto judged = [&](const RunEvidence &evidence) {
    std::vector<Finding> merged = merge({found}, {});
    judgeByRun(merged, evidence);
    return merged.front().confirmed;
  };
  const Site barrier = call(0, "MPI_Barrier", 10);
  const Site bcast = call(1, "MPI_Bcast", 12);
  EXPECT_EQ(judged({.visited = {barrier}, .isComplete = true, .sawAccesses = true}), Confirmed::NotExercised);
  EXPECT_EQ(judged({.visited = {barrier, bcast}, .isComplete = true, .sawAccesses = true}), Confirmed::RefutedByRun);
  EXPECT_EQ(judged({.visited = {barrier, bcast}, .isComplete = false, .sawAccesses = true}), Confirmed::StaticOnly);
}

TEST(JudgeByRun, SaysNothingOfWhatIsNotRecorded) {
  for (const char *what : {"free", "store"}) {
    const Finding found = finding(rule("buffer-race"), "m", {access(-1, what, 12), access(-1, "MPI_Isend", 10)});
    const auto judged = [&](std::vector<Site> visited) {
      std::vector<Finding> merged = merge({found}, {});
      judgeByRun(merged, {.visited = std::move(visited), .isComplete = true, .sawAccesses = true});
      return merged.front().confirmed;
    };
    EXPECT_EQ(judged({call(0, "MPI_Isend", 10)}), Confirmed::StaticOnly);
    EXPECT_EQ(judged({}), Confirmed::NotExercised);
  }
}

TEST(JudgeByRun, RefutesAccessesOnlyWhereTheyWereSeen) {
  const Finding found = finding(rule("buffer-race"), "m", {call(-1, "MPI_Isend", 10)});
  const auto judged = [&](bool sawAccesses) {
    std::vector<Finding> merged = merge({found}, {});
    judgeByRun(merged, {.visited = {call(0, "MPI_Isend", 10)}, .isComplete = true, .sawAccesses = sawAccesses});
    return merged.front().confirmed;
  };
  EXPECT_EQ(judged(true), Confirmed::RefutedByRun);
  EXPECT_EQ(judged(false), Confirmed::StaticOnly);
}

TEST(JudgeByRun, RefutesWhatEveryRunJudges) {
  for (const char *id : {"lifecycle", "buffer-overlap", "p2p-truncation", "request-leak"}) {
    std::vector<Finding> merged = merge({finding(*findRule(id), "m", {call(-1, "MPI_Send", 10)})}, {});
    judgeByRun(merged, {.visited = {call(0, "MPI_Send", 10)}, .isComplete = true, .sawAccesses = false});
    EXPECT_EQ(merged.front().confirmed, Confirmed::RefutedByRun) << id;
  }
}

TEST(JudgeByRun, ThreadsThatDidNotMeetProveNothing) {
  for (const char *id : {"coll-multithreaded", "coll-concurrent", "thread-level"}) {
    std::vector<Finding> merged = merge({finding(*findRule(id), "m", {call(-1, "MPI_Bcast", 10)})}, {});
    judgeByRun(merged, {.visited = {call(0, "MPI_Bcast", 10)}, .isComplete = true, .sawAccesses = true});
    EXPECT_EQ(merged.front().confirmed, Confirmed::StaticOnly) << id;
  }
}

TEST(JudgeByRun, WhatIsRefutedIsNoError) {
  std::vector<Finding> merged = merge({mismatch({call(-1, "MPI_Barrier", 10)})}, {});
  EXPECT_TRUE(hasErrors(merged));
  judgeByRun(merged, {.visited = {call(0, "MPI_Barrier", 10)}, .isComplete = true, .sawAccesses = true});
  EXPECT_EQ(merged.front().confirmed, Confirmed::RefutedByRun);
  EXPECT_FALSE(hasErrors(merged));
}

TEST(JudgeByRun, LeavesWhatTheRunFoundItself) {
  std::vector<Finding> merged = merge({}, {mismatch({call(0, "MPI_Barrier", 10)})});
  judgeByRun(merged, {.visited = {}, .isComplete = true, .sawAccesses = true});
  EXPECT_EQ(merged.front().confirmed, Confirmed::RunOnly);
}

TEST(Fold, AnErrorIsNoPartOfAWarning) {
  Finding maybe = finding(rule("coll-multithreaded"), "static", {call(-1, "MPI_Bcast", 10)});
  const Finding roots = finding(rule("coll-root-mismatch"), "run", {call(0, "MPI_Bcast", 10)});
  EXPECT_EQ(fold({maybe, roots}).size(), 1U);
  maybe.severity = Severity::Warning;
  EXPECT_EQ(fold({maybe, roots}).size(), 2U);
}

TEST(Merge, ThreadsInACollectiveAreOneError) {
  const auto merged = merge({finding(rule("coll-multithreaded"), "static", {call(-1, "MPI_Barrier", 10)})},
                            {finding(rule("coll-concurrent"), "run", {call(0, "MPI_Barrier", 10)})});
  ASSERT_EQ(merged.size(), 1U);
  EXPECT_EQ(merged.front().rule, rule("coll-concurrent"));
  EXPECT_EQ(merged.front().confirmed, Confirmed::Both);
}

}  // namespace lockstep::report
