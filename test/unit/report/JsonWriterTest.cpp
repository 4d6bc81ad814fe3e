#include "report/formats/JsonWriter.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "Samples.h"
#include "report/merge/Fold.h"

namespace lockstep::report {
namespace {

namespace fs = std::filesystem;
using samples::access;
using samples::call;
using samples::mismatch;
using samples::race;

Document emptyDocument() {
  Document document;
  document.command = "check";
  return document;
}

Document raceDocument() {
  Document document;
  document.command = "run";
  document.program = "./ring";
  document.ranks = 2;
  document.outcome = {Outcome::Status::Exited, 0};
  document.coverage = {.calls = 12, .notModelled = {"MPI_File_open"}, .notInstrumentedModules = {}};
  Finding finding = race({access(0, "MPI_Put", 54), access(1, "store", 56)});
  finding.help = "flush";
  document.findings = fold({finding});
  return document;
}

/// A document that uses everything optional.
Document fullDocument() {
  Document document = raceDocument();
  document.outcome = {.status = Outcome::Status::Aborted, .code = 66, .isHaltedByUs = true};
  document.coverage.suppressed = 1;
  document.coverage.spawned = 2;
  document.coverage.sources = 2;
  document.coverage.rules = {"coll-mismatch"};
  document.coverage.reach = "inside one function";
  document.coverage.notCompiled = {"broken.c"};
  document.coverage.notSeenByRules = {"other.f90"};
  Finding finding = mismatch({call(0, "MPI_Barrier", 10), call(1, "MPI_Barrier", 10), call(2, "MPI_Bcast", 0)});
  finding.sites[0].label = "waits here";
  finding.sites[0].stack = {{"main", "main.c", 3, 4}};
  finding.sites[2].file = "";
  finding.sites[2].address = CodeAddress{.module = "/bin/app", .buildId = "ab12", .offset = 99};
  finding.further = {call(2, "MPI_Gather", 12)};
  document.findings = fold({finding, finding, document.findings[0]});
  return document;
}

TEST(JsonWriter, WritesKeysInTheOrderOfTheSchema) {
  EXPECT_EQ(toJson(raceDocument()), fmt::format(R"({{
  "schema": 1,
  "tool": {{
    "name": "lockstep",
    "version": "{}"
  }},
  "command": "run",
  "program": "./ring",
  "ranks": 2,
  "outcome": {{
    "status": "exited",
    "code": 0
  }},
  "coverage": {{
    "calls": 12,
    "notModelled": [
      "MPI_File_open"
    ],
    "notInstrumentedModules": []
  }},
  "findings": [
    {{
      "rule": "rma-race-remote",
      "severity": "error",
      "message": "conflicting accesses",
      "ranks": [
        0,
        1
      ],
      "sites": [
        {{
          "role": "access",
          "rank": 0,
          "thread": 0,
          "file": "ring.c",
          "line": 54,
          "column": 3,
          "function": "main",
          "call": "MPI_Put",
          "stack": []
        }},
        {{
          "role": "access",
          "rank": 1,
          "thread": 0,
          "file": "ring.c",
          "line": 56,
          "column": 3,
          "function": "main",
          "call": "store",
          "stack": []
        }}
      ],
      "where": "across-processes",
      "mode": "passive",
      "window": "win",
      "target": 1,
      "bytes": [
        0,
        4
      ],
      "confirmed": "run-only",
      "help": "flush",
      "fingerprint": "{}"
    }}
  ]
}}
)",
                                                toolVersion(), raceDocument().findings[0].fingerprint));
}

TEST(JsonWriter, WhatIsReadBackIsWhatWasWritten) {
  const auto read = parseDocument(toJson(fullDocument()));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(toJson(*read), toJson(fullDocument()));
  ASSERT_EQ(read->findings.size(), 2U);
  const Finding &finding = read->findings.front();
  EXPECT_EQ(finding.rule, rule("coll-mismatch"));
  EXPECT_EQ(finding.occurrences, 2U);
  EXPECT_EQ(finding.sites[0].ranks, (std::vector{0, 1}));
  EXPECT_EQ(finding.sites[0].label, "waits here");
  EXPECT_EQ(finding.sites[1].address->offset, 99U);
  EXPECT_EQ(finding.sites[1].ranks, std::vector{2});
  ASSERT_EQ(finding.further.size(), 1U);
  EXPECT_EQ(finding.further[0].call, "MPI_Gather");
  EXPECT_FALSE(finding.race);
  EXPECT_TRUE(read->findings.back().race);
}

