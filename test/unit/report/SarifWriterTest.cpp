#include "report/formats/SarifWriter.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "Samples.h"
#include "report/merge/Fold.h"

namespace lockstep::report {
namespace {

using nlohmann::json;
using samples::access;
using samples::call;
using samples::mismatch;
using samples::race;
using samples::site;

class SarifWriter : public testing::Test {
 protected:
  /// The one run of the document.
  json run() { return json::parse(toSarif(document_, {.root = "/home/me/app", .exitCode = 66})).at("runs").at(0); }
  json result(const Finding &finding) {
    document_.findings = fold({finding});
    return run().at("results").at(0);
  }
  json artifact(const std::string &file) {
    const Finding finding = mismatch({site(SiteRole::Call, 0, "MPI_Barrier", 2, file)});
    return result(finding)["locations"][0]["physicalLocation"]["artifactLocation"];
  }

  Document document_;
};

TEST_F(SarifWriter, SaysVersionAndTool) {
  const json log = json::parse(toSarif(document_, {.root = "/home/me/app"}));
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["name"], "lockstep");
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["version"], toolVersion());
  EXPECT_EQ(log["runs"][0]["results"], json::array());
}

TEST_F(SarifWriter, DescribesTheRulesInUse) {
  document_.findings = fold({race({access(0, "MPI_Put", 2), access(1, "store", 3)}),
                             mismatch({call(0, "MPI_Bcast", 4)}), mismatch({call(0, "MPI_Bcast", 5)})});
  const json all = run();
  const json &rules = all["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_EQ(rules[0]["id"], "coll-mismatch");
  EXPECT_EQ(rules[0]["shortDescription"]["text"], info(rule("coll-mismatch")).summary);
  EXPECT_EQ(rules[0]["help"]["text"], page(rule("coll-mismatch")));
  EXPECT_EQ(rules[0]["help"]["markdown"], page(rule("coll-mismatch")));
  EXPECT_EQ(rules[0]["defaultConfiguration"]["level"], "error");
  EXPECT_EQ(rules[0]["properties"]["tags"], json({"mpi", "correctness", "coll"}));
  for (const json &result : all["results"])
    EXPECT_EQ(rules[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
}

TEST_F(SarifWriter, LevelsAreTheSeverities) {
  Finding finding = mismatch({call(0, "MPI_Bcast", 4)});
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
    finding.severity = severity;
    EXPECT_EQ(result(finding)["level"], name(severity));
  }
}

TEST_F(SarifWriter, PathsBelowTheRootAreRelative) {
  EXPECT_EQ(artifact("/home/me/app/src/ring 1.c"), json({{"uri", "src/ring%201.c"}, {"uriBaseId", "SRCROOT"}}));
  EXPECT_EQ(artifact("src/../ring.c"), json({{"uri", "ring.c"}, {"uriBaseId", "SRCROOT"}}));
  EXPECT_EQ(artifact("/opt/a#b.c"), json({{"uri", "file:///opt/a%23b.c"}}));
  EXPECT_EQ(artifact("../lib/a.c"), json({{"uri", "file:///home/me/lib/a.c"}}));
  EXPECT_EQ(run()["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///home/me/app/");
}

TEST_F(SarifWriter, RegionsSayOnlyWhatIsKnown) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  EXPECT_EQ(result(finding)["locations"][0]["physicalLocation"]["region"],
            json({{"startLine", 2}, {"startColumn", 3}}));
  finding.sites[0].column = 0;
  EXPECT_EQ(result(finding)["locations"][0]["physicalLocation"]["region"], json({{"startLine", 2}}));
  finding.sites[0].line = 0;
  EXPECT_FALSE(result(finding)["locations"][0]["physicalLocation"].contains("region"));
}

TEST_F(SarifWriter, UnresolvedSitesHaveAnAddress) {
  Finding finding = mismatch({Site{}});
  finding.sites[0].address = CodeAddress{.module = "/bin/app", .buildId = "", .offset = 0x1f0};
  const json place = result(finding)["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "file:///bin/app");
  EXPECT_EQ(place["address"], json({{"relativeAddress", 0x1f0}, {"fullyQualifiedName", "/bin/app+0x1f0"}}));
}

TEST_F(SarifWriter, WithoutSitesTheProgramIsThePlace) {
  document_.program = "./ring";
  Finding finding = mismatch({});
  finding.ranks = {1, 3};
  const json written = result(finding);
  EXPECT_EQ(written["message"]["text"], "ranks call different collectives (on ranks 1,3)");
  EXPECT_EQ(written["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "ring");
  EXPECT_FALSE(written.contains("codeFlows"));
}

TEST_F(SarifWriter, RanksThatDidTheSameShareAThreadFlow) {
  const json written = result(mismatch({call(0, "MPI_Barrier", 2), call(1, "MPI_Bcast", 3), call(2, "MPI_Bcast", 3),
                                        site(SiteRole::Branch, -1, "", 1)}));
  const json &flows = written["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows[0]["id"], "rank 0");
  EXPECT_EQ(flows[1]["id"], "ranks 1-2");
  ASSERT_EQ(flows[1]["locations"].size(), 2U);
  EXPECT_EQ(flows[1]["locations"][0]["location"]["message"]["text"], "the ranks diverge at this branch");
  EXPECT_EQ(flows[1]["locations"][1]["location"]["message"]["text"], "MPI_Bcast on ranks 1-2");
  EXPECT_EQ(written["relatedLocations"].size(), 2U);
}

TEST_F(SarifWriter, StaticFindingsHaveNoThreadFlow) {
  EXPECT_FALSE(result(mismatch({call(-1, "MPI_Barrier", 2), call(-1, "MPI_Bcast", 3)})).contains("codeFlows"));
}

TEST_F(SarifWriter, ThreadFlowsAreLimited) {
  std::vector<Site> sites;
  for (int rank = 0; rank < 20; ++rank) sites.push_back(call(rank, "MPI_Barrier", static_cast<unsigned>(rank + 1)));
  const json flows = result(mismatch(sites))["codeFlows"][0];
  EXPECT_EQ(flows["threadFlows"].size(), kMostThreadFlows);
  EXPECT_EQ(flows["message"]["text"], "4 more groups of ranks are not shown");
}

TEST_F(SarifWriter, StacksAreKept) {
  Finding finding = mismatch({call(0, "MPI_Barrier", 2)});
  finding.sites[0].stack = {{"f", "ring.c", 2, 3}, {"_start", "", 0, 0}};
  const json stack = result(finding)["stacks"][0];
  EXPECT_EQ(stack["message"]["text"], "MPI_Barrier on rank 0");
  EXPECT_EQ(stack["frames"][0]["location"]["physicalLocation"]["region"]["startLine"], 2);
  EXPECT_EQ(stack["frames"][1]["location"]["logicalLocations"][0]["fullyQualifiedName"], "_start");
}

TEST_F(SarifWriter, FingerprintAndPropertiesAreThoseOfTheFinding) {
  const json written = result(race({access(0, "MPI_Put", 2), access(1, "store", 3)}));
  EXPECT_EQ(written["partialFingerprints"]["lockstep/v1"], document_.findings[0].fingerprint);
  EXPECT_EQ(written["properties"], json({{"ranks", {0, 1}},
                                         {"occurrences", 1},
                                         {"confirmed", "run-only"},
                                         {"where", "across-processes"},
                                         {"mode", "passive"},
                                         {"window", "win"},
                                         {"target", 1},
                                         {"bytes", {0, 4}}}));
}

TEST_F(SarifWriter, ResultsAreLimited) {
  document_.findings.assign(kMostResults + 2, mismatch({}));
  const json all = run();
  EXPECT_EQ(all["results"].size(), kMostResults);
  EXPECT_EQ(all["invocations"][0]["toolExecutionNotifications"][1]["message"]["text"],
            "2 of 25002 results are left out; the JSON document has them all");
}

TEST_F(SarifWriter, InvocationTellsStatusAndSummary) {
  document_.ranks = 2;
  document_.outcome = {.status = Outcome::Status::Signalled, .code = 11};
  const json invocation = run()["invocations"][0];
  EXPECT_EQ(invocation["exitCode"], 66);
  EXPECT_EQ(invocation["executionSuccessful"], true);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"],
            "lockstep: no errors; 2 ranks, 0 MPI calls seen; the program was killed by signal 11");
}

TEST_F(SarifWriter, TextHasNeitherPlaceholdersNorLinks) {
  const auto written = [this](const std::string &text) {
    Finding finding = mismatch({});
    finding.message = text;
    return result(finding)["message"]["text"].get<std::string>();
  };
  EXPECT_EQ(written("{0} of {1}"), "{{0}} of {{1}}");
  EXPECT_EQ(written("see [x](y) there"), "see \\[x\\](y) there");
  EXPECT_EQ(written("[a] [b](c"), "[a] [b](c");
  EXPECT_EQ(written("bytes [0, 4) of a[i] (all)"), "bytes [0, 4) of a[i] (all)");
}

TEST_F(SarifWriter, AJobThatWeEndedSaysSo) {
  document_.outcome = {.status = Outcome::Status::Aborted, .code = 66, .isHaltedByUs = true};
  EXPECT_EQ(run()["properties"]["outcome"], json({{"status", "aborted"}, {"code", 66}, {"halted", true}}));
}

TEST_F(SarifWriter, TextThatIsNotUtf8IsReplaced) {
  Finding finding = mismatch({});
  finding.message = "bad \xff byte";
  EXPECT_EQ(result(finding)["message"]["text"], "bad \xef\xbf\xbd byte");
}

}  // namespace
}  // namespace lockstep::report
