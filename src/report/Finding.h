// A finding: one root cause, as every analysis reports it and every writer shows it.
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

/// Where code lies when its source line is not known yet: resolved by the tool before a report is written.
struct CodeAddress {
  std::string module;
  std::string buildId;  // hexadecimal, empty where unknown
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
  int rank = -1;  // -1: every rank, or not known (static findings)
  int thread = 0;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
  std::string call;                    // routine name, "load" or "store"
  std::vector<Frame> stack;            // the callers, innermost first
  std::optional<CodeAddress> address;  // set while unresolved
  /// What happened here, without who: "waits here"; the text report adds "on ranks 0-2". Calls that differ only in it
  /// fold into one site: values that differ from rank to rank belong into the message.
  std::string label;
  std::vector<int> ranks;  // after folding: every rank at this site, sorted; `rank` is the lowest
};

/// What a data race says beyond its two accesses.
struct RaceDetail {
  bool acrossProcesses = false;  // else within an epoch
  bool passive = false;          // else active
  bool isOfLocalBuffer = false;  // the bytes are those of an operation's buffer at its origin
  std::string window;
  int target = -1;
  std::uint64_t firstByte = 0;
  std::uint64_t endByte = 0;
};

/// What findings of one cause have in common, as who reports them knows it. For folding, and not in the document.
struct Cause {
  /// The mistake of the program, where several rules may see it, or one at several places.
  enum class Kind : std::uint8_t {
    Other,
    WrongType,       // the datatype is not that of the variable
    WrongLayout,     // a derived datatype is not laid out as the structure
    NotCommitted,    // a derived datatype
    TooShort,        // memory for what the call accesses
    EntriesOverlap,  // of a datatype that the call writes with
    Signal,          // has ended the process
    Unordered,       // two threads use the same memory
  };
  struct Key {
    int rank = -1;
    std::uint64_t number = 0;
    friend auto operator<=>(const Key &, const Key &) = default;
  };

  Kind kind = Kind::Other;
  int argument = -1;           // of the call at the first site
  std::uint64_t there = 0;     // WrongType: bytes of an element of the variable; TooShort: of the memory; 0: not known
  std::uint64_t accessed = 0;  // WrongType: bytes of an element of the datatype; TooShort: that the call accesses
  std::string misfit{};        // WrongLayout: what lies where instead of what
  std::string remark{};        // what the finding adds to the message of another that tells of the same mistake
  std::vector<Key> operations{};  // that the finding is about, each by the call that started it; known of a run
  std::vector<Key> requests{};    // of lost ones: the array that they lie in, by its address; known of a run
  friend bool operator==(const Cause &, const Cause &) = default;
};

enum class Confirmed : std::uint8_t { StaticOnly, RunOnly, Both, RefutedByRun, NotExercised };

struct Finding {
  Rule rule{};
  Severity severity{};
  std::string message;     // lower case, no final period; sites and `ranks` tell who, unless it is the point
  std::vector<int> ranks;  // concerned; where empty, folding takes those of the sites
  std::vector<Site> sites;
  std::optional<RaceDetail> race;
  Confirmed confirmed = Confirmed::RunOnly;
  Help help;
  std::string fingerprint;
  unsigned occurrences = 1;
  std::vector<Site> further{};  // more places where the same cause shows, each once; a few are told in full
  Cause cause{};
  std::string provenMessage{};     // the message once a run has shown that it is true; empty: as it is
  bool isConsequence = false;      // of an error of its ranks, if one was found: then it becomes a part of that
  bool isEndInCollective = false;  // the library has ended a rank there
};

/// The words of the JSON document.
std::string_view name(SiteRole role);
std::string_view name(Confirmed confirmed);
std::optional<SiteRole> findSiteRole(std::string_view name);
std::optional<Confirmed> findConfirmed(std::string_view name);

/// "rank 2", "ranks 0-3,7"; empty for no rank. `ranks` must be sorted.
std::string describeRanks(std::span<const int> ranks);

}  // namespace lockstep::report
