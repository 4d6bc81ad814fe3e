#include "report/merge/Suppressions.h"

#include <gtest/gtest.h>

#include "Samples.h"

namespace lockstep::report {
namespace {

using samples::call;
using samples::finding;
using samples::mismatch;
using samples::site;

std::vector<Suppression> parse(const std::string &text) {
  auto entries = parseSuppressions(text, "my.supp");
  EXPECT_TRUE(entries) << (entries ? "" : entries.error());
  return entries ? *entries : std::vector<Suppression>();
}

std::string errorOf(const std::string &text) {
  const auto entries = parseSuppressions(text, "my.supp");
  return entries ? "" : entries.error();
}

bool hides(const std::string &line, const Finding &finding) {
  const auto entries = parse(line);
  return entries.size() == 1 && isHiddenBy(finding, entries[0]);
}

Finding inLibrary(const std::string &module) {
  Site site = call(0, "MPI_Comm_dup", 0);
  site.file = "";
  site.function = "H5Fopen";
  site.address = CodeAddress{.module = module, .buildId = "", .offset = 0x10};
  return finding(rule("leak-comm"), "never freed", {site});
}

TEST(Suppressions, SkipsCommentsAndEmptyLines) {
  const auto entries = parse("# a comment\n\n  \t\n  leak-comm : a.c : main \r\n*:*:*:libx.so\n");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].rule, "leak-comm");
  EXPECT_EQ(entries[0].path, "a.c");
  EXPECT_EQ(entries[0].function, "main");
  EXPECT_FALSE(entries[0].library);
  EXPECT_EQ(entries[0].line, 4U);
  EXPECT_EQ(entries[1].library, "libx.so");
  EXPECT_EQ(toLine(entries[1]), "*:*:*:libx.so");
}

TEST(Suppressions, NamesFileAndLineOfWhatIsMalformed) {
  EXPECT_EQ(errorOf("*:*:*\nleak-comm\n"), "my.supp:2: expected rule:path-glob:function-glob[:library-glob]");
  EXPECT_EQ(errorOf("*:a.c:A::b\n"), "my.supp:1: more than four fields; write ? for a colon inside a glob");
  EXPECT_EQ(errorOf("*::main\n"), "my.supp:1: a field is empty; write * for any");
  EXPECT_EQ(errorOf("*:*:*:\n"), "my.supp:1: a field is empty; write * for any");
  EXPECT_EQ(errorOf("leak-com:*:*\n"), "my.supp:1: there is no rule 'leak-com'");
  EXPECT_EQ(errorOf("leek-*:*:*\n"), "my.supp:1: there is no rule 'leek-*'");
}

TEST(Suppressions, MatchesTheRuleOrAGlobOverRules) {
  const Finding leak = finding(rule("leak-comm"), "never freed", {call(0, "MPI_Comm_dup", 3)});
  EXPECT_TRUE(hides("leak-comm:*:*", leak));
  EXPECT_TRUE(hides("leak-*:*:*", leak));
  EXPECT_TRUE(hides("*:*:*", leak));
  EXPECT_FALSE(hides("leak-op:*:*", leak));
}

TEST(Suppressions, MatchesPathsFromAnyFolderOn) {
  const Finding error = mismatch({site(SiteRole::Call, 0, "MPI_Bcast", 3, "/home/me/app/src/ring.c")});
  for (const char *glob : {"ring.c", "src/ring.c", "src/*.c", "/home/me/*", "app/*", "*"})
    EXPECT_TRUE(hides(std::string("*:") + glob + ":*", error)) << glob;
  for (const char *glob : {"ing.c", "rc/ring.c", "/src/ring.c", "ring", "other.c"})
    EXPECT_FALSE(hides(std::string("*:") + glob + ":*", error)) << glob;
}

