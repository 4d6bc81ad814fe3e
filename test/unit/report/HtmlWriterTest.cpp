#include "report/formats/HtmlWriter.h"

#include <gtest/gtest.h>

#include "Samples.h"
#include "SourceInMemory.h"
#include "report/merge/Fold.h"

namespace lockstep::report {
namespace {

using samples::access;
using samples::call;
using samples::mismatch;
using samples::race;
using samples::SourceInMemory;

class HtmlWriter : public testing::Test {
 protected:
  HtmlWriter() {
    document_.command = "run";
    document_.program = "./a<b>";
    document_.ranks = 2;
    document_.outcome.status = Outcome::Status::Exited;
  }
  std::string html() {
    SourceInMemory source;
    source.add("ring.c", "int a;\nint b = a < 1;\nint c;\n");
    return toHtml(document_, source, {});
  }
  bool says(const std::string &part) { return html().find(part) != std::string::npos; }

  Document document_;
};

TEST_F(HtmlWriter, APageAlsoWhereNothingIsFound) {
  EXPECT_TRUE(says("<p>lockstep: no errors; 2 ranks, 0 MPI calls seen\n</p>"));
  EXPECT_FALSE(says("<article"));
  EXPECT_FALSE(says("<script>"));
}

TEST_F(HtmlWriter, EscapesWhatTheProgramIsCalled) {
  EXPECT_TRUE(says("<title>Lockstep: ./a&lt;b&gt;</title>"));
  EXPECT_FALSE(says("a<b>"));
}

TEST_F(HtmlWriter, AFindingWithPlacesSourceAndHelp) {
  document_.findings = {race({access(0, "MPI_Put", 2), access(1, "store", 3)})};
  document_.findings.front().help = "use a < b";
  document_.findings = fold(document_.findings);
  EXPECT_TRUE(says("<article class=\"error\" data-severity=\"error\" data-rule=\"rma-race-remote\""));
  EXPECT_TRUE(says("<h3>ring.c:2:3 MPI_Put on rank 0</h3>"));
  EXPECT_TRUE(says("<span class=\"here\">    2  int b = a &lt; 1;</span>"));
  EXPECT_TRUE(says("<dt>where</dt><dd>bytes 0-3 of window win on rank 1, across processes, passive target</dd>"));
  EXPECT_TRUE(says("<dt>help</dt><dd>use a &lt; b</dd>"));
}

TEST_F(HtmlWriter, SeveralCanBeHiddenByRuleAndSeverity) {
  document_.findings =
      fold({mismatch({call(0, "MPI_Barrier", 2)}), race({access(0, "MPI_Put", 2), access(1, "store", 3)})});
  EXPECT_TRUE(says("name=\"severity\" value=\"error\" checked> error (2)"));
  EXPECT_TRUE(says("name=\"rule\" value=\"coll-mismatch\" checked> coll-mismatch (1)"));
}

}  // namespace
}  // namespace lockstep::report
