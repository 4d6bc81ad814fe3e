// The complete result of one invocation, independent of how it is presented: the JSON writer stores it, the text writer
// prints it, `lockstep report` reads it back.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// How the program under test ended.
struct Outcome {
  enum class Status : std::uint8_t { Exited, Signalled, Aborted, Timeout, Deadlock, NotRun };
  Status status = Status::NotRun;
  int code = 0;               // exit status or signal number
  bool isHaltedByUs = false;  // Lockstep ended the job at the first error, as requested
};

/// Memory whose loads and stores a run records.
struct RecordedMemory {
  std::string name;  // variable, or function that allocated the memory
  std::string file;
  unsigned line = 0;
  std::string call;  // MPI call, or call into a library that may use MPI, that received the memory
  std::string callFile;
  unsigned callLine = 0;
};

struct Recorded {
  std::uint64_t objects = 0;  // number of variables and allocations
  std::vector<RecordedMemory> memory;
};

/// What a static analysis did not judge: the code behind a line, or a whole function, or the program.
struct NotJudged {
  std::string function = {};  // empty: the program
  std::string file = {};
  unsigned line = 0;   // the first line that is affected; 0: the whole function
  std::string reason;  // "loop left after 2 rounds"

  friend bool operator==(const NotJudged &, const NotJudged &) = default;
};

/// What was analyzed, and what was not.
struct Coverage {
  std::uint64_t calls = 0;                          // MPI calls seen
  std::vector<std::string> notModelled;             // called routines that the rules judge only in part or not at all
  std::vector<std::string> notInstrumentedModules;  // modules whose loads and stores were not seen
  std::vector<std::string> missing = {};            // records that are absent or could not be read
  std::uint64_t suppressed = 0;                     // findings hidden because they are already known
  std::uint64_t spawned = 0;                        // processes spawned by the program: not judged
  std::uint64_t historyEntries = 0;                 // accesses still stored at the end for comparison with later ones
  std::uint64_t historyMost = 0;                    // maximum number of stored accesses
  std::uint64_t historyMostBytes = 0;               // maximum size of the stored accesses

  // Static check only.
  std::uint64_t sources = 0;                           // analyzed sources
  std::vector<std::string> rules = {};                 // ids of the rules that ran
  std::string reach = {};                              // extent of the analysis: "through calls"
  std::vector<std::string> notCompiled = {};           // sources with errors
  std::vector<std::string> notSeenByRules = {};        // sources compiled only by a compiler without the rules
  std::vector<std::string> collectivesNotJudged = {};  // functions too large to compare between ranks as a whole
  std::vector<std::string> notAllPaths = {};           // functions with more paths than are explored
  std::vector<NotJudged> notJudged = {};               // by place and reason, the most important first
  std::optional<Recorded> recorded = {};               // set if requested
};

/// Lines of source files, by file and number.
using SourceLines = std::map<std::string, std::map<unsigned, std::string>>;

struct Document {
  std::string command;  // "check", "run", "analyze"
  std::string program;
  int ranks = 0;  // 0 if nothing was executed
  Outcome outcome;
  Coverage coverage;
  std::vector<Finding> findings;
  SourceLines source = {};  // lines around the sites, for readers who do not have the files
};

/// Whether any finding is an error.
bool hasErrors(std::span<const Finding> findings);
/// Whether any finding has this severity or a higher one.
bool hasAtLeast(std::span<const Finding> findings, Severity severity);

/// Names used in the JSON document.
std::string_view name(Outcome::Status status);
std::optional<Outcome::Status> findStatus(std::string_view name);

/// Version of the tool, as in "lockstep 0.1.0".
std::string_view toolVersion();

}  // namespace lockstep::report
