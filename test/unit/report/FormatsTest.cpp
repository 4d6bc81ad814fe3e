// One document in all forms: every one names the rule, the places, who was there, what to do, and what was not checked.
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "Samples.h"
#include "SourceInMemory.h"
#include "report/Place.h"
#include "report/formats/GithubWriter.h"
#include "report/formats/JsonWriter.h"
#include "report/formats/JunitWriter.h"
#include "report/formats/SarifWriter.h"
#include "report/formats/TextWriter.h"
#include "report/merge/Fold.h"
#include "report/text/HelpText.h"
#include "report/text/Wording.h"

namespace lockstep::report {
namespace {

using samples::access;
using samples::race;
using samples::site;

class Formats : public testing::Test {
 protected:
  Formats() {
    Finding finding =
        race({access(0, "MPI_Put", 2), access(1, "store", 3), site(SiteRole::Epoch, 0, "MPI_Win_lock", 1)});
    Finding again = finding;
    for (Site &site : again.sites) ++site.rank;
    finding.help = again.help = "flush before the store";
    document_.command = "run";
    document_.program = "./ring";
    document_.ranks = 3;
    document_.outcome = {.status = Outcome::Status::Exited, .code = 0};
    document_.coverage = {.calls = 42, .notModelled = {"MPI_Foo"}, .notInstrumentedModules = {"libm.so"}};
    document_.findings = fold({finding, again});
    source_.add("ring.c", "MPI_Win_lock(w);\n  MPI_Put(w);\n  x = 1;\n");
  }

  /// With another version of the tool or other words in a page of a rule, the rest stays as it is.
  static std::string withoutTool(const std::string &text, const std::string &tool) {
    nlohmann::ordered_json json = nlohmann::ordered_json::parse(text);
    json[nlohmann::ordered_json::json_pointer(tool)] = "...";
    return json.dump(1);
  }
  static std::string expected(const std::string &name) {
    std::ifstream file(LOCKSTEP_EXPECTED "/" + name);
    return nlohmann::ordered_json::parse(file).dump(1);
  }

