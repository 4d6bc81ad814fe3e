#include "engine/Context.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

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

report::Finding makeFinding(report::Rule rule, std::string message) {
  report::Finding finding;
  finding.rule = rule;
  finding.severity = report::info(rule).severity;
  finding.message = std::move(message);
  return finding;
}

report::Finding makeFinding(report::Rule rule, std::string message, const Call &call, std::string label) {
  report::Finding finding = makeFinding(rule, std::move(message));
  if (call.rank() >= 0) finding.ranks = {call.rank()};
  finding.sites = {call.process->siteOf(call, std::move(label))};
  return finding;
}

report::Cause::Key operationKey(const Call &started) { return {started.rank(), started.number}; }

std::string doing(const std::vector<int> &ranks, const std::string &verb) {
  if (ranks.empty()) return fmt::format("a process {}s", verb);
  return fmt::format("{} {}{}", report::describeRanks(ranks), verb, ranks.size() == 1 ? "s" : "");
}

}  // namespace lockstep::engine
