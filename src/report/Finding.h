// A finding: one root cause, as every analysis reports it and every writer presents it.
//
// Analyses fill in everything but the fingerprint; Fold.h folds equal findings over ranks and computes it. The fields
// mirror the JSON document (docs/findings.schema.json).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/Help.h"
#include "report/Rule.h"

namespace lockstep::report {

enum class SiteRole : std::uint8_t { Access, Call, Epoch, Sync, Creation, Branch };

/// Position of code whose source line is not known yet; the tool resolves it before it writes a report.
struct CodeAddress {
  std::string module;
  std::string buildId;  // hexadecimal, empty if unknown
  std::uint64_t offset = 0;
};

struct Frame {
  std::string function;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::optional<CodeAddress> address{};  // set while unresolved

  bool isSameAs(const Frame &other) const {
    return function == other.function && file == other.file && line == other.line && column == other.column;
  }
};

struct Site {
  SiteRole role = SiteRole::Call;
  int rank = -1;  // -1: every rank, or unknown (static findings)
  int thread = 0;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  std::string call;                    // routine name, "load" or "store"
  std::vector<Frame> stack;            // the callers, innermost first
  std::optional<CodeAddress> address;  // set while unresolved
  /// What happened here, without the ranks: "waits here"; the text report adds "on ranks 0-2". Folding unites calls
  /// that differ only in the label, so values that differ between ranks belong in the message.
  std::string label;
  std::vector<int> ranks;  // after folding: every rank at this site, sorted; `rank` is the lowest
};

/// Details of a data race besides its two accesses.
struct RaceDetail {
  bool acrossProcesses = false;  // otherwise within an epoch
  bool passive = false;          // otherwise active
  bool isOfLocalBuffer = false;  // the bytes belong to an operation's origin buffer
  std::string window;
  int target = -1;
  std::uint64_t firstByte = 0;
  std::uint64_t endByte = 0;
};

/// Facts about the cause of a finding, as known to the reporting rule. Used for folding; not part of the document.
struct Cause {
  /// The mistake in the program, if several rules may see it, or one rule at several places.
  enum class Kind : std::uint8_t {
    Other,
    WrongType,       // the datatype does not match the variable
    WrongLayout,     // a derived datatype does not match the layout of the structure
    NotCommitted,    // a derived datatype was not committed
    TooShort,        // the memory is smaller than what the call accesses
    EntriesOverlap,  // entries of a datatype overlap, and the call writes with it
    Signal,          // a signal ended the process
    Unordered,       // two threads use the same memory without order
    MemoryGone,      // that of a window ends before the window
  };
  struct Key {
    int rank = -1;
    std::uint64_t number = 0;
    friend auto operator<=>(const Key &, const Key &) = default;
  };

  Kind kind = Kind::Other;
  int argument = -1;              // index in the call at the first site
  std::uint64_t there = 0;        // WrongType: size of the variable's element; TooShort: size of the memory; 0: unknown
  std::uint64_t accessed = 0;     // WrongType: size of the datatype's element; TooShort: bytes that the call accesses
  std::string misfit{};           // WrongLayout: what is expected where, and what is there
  std::string remark{};           // text to append to another finding's message about the same mistake
  std::vector<Key> operations{};  // operations concerned, by the call that started each; run only
  std::vector<Key> requests{};    // lost requests, by the address of their array; run only
  friend bool operator==(const Cause &, const Cause &) = default;
};

enum class Confirmed : std::uint8_t { StaticOnly, RunOnly, Both, RefutedByRun, NotExercised };

struct Finding {
  Rule rule{};
  Severity severity{};
  std::string message;     // lower case, no final period; without the ranks, unless they are the point
  std::vector<int> ranks;  // ranks concerned; if empty, folding uses those of the sites
  std::vector<Site> sites;
  std::optional<RaceDetail> race;
  Confirmed confirmed = Confirmed::RunOnly;
  Help help;
  std::string fingerprint;
  unsigned occurrences = 1;
  std::vector<Site> further{};  // further places with the same cause, each once; only a few are printed in full
  Cause cause{};
  std::string provenMessage{};     // replaces the message once a run has confirmed it; empty: no change
  bool isConsequence = false;      // of an error on the same ranks; if one was found, this becomes a part of it
  bool isEndInCollective = false;  // the MPI library ended a rank there
};

/// Names used in the JSON document.
std::string_view name(SiteRole role);
std::string_view name(Confirmed confirmed);
std::optional<SiteRole> findSiteRole(std::string_view name);
std::optional<Confirmed> findConfirmed(std::string_view name);

/// "rank 2", "ranks 0-3,7"; empty for no rank. `ranks` must be sorted.
std::string describeRanks(std::span<const int> ranks);

}  // namespace lockstep::report
