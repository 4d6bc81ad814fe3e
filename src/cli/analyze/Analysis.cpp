#include "cli/analyze/Analysis.h"

#include <algorithm>
#include <iterator>

#include "cli/analyze/TruncatedTrace.h"
#include "report/merge/Merge.h"
#include "report/merge/RunEvidence.h"

namespace lockstep::cli {

namespace {

/// The time of a record by which the process ends or must end, if it is one.
std::optional<std::uint64_t> timeOfEnd(const trace::RecordView &record) {
  if (record.header->kind == trace::Kind::Signal) return record.as<trace::Signal>().time;
  if (record.header->kind == trace::Kind::Exit) return record.as<trace::Exit>().time;
  if (record.header->kind == trace::Kind::Failure) return record.as<trace::Failure>().time;
  return std::nullopt;
}

}  // namespace

void Analysis::take(const trace::RecordView &record) {
  if (interruptedAt_) {
    const auto end = timeOfEnd(record);
    if (end && *end >= *interruptedAt_) return;  // our doing
  }
  processTable_.note(record);
  blindSpots_.note(record);
  visited_.note(record);
  engine_.feed(record);
  if (joint_) joint_->take(record);
}

void Analysis::finish(bool isAllTaken) {
  const auto before = static_cast<std::ptrdiff_t>(findings().size());
  engine_.finish(interruptedAt_.has_value());
  if (isAllTaken) return;
  findings();
  const auto isDeadlock = [](const report::Finding &finding) { return finding.rule == report::rule("deadlock"); };
  findings_.erase(std::remove_if(findings_.begin() + before, findings_.end(), isDeadlock), findings_.end());
}

const std::vector<report::Finding> &Analysis::findings() {
  std::vector<report::Finding> found = engine_.takeFindings();
  if (isSuffix_) std::erase_if(found, [](const report::Finding &finding) { return !holdsOfSuffix(finding); });
  addCallersTo(found);
  std::ranges::move(found, std::back_inserter(findings_));
  if (joint_) std::ranges::move(joint_->takeFindings(), std::back_inserter(findings_));
  return findings_;
}

void Analysis::addCallersTo(std::span<report::Finding> findings) const {
  if (stacks_.empty()) return;
  for (report::Finding &finding : findings)
    for (report::Site &site : finding.sites) addCallers(site, stacks_);
}

void Analysis::useStacks(StacksByRank stacks) {
  stacks_ = std::move(stacks);
  addCallersTo(findings_);
}

void Analysis::add(Judged byAnother) {
  std::ranges::move(byAnother.findings, std::back_inserter(findings_));
  otherHistory_ += byAnother.history;
}

std::vector<int> Analysis::unrecordedRanks() const {
  std::vector<bool> isRecorded(static_cast<std::size_t>(engine_.ranks()));
  for (const engine::RankStatus &rankStatus : engine_.rankStatuses())
    isRecorded[static_cast<std::size_t>(rankStatus.rank)] = true;
  std::vector<int> missing;
  for (std::size_t rank = 0; rank < isRecorded.size(); ++rank)
    if (!isRecorded[rank]) missing.push_back(static_cast<int>(rank));
  return missing;
}

SymbolTable Analysis::symbolTable(Symbols &symbols) const {
  SymbolTable table;
  visited_.addTo(table, symbols);
  blindSpots_.addTo(table, symbols.table());
  return table;
}

std::vector<report::Finding> Analysis::foundSoFar(std::vector<report::Finding> staticFindings, Symbols &symbols) {
  std::vector<report::Finding> found = findings();
  symbols.resolve(found);
  return report::merge(std::move(staticFindings), std::move(found));
}

report::Document Analysis::document(std::string command, std::string program, report::Outcome outcome,
                                    std::vector<report::Finding> staticFindings, Symbols &symbols) {
  report::Document document;
  document.command = std::move(command);
  document.program = std::move(program);
  document.ranks = engine_.ranks();
  document.outcome = outcome;
  document.coverage.calls = engine_.coverage().calls;
  document.coverage.spawned = processTable_.spawned();
  document.coverage.notModelled = engine_.coverage().unmodelled;
  document.coverage.notInstrumentedModules = blindSpots_.modules(symbols.table());
  engine::HistorySize history = engine_.historySize();
  history += otherHistory_;
  document.coverage.historyEntries = history.entries;
  document.coverage.historyMost = history.most;
  document.coverage.historyMostBytes = history.mostBytes;
  const bool hasStatic = !staticFindings.empty();
  document.findings = foundSoFar(std::move(staticFindings), symbols);
  if (hasStatic)
    report::judgeByRun(document.findings,
                       {.visited = visited_.places(symbols),
                        .isComplete = outcome.status == report::Outcome::Status::Exited && outcome.code == 0,
                        .sawAccesses = document.coverage.notInstrumentedModules.empty()});
  return document;
}

}  // namespace lockstep::cli
