#include "report/formats/JunitWriter.h"

#include <gtest/gtest.h>

#include "Samples.h"
#include "SourceInMemory.h"
#include "report/merge/Fold.h"

namespace lockstep::report {
namespace {

using samples::call;
using samples::mismatch;
using samples::SourceInMemory;

class JunitWriter : public testing::Test {
 protected:
  JunitWriter() {
    document_.command = "run";
    document_.program = "./ring";
    document_.ranks = 2;
    document_.outcome.status = Outcome::Status::Exited;
  }
  std::string junit() {
    SourceInMemory source;
    return toJunit(document_, source);
  }
  bool says(const std::string &part) { return junit().find(part) != std::string::npos; }

  Document document_;
};

TEST_F(JunitWriter, NothingFoundIsOneTestThatPasses) {
  EXPECT_EQ(junit(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"lockstep\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
            "  <testsuite name=\"./ring\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
            "    <testcase classname=\"lockstep.run\" name=\"no errors\"/>\n"
            "    <system-out>lockstep: no errors; 2 ranks, 0 MPI calls seen</system-out>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST_F(JunitWriter, OnlyErrorsFail) {
  document_.findings = fold({mismatch({call(0, "MPI_Barrier", 2)}), mismatch({call(0, "MPI_Bcast", 3)})});
  document_.findings[1].severity = Severity::Warning;
  EXPECT_TRUE(says(" tests=\"2\" failures=\"1\" errors=\"0\">"));
  EXPECT_TRUE(says("<failure type=\"coll-mismatch\" message=\"ranks call different collectives\">ring.c:2:3: error: "));
  EXPECT_TRUE(says("<system-out>ring.c:3:3: warning: "));
}

TEST_F(JunitWriter, NamesAreUniqueAndHaveNoLine) {
  document_.findings = fold({mismatch({call(0, "MPI_Barrier", 2)}), mismatch({call(0, "MPI_Barrier", 3)})});
  EXPECT_TRUE(says(" name=\"coll-mismatch in main (ring.c)\" file=\"ring.c\" line=\"2\">"));
  EXPECT_TRUE(says(" name=\"coll-mismatch in main (ring.c) #2\" file=\"ring.c\" line=\"3\">"));
}

TEST_F(JunitWriter, AProgramThatDiesIsAnError) {
  document_.outcome = {.status = Outcome::Status::Signalled, .code = 11};
  EXPECT_TRUE(says(" tests=\"1\" failures=\"0\" errors=\"1\">"));
  EXPECT_TRUE(says("<error type=\"signalled\" message=\"the program was killed by signal 11\"/>"));
}

TEST_F(JunitWriter, EscapesWhatXmlCannotHold) {
  Finding finding = mismatch({});
  finding.message = "a<b> & \"c\"\x01\x1b[0m\n\t\xff\xef\xbf\xbf\xc3\xa4";
  document_.findings = fold({finding});
  EXPECT_TRUE(
      says("message=\"a&lt;b&gt; &amp; &quot;c&quot;\xef\xbf\xbd\xef\xbf\xbd[0m&#10;&#9;"
           "\xef\xbf\xbd\xef\xbf\xbd\xc3\xa4\""));
}

}  // namespace
}  // namespace lockstep::report
