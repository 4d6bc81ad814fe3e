// How much of a report is printed: nothing twice, and not too much in full.
//
// A finding may be printed while the job still runs; the end of the run then prints the others. A reader of a hundred
// findings reads the first few, so that only some are printed in full, one of every rule before a second of any; the
// others are counted, a line for each rule. Documents (JSON, SARIF, HTML) hold all of them.
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
/// How many of these are kept free of warnings as long as errors may still come.
inline constexpr std::size_t kKeptForErrors = kMostInFull / 2;
inline constexpr std::size_t kAllInFull = std::numeric_limits<std::size_t>::max();

/// By what a finding is known again after more of it was found: its rule, and the places of what conflicts or was
/// called.
class Identity {
 public:
  explicit Identity(const Finding &finding);
  /// With the places that are only counted: one of them may have been told first.
  static Identity withFurther(const Finding &finding);
  friend auto operator<=>(const Identity &, const Identity &) = default;
  /// The same rule, and all places of the other are among those of this.
  bool includes(const Identity &other) const;

 private:
  std::uint16_t rule_ = 0;
  std::set<std::string> places_;
};

/// What was printed in full so far.
class Printed {
 public:
  void add(const Finding &finding) { all_.emplace_back(Identity(finding), finding); }
  /// As it was printed; null where it was not. An error that was printed as a warning was not.
  const Finding *find(const Finding &finding) const;
  std::size_t count() const { return all_.size(); }

 private:
  std::vector<std::pair<Identity, Finding>> all_;
};

/// The findings of a report by what the end of a run has to do with them, each in the order of the report.
struct Excerpt {
  std::vector<Finding> inFull;
  std::vector<Finding> counted;
  std::vector<Finding> grown;  // printed already, but more ranks have met them since
};

/// `most`: in full, with those that were printed already.
Excerpt excerptOf(std::span<const Finding> findings, const Printed &printed, std::size_t most);

/// "... 17 more request-overwrite in solver.c": a line for each rule, errors before warnings.
std::string countedLines(std::span<const Finding> counted, const ShownPath &paths);

/// "lockstep: request-overwrite at solver.c:12:5, shown above, concerns ranks 0-3": a line for each.
std::string grownLines(std::span<const Finding> grown, const ShownPath &paths);

}  // namespace lockstep::report
