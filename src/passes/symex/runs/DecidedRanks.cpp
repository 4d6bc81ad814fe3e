#include "passes/symex/runs/DecidedRanks.h"

#include <algorithm>

namespace lockstep::passes::symex {

namespace {

bool isWrongCall(const Note &note) {
  return report::info(note.finding.rule).family == report::Family::Arguments &&
         note.finding.severity == report::Severity::Error;
}

/// After a call with an invalid argument, or with a lost request, later events are unreliable.
bool isOutOfStep(const Note &note) {
  const report::Family family = report::info(note.finding.rule).family;
  return isWrongCall(note) || family == report::Family::Requests || note.finding.rule == report::rule("lifecycle");
}

}  // namespace

void DecidedRanks::take(const RankRun &run, const std::vector<State> &ends) {
  isRefused_ |= std::ranges::any_of(run.paths, [](const State &path) {
    return path.certainty == PathCertainty::Sure && std::ranges::any_of(path.notes, isWrongCall);
  });
  if (run.paths.size() != 1 || !run.extent.isComplete || run.extent.isCut) return;
  const State &path = run.paths.front();
  const bool isDecided = path.certainty == PathCertainty::Sure && path.end == State::End::Complete && path.trace &&
                         std::ranges::none_of(path.notes, isOutOfStep);
  if (!isDecided) return;
  DecidedRank &rank = ranks_[static_cast<std::size_t>(run.config.rank)];
  rank.trace = path.trace;
  const bool isEndDecided = ends.size() == 1 && ends.front().certainty == PathCertainty::Sure && ends.front().trace &&
                            ends.front().end != State::End::Lost;
  rank.isToTheEnd = isEndDecided || !path.trace->finalized;
  for (const MpiObject &held : path.held)
    if (held.isInvalidated && held.made) rank.outOfSight.insert(held.made);
}

bool DecidedRanks::isDecided() const {
  return std::ranges::all_of(ranks_, [](const DecidedRank &rank) { return rank.trace != nullptr; });
}

bool DecidedRanks::isPartlyKnown() const {
  return std::ranges::any_of(ranks_, [](const DecidedRank &rank) { return rank.trace && rank.trace->isPartlyKnown; });
}

std::vector<report::Finding> DecidedRanks::judge() const {
  return isDecided() ? judgeRun(ranks_) : std::vector<report::Finding>();
}

}  // namespace lockstep::passes::symex
