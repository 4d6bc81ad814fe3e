// Facts that only the live run knows, stored beside its trace so that `analyze` gives the same report: run.json, and a
// program that was compiled for the run only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "report/Document.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

/// Folder of a trace that holds modules which are not where they were.
inline constexpr const char *kModulesFolder = "modules";

/// The source of information on how the run ended.
enum class EndToldBy : std::uint8_t {
  Tool,     // it lived to write the facts
  Records,  // no tool was there
  Nobody,   // the tool was gone before
};

struct RunFacts {
  EndToldBy endToldBy = EndToldBy::Tool;
  report::Outcome outcome = {};
  std::optional<std::uint64_t> interruptedAt = {};  // since when the job was being ended from outside; none: it was not
  std::vector<report::Finding> staticFindings = {};
  std::vector<std::string> notSeenByRules = {};
  std::string endedBecause = {};                 // reason for the hang report; empty: there is none
  int status = 0;                                // that the run ends with when no error is found
  std::uint64_t otherProcesses = 0;              // recorded, but no ranks of this world
  std::uint64_t unrecordedRanks = 0;             // of which there never was a record
  std::vector<trace::ProcessKey> vanished = {};  // found gone before the job was ended
  std::set<trace::ProcessKey> ofOtherRuns = {};  // their records are in the trace, too, and do not count
  bool hasLimit = false;                         // the oldest records may have been dropped
};

/// The exit status of a run in which no error was found; `launcher` is that of the launcher.
int ownStatus(const report::Outcome &outcome, int launcher);

/// The errors name the file.
tl::expected<void, std::string> writeRunFacts(const RunFacts &facts, const std::filesystem::path &trace);
/// A trace without the file does not have this information.
tl::expected<RunFacts, std::string> readRunFacts(const std::filesystem::path &trace);

}  // namespace lockstep::cli