TEST(Suppressions, MatchesFunctionsWithAndWithoutTheirScope) {
  Finding error = mismatch({call(0, "MPI_Bcast", 3)});
  error.sites[0].function = "ns::Grid<double>::solve(int)";
  EXPECT_TRUE(hides("*:*:solve", error));
  EXPECT_TRUE(hides("*:*:ns??Grid*", error));
  EXPECT_FALSE(hides("*:*:Grid", error));
}

TEST(Suppressions, OneSiteMustMatchAllGlobs) {
  Finding error = mismatch({call(0, "MPI_Bcast", 3), site(SiteRole::Call, 1, "MPI_Barrier", 9, "b.c")});
  error.sites[1].function = "solve";
  EXPECT_TRUE(hides("*:ring.c:main", error));
  EXPECT_TRUE(hides("*:b.c:solve", error));
  EXPECT_FALSE(hides("*:ring.c:solve", error));
}

TEST(Suppressions, CallersDoNotCount) {
  Finding error = mismatch({call(0, "MPI_Bcast", 3)});
  error.sites[0].function = "solve";
  error.sites[0].stack = {{"solve", "ring.c", 3, 1}, {"main", "main.c", 9, 1}};
  EXPECT_FALSE(hides("*:main.c:main", error));
}

TEST(Suppressions, WhereThereIsNoSourceLineTheInnermostKnownCallerDoes) {
  Finding error = inLibrary("/usr/lib/libhdf5.so.103");
  error.sites[0].stack = {{"H5Fopen", "", 0, 0}, {"save", "save.c", 3, 1}, {"main", "main.c", 9, 1}};
  EXPECT_TRUE(hides("*:save.c:save", error));
  EXPECT_TRUE(hides("*:save.c:save:libhdf5*", error));
  EXPECT_FALSE(hides("*:main.c:main", error));
  EXPECT_FALSE(hides("*:save.c:save:libother*", error));
}

TEST(Suppressions, TheLibraryIsThatOfAnUnresolvedSite) {
  const Finding error = inLibrary("/usr/lib/libhdf5.so.103");
  EXPECT_TRUE(hides("leak-comm:*:*:libhdf5.so*", error));
  EXPECT_TRUE(hides("leak-comm:*:H5*:/usr/lib/*", error));
  EXPECT_TRUE(hides("leak-comm:libhdf5.so*:*", error));
  EXPECT_FALSE(hides("leak-comm:*:*:libnetcdf*", error));
  EXPECT_FALSE(hides("*:*:*:*", mismatch({call(0, "MPI_Bcast", 3)})));
}

TEST(Suppressions, AFindingWithoutSitesIsHiddenByItsRuleOnly) {
  const Finding error = finding(rule("lifecycle"), "killed", {});
  EXPECT_TRUE(hides("lifecycle:*:*", error));
  EXPECT_FALSE(hides("lifecycle:*:main", error));
  EXPECT_FALSE(hides("lifecycle:*:*:*", error));
}

TEST(Suppressions, TheEntryForAFindingHidesIt) {
  Finding odd = mismatch({site(SiteRole::Call, 0, "MPI_Bcast", 3, "/a[1]/what?*:x\\y.c")});
  odd.sites[0].function = "Grid<int>::operator[](int)";
  for (const Finding &error : {odd, mismatch({call(0, "MPI_Bcast", 3)}), inLibrary("/usr/lib/libhdf5.so.103")}) {
    const auto entry = suppressionFor(error);
    ASSERT_TRUE(entry);
    EXPECT_TRUE(hides(toLine(*entry), error)) << toLine(*entry);
  }
  EXPECT_EQ(toLine(*suppressionFor(mismatch({call(0, "MPI_Bcast", 3)}))), "coll-mismatch:ring.c:main");
  EXPECT_EQ(toLine(*suppressionFor(inLibrary("/usr/lib/libhdf5.so.103"))), "leak-comm:*:H5Fopen:libhdf5.so.103");
  EXPECT_FALSE(suppressionFor(finding(rule("lifecycle"), "killed", {})));
}

}  // namespace
}  // namespace lockstep::report
