// How much of a report is printed: nothing twice, and not everything in full.
//
// A finding may be printed while the job still runs; the end of the run then prints the others. Only a few findings are
// printed in full, one of every rule before a second one of any; the others are counted, one line per rule. Documents
// (JSON, SARIF, HTML) contain all of them.
#pragma once

#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/Finding.h"
#include "report/text/ShownPath.h"

namespace lockstep::report {

/// Findings that a text report prints in full.
inline constexpr std::size_t kMostInFull = 10;
/// Number of these that warnings must leave free as long as errors may still come.
inline constexpr std::size_t kKeptForErrors = kMostInFull / 2;
inline constexpr std::size_t kAllInFull = std::numeric_limits<std::size_t>::max();

/// Identifies a finding after folding has added to it: its rule, and the places of its conflicting accesses or calls.
class Identity {
 public:
  explicit Identity(const Finding &finding);
  /// Including the places that are only counted: one of them may have been printed first.
  static Identity withFurther(const Finding &finding);
  friend auto operator<=>(const Identity &, const Identity &) = default;
  /// Same rule, and the places of `other` are a subset of this one's.
  bool includes(const Identity &other) const;

 private:
  std::uint16_t rule_ = 0;
  std::set<std::string> places_;
};

/// What was printed in full so far.
class Printed {
 public:
  void add(const Finding &finding) { all_.emplace_back(Identity(finding), finding); }
  /// The finding as printed; null if it was not. An error that was printed as a warning was not.
  const Finding *find(const Finding &finding) const;
  std::size_t count() const { return all_.size(); }

 private:
  std::vector<std::pair<Identity, Finding>> all_;
};

/// The findings of a report by what the end of a run prints of them, each list in report order.
struct Excerpt {
  std::vector<Finding> inFull;
  std::vector<Finding> counted;
  std::vector<Finding> grown;  // printed already, but now on more ranks
};

/// `most`: printed in full, including those printed earlier.
Excerpt excerptOf(std::span<const Finding> findings, const Printed &printed, std::size_t most);

/// "... 17 more request-overwrite in solver.c": one line per rule, errors before warnings.
std::string countedLines(std::span<const Finding> counted, const ShownPath &paths);

/// "lockstep: request-overwrite at solver.c:12:5, shown above, concerns ranks 0-3": one line each.
std::string grownLines(std::span<const Finding> grown, const ShownPath &paths);

}  // namespace lockstep::report
