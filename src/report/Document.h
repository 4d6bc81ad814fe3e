// All that one use of the tool has to say, independent of how it is shown: the JSON writer stores it, the text writer
// shows it, `lockstep report` reads it back.
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
  bool isHaltedByUs = false;  // Lockstep ended the job at the first error, as it was asked to
};

/// Memory whose loads and stores a run records.
struct RecordedMemory {
  std::string name;  // of the variable, or of the function that allocated it
  std::string file;
  unsigned line = 0;
  std::string call;  // by which MPI, or a library that may pass it on, came to know it
  std::string callFile;
  unsigned callLine = 0;
};

struct Recorded {
  std::uint64_t objects = 0;  // variables and allocations in all
  std::vector<RecordedMemory> memory;
};

/// What was looked at, and what was not.
struct Coverage {
  std::uint64_t calls = 0;                          // MPI calls seen
  std::vector<std::string> notModelled;             // routines called that the rules judge in part or not at all
  std::vector<std::string> notInstrumentedModules;  // whose loads and stores were not seen
  std::vector<std::string> missing = {};            // what of the records is not there, or could not be read
  std::uint64_t suppressed = 0;                     // findings that are known already and left out
  std::uint64_t spawned = 0;                        // processes that the program has started: not judged
  std::uint64_t historyEntries = 0;                 // accesses kept at the end, because later ones might conflict
  std::uint64_t historyMost = 0;                    // at any time
  std::uint64_t historyMostBytes = 0;               // that they took

  // Of a static check.
  std::uint64_t sources = 0;                           // that the rules looked at
  std::vector<std::string> rules = {};                 // ids of those that looked
  std::string reach = {};                              // how far they see: "through calls"
  std::vector<std::string> notCompiled = {};           // sources with errors
  std::vector<std::string> notSeenByRules = {};        // sources that only a compiler without the rules could take
  std::vector<std::string> collectivesNotJudged = {};  // functions too large to be compared between ranks as a whole
  std::vector<std::string> notAllPaths = {};           // functions with more paths than the rules go
  std::optional<Recorded> recorded = {};               // where it was asked for
};

/// Lines of source files, by file and number.
using SourceLines = std::map<std::string, std::map<unsigned, std::string>>;

struct Document {
  std::string command;  // "check", "run", "analyze"
  std::string program;
  int ranks = 0;  // 0 where nothing ran
  Outcome outcome;
  Coverage coverage;
  std::vector<Finding> findings;
  SourceLines source = {};  // around the sites, so that they can be shown where the files are not
};

/// Whether one of them is an error.
bool hasErrors(std::span<const Finding> findings);
/// Whether one of them is as bad as this, or worse.
bool hasAtLeast(std::span<const Finding> findings, Severity severity);

/// The words of the JSON document.
std::string_view name(Outcome::Status status);
std::optional<Outcome::Status> findStatus(std::string_view name);

/// Version of the tool, as in "lockstep 0.1.0".
std::string_view toolVersion();

}  // namespace lockstep::report
