#include "engine/Context.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep::engine {

namespace {

/// After these a library does not end the process by itself.
constexpr std::array kSpoilsMemory{report::rule("rma-race-local"), report::rule("rma-race-remote")};

/// Errors that spoil data and keep nobody from going on.
constexpr std::array kSpoilsData{report::rule("buffer-race"),       report::rule("buffer-overlap"),
                                 report::rule("buffer-overflow"),   report::rule("buffer-type"),
                                 report::rule("rma-race-local"),    report::rule("rma-race-remote"),
                                 report::rule("p2p-type-mismatch"), report::rule("coll-type-mismatch")};

}  // namespace

void Context::report(report::Finding finding) {
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

void Context::expect(const report::Finding &error) {
  if (std::ranges::find(kSpoilsMemory, error.rule) == kSpoilsMemory.end())
    ranksWithErrors_.insert(error.ranks.begin(), error.ranks.end());
  if (std::ranges::find(kSpoilsData, error.rule) == kSpoilsData.end())
    ranksOutOfStep_.insert(error.ranks.begin(), error.ranks.end());
}

const Process *Context::process(int rank) const {
  if (rank < 0 || static_cast<std::size_t>(rank) >= ranks_.size()) return nullptr;
  return ranks_[static_cast<std::size_t>(rank)];
}

}  // namespace lockstep::engine