TEST(JsonWriter, HandsOnWhatFoldingNeeds) {
  Document document = raceDocument();
  Finding &finding = document.findings.front();
  finding.help =
      compose("{} before the store{}{}", Help::CallAsAtSite{1, "MPI_Win_flush", {"0", std::size_t{2}}, "MPI_Win_flush"},
              Help::AtSite{1}, Help(std::vector<Help::Piece>{Help::Place{"ring.c", 12}}));
  finding.cause = {.kind = Cause::Kind::WrongType,
                   .argument = 2,
                   .there = 4,
                   .accessed = 8,
                   .misfit = "m",
                   .remark = "r",
                   .operations = {{1, 7}},
                   .requests = {{0, 9}}};
  finding.provenMessage = "proven";
  finding.isConsequence = finding.isEndInCollective = true;
  const auto read = parseDocument(toJson(document, JsonFor::Folding));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->findings[0].help, finding.help);
  EXPECT_EQ(read->findings[0].cause, finding.cause);
  EXPECT_EQ(read->findings[0].provenMessage, "proven");
  EXPECT_TRUE(read->findings[0].isConsequence && read->findings[0].isEndInCollective);
  EXPECT_EQ(toJson(*read), toJson(document));
}

TEST(JsonWriter, SurvivesTextThatIsNotUtf8) {
  Document document = raceDocument();
  document.program = "caf\xe9";
  const auto read = parseDocument(toJson(document));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->program, "caf\ufffd");
}

TEST(JsonReader, SaysWhatIsWrong) {
  const auto errorOf = [](std::string_view json) {
    const auto read = parseDocument(json);
    return read ? "" : read.error();
  };
  EXPECT_EQ(errorOf("{"), "not a findings document: broken JSON at line 1, column 2");
  EXPECT_EQ(errorOf("{\n  \"schema\" 1\n}"), "not a findings document: broken JSON at line 2, column 12");
  EXPECT_EQ(errorOf(" \n"), "not a findings document: it is empty");
  EXPECT_EQ(errorOf("{}"), "not a findings document: key 'schema' not found");
  EXPECT_EQ(errorOf("[]"), "not a findings document: an entry is of another type");
  EXPECT_EQ(errorOf(R"({"schema": 2})"), "not a findings document: schema version 2, this tool reads version 1");
  std::string unknown = toJson(raceDocument());
  unknown.replace(unknown.find("rma-race-remote"), 15, "rma-race-remoto");
  EXPECT_EQ(errorOf(unknown), "not a findings document: unknown rule \"rma-race-remoto\"");
}

class DocumentFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  const fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("report-{}", ::getpid());
};

TEST_F(DocumentFile, IsReplacedAsAWhole) {
  const fs::path file = folder_ / "findings.json";
  std::ofstream(file) << "old";
  ASSERT_TRUE(writeDocument(raceDocument(), file));
  const auto read = readDocument(file);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(toJson(*read), toJson(raceDocument()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(DocumentFile, ErrorsNameTheFile) {
  const fs::path gone = folder_ / "gone" / "findings.json";
  EXPECT_EQ(readDocument(gone).error(), gone.string() + ": No such file or directory");
  EXPECT_EQ(readDocument(folder_).error(), folder_.string() + ": is a directory");
  EXPECT_EQ(writeDocument(raceDocument(), gone).error(), gone.string() + ": No such file or directory");
}

TEST_F(DocumentFile, DevicesAreWrittenTo) {
  EXPECT_TRUE(writeDocument(raceDocument(), "/dev/null"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

class Schema : public DocumentFile {
 protected:
  bool accepts(const std::string &json) {
    const fs::path file = folder_ / "findings.json";
    std::ofstream(file) << json;
    const std::string command = fmt::format("{} -W ignore -m jsonschema -i {} {}/findings.schema.json 2>{}/log",
                                            LOCKSTEP_PYTHON, file.string(), LOCKSTEP_DOCS, folder_.string());
    return std::system(command.c_str()) == 0;
  }
};

TEST_F(Schema, AcceptsWhatIsWritten) {
  EXPECT_TRUE(accepts(toJson(emptyDocument())));
  EXPECT_TRUE(accepts(toJson(raceDocument())));
  EXPECT_TRUE(accepts(toJson(fullDocument())));
}

TEST_F(Schema, RefusesWhatIsIncomplete) {
  for (const std::string key :
       {"\"schema\": 1,", "\"status\": \"exited\",", "\"mode\": \"passive\",", "\"line\": 54,"}) {
    std::string json = toJson(raceDocument());
    json.erase(json.find(key), key.size());
    EXPECT_FALSE(accepts(json)) << key;
  }
}

}  // namespace
}  // namespace lockstep::report
