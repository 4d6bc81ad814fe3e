// Analyzes what concerns several ranks or threads in a truncated trace: a separate engine starts at the consistent cut
// (ConsistentCut.h).
//
// It gets the definitions from before that point, but no earlier calls. Locks that the ranks hold at the cut are fed as
// synthetic calls.
//
// A finding counts only if it cannot be a consequence of missing records:
//   races        until a rank reads a word by an atomic operation: its earlier values could order ranks, or implement a
//   lock collectives  until the first process ends: after that, a missing member may have called before the cut
//   messages     never: the messages in flight at the cut are unknown
// Events that the engine cannot order, because their message or collective is missing, are not analyzed.
#pragma once

#include <map>
#include <vector>

#include "cli/analyze/ConsistentCut.h"
#include "engine/Engine.h"
#include "report/Finding.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

class CutAnalysis {
 public:
  CutAnalysis(engine::EngineOptions options, ConsistentCut from);

  void take(const trace::RecordView &record);
  /// Those since the last call that hold for the whole run, too.
  std::vector<report::Finding> takeFindings();
  const report::Site &begins() const { return from_.site; }

 private:
  bool counts(const trace::RecordView &record);
  void begin(const trace::RecordView &record, const Beginning &beginning);
  void lockAll(trace::ProcessKey process, const Beginning &beginning, std::uint64_t window);
  void note(const trace::RecordView &record);
  void sift();

  struct Progress {
    bool isInitialized = false;
    bool hasBegun = false;
  };

  engine::Engine engine_;
  ConsistentCut from_;
  std::map<trace::ProcessKey, Progress> processes_;
  bool readsWords_ = false;
  bool hasEnded_ = false;  // some process
  std::vector<report::Finding> findings_;
};

}  // namespace lockstep::cli
