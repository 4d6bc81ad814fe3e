// What concerns several ranks or threads in a run of which only the newest records are there: judged by an engine of
// its own, from the point on where the records of all ranks come together (ConsistentCut.h).
//
// It gets the definitions from before that point, and no other calls. What the ranks hold there without having been
// seen to take it is told as calls of its own.
//
// A finding counts only as long as it cannot be a consequence of what is not there:
//   races        until somebody reads a word by an atomic operation: what it held before would tell who must have come
//                first, or who has a lock that is made of it
//   collectives  until the first process ends: later, some member may be missing whose call was before the point
//   messages     never: nobody knows how many were under way
// What the engine cannot order, because its message or collective never comes, it is not asked for.
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
