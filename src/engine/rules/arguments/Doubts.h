// Findings that the library decides about: a handle that no record defines may come from a routine that the recorder
// does not know. Then the call that gets it returns well; else it returns an error, or does not return at all.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/Context.h"
#include "engine/calls/Call.h"
#include "engine/process/Process.h"

namespace lockstep::engine {

class Doubts {
 public:
  void add(const Call &call, report::Finding finding) {
    findings_[{call.process, call.thread}].push_back(std::move(finding));
  }

  void leave(const Call &call, const Result &result, ProcessContext &context) {
    if (findings_.empty() || call.isNested) return;
    const auto doubt = findings_.extract({call.process, call.thread});
    if (!doubt.empty() && result.code != 0) report(doubt.mapped(), context);
  }

  void end(const Process &process, ProcessContext &context) {
    for (auto doubt = findings_.begin(); doubt != findings_.end();) {
      const bool isHere = doubt->first.first == &process;
      if (isHere) report(doubt->second, context);
      doubt = isHere ? findings_.erase(doubt) : std::next(doubt);
    }
  }

 private:
  static void report(std::vector<report::Finding> &findings, ProcessContext &context) {
    for (report::Finding &finding : findings) context.report(std::move(finding));
  }

  std::map<std::pair<const ProcessInfo *, unsigned>, std::vector<report::Finding>> findings_;  // by thread
};

}  // namespace lockstep::engine
