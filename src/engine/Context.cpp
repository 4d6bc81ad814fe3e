#include "engine/Context.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {

void ProcessContext::report(report::Finding finding) {
  if (held_) return held_->push_back(std::move(finding));
  if (finding.severity == report::Severity::Error) {
    ++errorCount_;
    expect(finding);
  }
  findings_.push_back(std::move(finding));
}

bool Context::holdsError() const {
  return held_ && std::ranges::any_of(*held_, [](const report::Finding &finding) {
           return finding.severity == report::Severity::Error;
         });
}

void ProcessContext::expect(const report::Finding &error) {
  const report::RuleInfo &rule = report::info(error.rule);
  // A race on window memory does not make the library end the process.
  if (rule.family != report::Family::Rma || !rule.spoilsData)
    ranksWithErrors_.insert(error.ranks.begin(), error.ranks.end());
  // With wrong data the program still continues.
  if (!rule.spoilsData) ranksOutOfStep_.insert(error.ranks.begin(), error.ranks.end());
}

}  // namespace lockstep::engine