  Document document_;
  samples::SourceInMemory source_;
};

TEST_F(Formats, Text) {
  EXPECT_EQ(toText(document_, source_, {}), R"(ring.c:2:3: error: conflicting accesses [rma-race-remote]
    2 |   MPI_Put(w);
      |   ^ MPI_Put on ranks 0-1
ring.c:3:3: note: store on ranks 1-2
    3 |   x = 1;
      |   ^
ring.c:1:3: note: epoch of MPI_Win_lock on ranks 0-1
    1 | MPI_Win_lock(w);
      |   ^
  where: bytes 0-3 of window win on rank 1, across processes, passive target
  help: flush before the store

lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; loads and stores not seen in: libm.so (compile with lockstep-mpicc to see them)
)");
}

TEST_F(Formats, Json) { EXPECT_EQ(withoutTool(toJson(document_), "/tool"), expected("ring.json")); }

TEST_F(Formats, Sarif) {
  const std::string sarif = toSarif(document_, {.root = "/home/me/app", .exitCode = 66});
  EXPECT_EQ(withoutTool(sarif, "/runs/0/tool"), expected("ring.sarif"));
}

TEST_F(Formats, Junit) {
  EXPECT_EQ(toJunit(document_, source_), R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="lockstep" tests="1" failures="1" errors="0">
  <testsuite name="./ring" tests="1" failures="1" errors="0">
    <testcase classname="lockstep.run" name="rma-race-remote in main (ring.c)" file="ring.c" line="2">
      <failure type="rma-race-remote" message="conflicting accesses">ring.c:2:3: error: conflicting accesses [rma-race-remote]
    2 |   MPI_Put(w);
      |   ^ MPI_Put on ranks 0-1
ring.c:3:3: note: store on ranks 1-2
    3 |   x = 1;
      |   ^
ring.c:1:3: note: epoch of MPI_Win_lock on ranks 0-1
    1 | MPI_Win_lock(w);
      |   ^
  where: bytes 0-3 of window win on rank 1, across processes, passive target
  help: flush before the store</failure>
    </testcase>
    <system-out>lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; loads and stores not seen in: libm.so (compile with lockstep-mpicc to see them)</system-out>
  </testsuite>
</testsuites>
)xml");
}

TEST_F(Formats, Github) {
  EXPECT_EQ(
      toGithub(document_),
      R"(::error file=ring.c,line=2,col=3,title=rma-race-remote::conflicting accesses%0Aring.c:2:3: MPI_Put on ranks 0-1%0Aring.c:3:3: store on ranks 1-2%0Aring.c:1:3: epoch of MPI_Win_lock on ranks 0-1%0Awhere: bytes 0-3 of window win on rank 1, across processes, passive target%0Ahelp: flush before the store
lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; loads and stores not seen in: libm.so (compile with lockstep-mpicc to see them)
)");
}

// The same story: whatever a finding has to say, every form says it.

std::string replaced(std::string text, const std::string &what, const std::string &by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// All strings of a SARIF document as its reader shows them, and its locations as "file:line:column".
std::string shownBySarif(const nlohmann::json &node) {
  if (node.is_string()) {
    std::string text = node;
    for (const char *escaped : {"{{", "}}", "\\[", "\\]"}) text = replaced(text, escaped, std::string(1, escaped[1]));
    return text + '\n';
  }
  std::string text;
  if (node.contains("physicalLocation")) {
    const nlohmann::json &place = node["physicalLocation"];
    const nlohmann::json region = place.value("region", nlohmann::json::object());
    text += location(place["artifactLocation"]["uri"], region.value("startLine", 0U), region.value("startColumn", 0U));
    text += '\n';
  }
  if (node.is_structured())
    for (const nlohmann::json &child : node) text += shownBySarif(child);
  return text;
}

std::string shownByJunit(const std::string &xml) {
  std::string text = xml;
  for (const auto &[escaped, plain] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
    text = replaced(text, escaped, plain);
  return text;
}

std::string shownByGithub(const std::string &commands) { return replaced(replaced(commands, "%0A", "\n"), "%25", "%"); }

/// What a reader must learn from every form.
std::vector<std::string> storyOf(const Document &document) {
  std::vector<std::string> story = {describe(document.outcome)};
  for (const Finding &finding : document.findings) {
    story.emplace_back(info(finding.rule).id);
    story.push_back(fullMessage(finding));
    story.push_back(helpText(finding));
    if (finding.race) story.push_back(describe(*finding.race));
    for (const Site &site : finding.sites) {
      story.push_back(describe(site));
      story.push_back(site.address ? placeName(site) : location(site.file, site.line, site.column));
    }
  }
  return story;
}

/// What a form calls it: only GitHub has another word for a note.
std::string_view severityIn(std::string_view form, Severity severity) {
  return form == "github" && severity == Severity::Note ? "notice" : name(severity);
}

Document documentOf(std::vector<Finding> findings, Outcome outcome) {
  Document document;
  document.command = "run";
  document.program = "./ring";
  document.ranks = 4;
  document.outcome = outcome;
  document.findings = fold(std::move(findings));
  return document;
}

Document crashWithoutSource() {
  Site place;
  place.rank = 1;
  place.thread = 2;
  place.function = "Grid<int>::solve(int&)";
  place.label = "dies here";
  place.address = CodeAddress{.module = "ring.out", .buildId = "ab", .offset = 0x11d5};
  Finding finding = samples::finding(rule("lifecycle"), "rank 1 ends by signal 11 (Segmentation fault)",
                                     {place, samples::call(1, "MPI_Barrier", 7)});
  finding.help = "find out why the process died";
  return documentOf({finding}, {.status = Outcome::Status::Signalled, .code = 11});
}

Document staticNote() {
  Finding finding = samples::mismatch({samples::call(-1, "MPI_Bcast", 4), site(SiteRole::Branch, -1, "", 3)});
  finding.severity = Severity::Note;
  finding.confirmed = Confirmed::StaticOnly;
  finding.sites[1].column = 0;
  finding.sites[1].label = "the ranks diverge here, by {0} & [rank](1) < 100%";
  return documentOf({finding}, {});
}

Document haltedWithoutPlace() {
  Finding finding = samples::finding(rule("lifecycle"), "killed", {});
  finding.ranks = {0, 1, 3};
  finding.help = "ask the administrator";
  return documentOf({finding}, {.status = Outcome::Status::Aborted, .code = 66, .isHaltedByUs = true});
}

Document foldedRace() {
  Finding first = race({access(0, "MPI_Put", 2), access(1, "store", 2)});
  first.sites[1].column = 30;
  Finding second = first;
  for (Site &site : second.sites) ++site.rank;
  return documentOf({first, second}, {.status = Outcome::Status::Deadlock, .code = 0});
}

class SameStory : public testing::TestWithParam<Document (*)()> {};

TEST_P(SameStory, InEveryForm) {
  const Document document = GetParam()();
  samples::SourceInMemory source;
  const std::pair<const char *, std::string> forms[] = {
      {"text", toText(document, source, {.verbose = true})},
      {"sarif", replaced(shownBySarif(nlohmann::json::parse(toSarif(document, {.root = "/home/me", .exitCode = 66}))),
                         "file:///home/me/", "")},
      {"junit", shownByJunit(toJunit(document, source))},
      {"github", shownByGithub(toGithub(document))},
  };
  for (const std::string &part : storyOf(document))
    for (const auto &[form, text] : forms)
      EXPECT_NE(text.find(part), std::string::npos) << form << " does not say: " << part << "\n" << text;
  for (const Finding &finding : document.findings)
    for (const auto &[form, text] : forms)
      EXPECT_NE(text.find(severityIn(form, finding.severity)), std::string::npos)
          << form << " does not say how severe it is\n"
          << text;
}

TEST_P(SameStory, FromTheJsonDocument) {
  const Document document = GetParam()();
  const auto again = parseDocument(toJson(document));
  ASSERT_TRUE(again) << again.error();
  samples::SourceInMemory source;
  EXPECT_EQ(toText(*again, source, {.verbose = true}), toText(document, source, {.verbose = true}));
  EXPECT_EQ(toSarif(*again, {}), toSarif(document, {}));
  EXPECT_EQ(toJunit(*again, source), toJunit(document, source));
  EXPECT_EQ(toGithub(*again), toGithub(document));
}

INSTANTIATE_TEST_SUITE_P(Documents, SameStory,
                         testing::Values(crashWithoutSource, staticNote, haltedWithoutPlace, foldedRace));

}  // namespace
}  // namespace lockstep::report
