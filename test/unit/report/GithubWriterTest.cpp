#include "report/formats/GithubWriter.h"

#include <gtest/gtest.h>

#include "Samples.h"
#include "report/merge/Fold.h"

namespace lockstep::report {
namespace {

using samples::call;
using samples::mismatch;
using samples::site;

/// The first line that a single finding becomes.
std::string annotation(const Finding &finding) {
  Document document;
  document.findings = fold({finding});
  const std::string text = toGithub(document);
  return text.substr(0, text.find('\n'));
}

TEST(GithubWriter, EscapesMessagesAndProperties) {
  Finding finding = mismatch({site(SiteRole::Call, 0, "MPI_Barrier", 2, "100%,a:b.c")});
  finding.message = "half: 50%, done\r\nrest";
  EXPECT_EQ(annotation(finding),
            "::error file=100%25%2Ca%3Ab.c,line=2,col=3,title=coll-mismatch::half: 50%25, done%0D%0Arest"
            "%0A100%25,a:b.c:2:3: MPI_Barrier on rank 0");
}

TEST(GithubWriter, SeverityChoosesTheCommand) {
  Finding finding = mismatch({});
  finding.severity = Severity::Warning;
  EXPECT_EQ(annotation(finding), "::warning title=coll-mismatch::ranks call different collectives");
  finding.severity = Severity::Note;
  EXPECT_EQ(annotation(finding), "::notice title=coll-mismatch::ranks call different collectives");
}

TEST(GithubWriter, LeavesOutWhatIsNotKnown) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  finding.sites[0].column = 0;
  EXPECT_TRUE(annotation(finding).starts_with("::error file=ring.c,line=2,title="));
  finding.sites[0].line = 0;
  EXPECT_TRUE(annotation(finding).starts_with("::error file=ring.c,title="));
  finding.sites[0].file = "";
  finding.sites[0].address = CodeAddress{.module = "/bin/app", .buildId = "", .offset = 16};
  EXPECT_EQ(annotation(finding),
            "::error title=coll-mismatch::ranks call different collectives%0A"
            "/bin/app+0x10: MPI_Barrier on rank 0, in function main of app");
}

TEST(GithubWriter, EndsWithTheSummary) {
  Document document;
  document.ranks = 2;
  document.coverage.calls = 6;
  EXPECT_EQ(toGithub(document), "lockstep: no errors; 2 ranks, 6 MPI calls seen\n");
}

}  // namespace
}  // namespace lockstep::report
