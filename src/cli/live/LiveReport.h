// Prints findings while the job runs, each as soon as it is certain.
//
// The engine's findings are certain, but they arrive rank by rank and call by call, and one finding may turn out to be
// a part of another. So all findings so far are folded and merged as at the end of the run, together with the static
// ones, and a finding is printed when it has existed for kHold. The rest is printed at the end of the run: findings
// that only the end shows, those of the static rules alone, and those beyond the limit (see report/merge/Printed.h).
// Each is printed with one write(2), since the ranks write to the same terminal.
//
// Folding starts from all raw findings each time, since a finding that has become a part of another cannot be separated
// again. It gets a small share of the time only, so that a flood of findings does not block the engine.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "report/Finding.h"
#include "report/merge/Printed.h"

namespace lockstep::cli {

/// Where the findings come from and go to.
struct LiveChannel {
  std::function<std::size_t()> count;                      // of raw findings so far; cheap
  std::function<std::vector<report::Finding>()> findings;  // of the current report
  std::function<void(const report::Finding &)> print;      // in full
};

class LiveReport {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kHold = std::chrono::milliseconds(600);  // plus the delay of look(): 1 s in total

  explicit LiveReport(LiveChannel channel, std::size_t most = report::kMostInFull)
      : channel_(std::move(channel)), most_(most) {}

  /// Called periodically: prints what has been held back for long enough.
  void look(Clock::time_point now);
  /// Prints what is held back, since no more will come for some time.
  void release(Clock::time_point now);
  const report::Printed &printed() const { return printed_; }
  /// Number of findings known so far; not exact when there is no more room.
  std::size_t count() const { return printed_.count() + held_.size(); }

 private:
  struct Held {
    report::Finding finding;
    Clock::time_point since;
    std::size_t position;  // in the report
  };

  bool hasRoomFor(const report::Finding &finding) const;
  void gather(Clock::time_point now);
  void printFrom(Clock::time_point latest);

  LiveChannel channel_;
  std::size_t most_;
  std::size_t gathered_ = 0;  // raw findings
  Clock::time_point nextGathering_ = {};
  std::map<report::Identity, Held> held_;
  report::Printed printed_;
};

}  // namespace lockstep::cli
