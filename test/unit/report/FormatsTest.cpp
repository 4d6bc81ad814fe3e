// One document in all forms: every one names the rule, the places, who was there, what to do, and what was not checked.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "Samples.h"
#include "SourceInMemory.h"
#include "report/Fold.h"
#include "report/GithubWriter.h"
#include "report/JsonWriter.h"
#include "report/JunitWriter.h"
#include "report/SarifWriter.h"
#include "report/TextWriter.h"

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
  static std::string spread(const std::string &text) { return nlohmann::ordered_json::parse(text).dump(1); }

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

lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; not instrumented: libm.so
)");
}

TEST_F(Formats, Json) {
  EXPECT_EQ(withoutTool(toJson(document_), "/tool"), spread(R"({
 "schema": 1,
 "tool": "...",
 "command": "run",
 "program": "./ring",
 "ranks": 3,
 "outcome": {"status": "exited", "code": 0},
 "coverage": {"calls": 42, "notModelled": ["MPI_Foo"], "notInstrumentedModules": ["libm.so"]},
 "findings": [
  {
   "rule": "rma-race-remote",
   "severity": "error",
   "message": "conflicting accesses",
   "ranks": [0, 1, 2],
   "sites": [
    {
     "role": "access",
     "rank": 0,
     "thread": 0,
     "file": "ring.c",
     "line": 2,
     "column": 3,
     "function": "main",
     "call": "MPI_Put",
     "stack": [],
     "ranks": [0, 1]
    },
    {
     "role": "access",
     "rank": 1,
     "thread": 0,
     "file": "ring.c",
     "line": 3,
     "column": 3,
     "function": "main",
     "call": "store",
     "stack": [],
     "ranks": [1, 2]
    },
    {
     "role": "epoch",
     "rank": 0,
     "thread": 0,
     "file": "ring.c",
     "line": 1,
     "column": 3,
     "function": "main",
     "call": "MPI_Win_lock",
     "stack": [],
     "ranks": [0, 1]
    }
   ],
   "where": "across-processes",
   "mode": "passive",
   "window": "win",
   "target": 1,
   "bytes": [0, 4],
   "confirmed": "run-only",
   "help": "flush before the store",
   "fingerprint": "ac8fca31e7ee5a63",
   "occurrences": 2
  }
 ]
})"));
}

TEST_F(Formats, Sarif) {
  const std::string sarif = toSarif(document_, {.root = "/home/me/app", .exitCode = 66});
  EXPECT_EQ(withoutTool(sarif, "/runs/0/tool"), spread(R"({
 "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
 "version": "2.1.0",
 "runs": [
  {
   "tool": "...",
   "invocations": [
    {
     "executionSuccessful": true,
     "exitCode": 66,
     "toolExecutionNotifications": [
      {
       "level": "note",
       "message": {
        "text": "lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; not instrumented: libm.so"
       }
      }
     ]
    }
   ],
   "originalUriBaseIds": {"SRCROOT": {"uri": "file:///home/me/app/"}},
   "results": [
    {
     "ruleId": "rma-race-remote",
     "ruleIndex": 0,
     "level": "error",
     "message": {"text": "conflicting accesses\nwhere: bytes 0-3 of window win on rank 1, across processes, passive target\nhelp: flush before the store"},
     "locations": [
      {
       "physicalLocation": {
        "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 2, "startColumn": 3}
       },
       "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
       "message": {"text": "MPI_Put on ranks 0-1"}
      }
     ],
     "relatedLocations": [
      {
       "physicalLocation": {
        "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 3, "startColumn": 3}
       },
       "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
       "message": {"text": "store on ranks 1-2"},
       "id": 1
      },
      {
       "physicalLocation": {
        "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 1, "startColumn": 3}
       },
       "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
       "message": {"text": "epoch of MPI_Win_lock on ranks 0-1"},
       "id": 2
      }
     ],
     "codeFlows": [
      {
       "threadFlows": [
        {
         "id": "rank 0",
         "locations": [
          {
           "location": {
            "physicalLocation": {
             "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
             "region": {"startLine": 1, "startColumn": 3}
            },
            "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
            "message": {"text": "epoch of MPI_Win_lock on ranks 0-1"}
           }
          },
          {
           "location": {
            "physicalLocation": {
             "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
             "region": {"startLine": 2, "startColumn": 3}
            },
            "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
            "message": {"text": "MPI_Put on ranks 0-1"}
           }
          }
         ]
        },
        {
         "id": "rank 1",
         "locations": [
          {
           "location": {
            "physicalLocation": {
             "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
             "region": {"startLine": 1, "startColumn": 3}
            },
            "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
            "message": {"text": "epoch of MPI_Win_lock on ranks 0-1"}
           }
          },
          {
           "location": {
            "physicalLocation": {
             "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
             "region": {"startLine": 2, "startColumn": 3}
            },
            "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
            "message": {"text": "MPI_Put on ranks 0-1"}
           }
          },
          {
           "location": {
            "physicalLocation": {
             "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
             "region": {"startLine": 3, "startColumn": 3}
            },
            "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
            "message": {"text": "store on ranks 1-2"}
           }
          }
         ]
        },
        {
         "id": "rank 2",
         "locations": [
          {
           "location": {
            "physicalLocation": {
             "artifactLocation": {"uri": "ring.c", "uriBaseId": "SRCROOT"},
             "region": {"startLine": 3, "startColumn": 3}
            },
            "logicalLocations": [{"fullyQualifiedName": "main", "kind": "function"}],
            "message": {"text": "store on ranks 1-2"}
           }
          }
         ]
        }
       ]
      }
     ],
     "partialFingerprints": {"lockstep/v1": "ac8fca31e7ee5a63"},
     "properties": {
      "ranks": [0, 1, 2],
      "occurrences": 2,
      "confirmed": "run-only",
      "where": "across-processes",
      "mode": "passive",
      "window": "win",
      "target": 1,
      "bytes": [0, 4]
     }
    }
   ],
   "properties": {"command": "run", "program": "./ring", "ranks": 3, "outcome": {"status": "exited", "code": 0}}
  }
 ]
})"));
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
    <system-out>lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; not instrumented: libm.so</system-out>
  </testsuite>
</testsuites>
)xml");
}

TEST_F(Formats, Github) {
  EXPECT_EQ(
      toGithub(document_),
      R"(::error file=ring.c,line=2,col=3,title=rma-race-remote::conflicting accesses%0Aring.c:2:3: MPI_Put on ranks 0-1%0Aring.c:3:3: store on ranks 1-2%0Aring.c:1:3: epoch of MPI_Win_lock on ranks 0-1%0Awhere: bytes 0-3 of window win on rank 1, across processes, passive target%0Ahelp: flush before the store
lockstep: 1 error in 3 ranks; 42 MPI calls seen; not fully judged: MPI_Foo; not instrumented: libm.so
)");
}

}  // namespace
}  // namespace lockstep::report
