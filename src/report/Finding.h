// A finding: one root cause, as every analysis reports it and every writer shows it.
//
// Analyses fill in everything but the fingerprint; Fold.h folds equal findings over ranks and computes it. The fields
// mirror the JSON document (docs/findings.schema.json).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/Rule.h"

namespace lockstep::report {

enum class SiteRole : std::uint8_t { Access, Call, Epoch, Sync, Creation, Branch };

struct Frame {
  std::string function;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// Where code lies when its source line is not known yet: resolved by the tool before a report is written.
struct CodeAddress {
  std::string module;
  std::string buildId;  // hexadecimal, empty where unknown
  std::uint64_t offset = 0;
};

struct Site {
  SiteRole role = SiteRole::Call;
  int rank = -1;  // -1: every rank, or not known (static findings)
  int thread = 0;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  std::string call;  // routine name, "load" or "store"
  std::vector<Frame> stack;
  std::optional<CodeAddress> address;  // set while unresolved
  std::string label;                   // what happened here, for the text report: "rank 1 waits in MPI_Barrier"
};

/// What a data race says beyond its two accesses.
struct RaceDetail {
  bool acrossProcesses = false;  // else within an epoch
  bool passive = false;          // else active
  std::string window;
  int target = -1;
  std::uint64_t firstByte = 0;
  std::uint64_t endByte = 0;
};

enum class Confirmed : std::uint8_t { StaticOnly, RunOnly, Both, RefutedByRun, NotExercised };

struct Finding {
  Rule rule{};
  Severity severity{};
  std::string message;
  std::vector<int> ranks;
  std::vector<Site> sites;
  std::optional<RaceDetail> race;
  Confirmed confirmed = Confirmed::RunOnly;
  std::string help;
  std::string fingerprint;
  unsigned occurrences = 1;
};

}  // namespace lockstep::report
