#include "cli/analyze/RunsInTrace.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace lockstep::cli {
namespace {

struct Run {
  std::set<std::uint32_t> ranks;
  std::set<trace::ProcessKey> processes;
  std::uint64_t end = 0;
};

std::optional<std::uint64_t> timeOf(const trace::RecordView &record) {
  switch (record.header->kind) {
    case trace::Kind::Process:
      return record.as<trace::Process>().time;
    case trace::Kind::Enter:
      return record.as<trace::Enter>().time;
    case trace::Kind::Leave:
      return record.as<trace::Leave>().time;
    case trace::Kind::Signal:
      return record.as<trace::Signal>().time;
    case trace::Kind::Exit:
      return record.as<trace::Exit>().time;
    default:
      return std::nullopt;
  }
}

bool areOnOneNode(const std::vector<Life> &lives) {
  return std::ranges::all_of(lives, [&](const Life &life) { return life.process.node == lives.front().process.node; });
}

}  // namespace

std::set<trace::ProcessKey> ofOtherRuns(std::vector<Life> lives) {
  if (!areOnOneNode(lives)) return {};
  std::ranges::sort(lives, {}, [](const Life &life) { return std::tuple(life.begin, life.process); });
  std::vector<Run> runs;
  for (const Life &life : lives) {
    const auto isFree = [&](const Run &run) { return life.begin <= run.end && !run.ranks.contains(life.rank); };
    auto run = std::ranges::find_if(runs, isFree);
    if (run == runs.end()) run = runs.insert(runs.end(), Run());
    run->ranks.insert(life.rank);
    run->processes.insert(life.process);
    run->end = std::max(run->end, life.end);
  }
  const auto largest = std::ranges::max_element(runs, {}, [](const Run &run) { return run.ranks.size(); });
  std::set<trace::ProcessKey> others;
  for (auto run = runs.begin(); run != runs.end(); ++run)
    if (run != largest) others.insert(run->processes.begin(), run->processes.end());
  return others;
}

std::set<trace::ProcessKey> ofOtherRuns(trace::Reader &reader) {
  std::map<trace::ProcessKey, Life> known;
  std::set<trace::ProcessKey> ranks;
  reader.finish([&](const trace::RecordView &record) {
    const auto time = timeOf(record);
    if (!time) return;
    Life &life = known.try_emplace(record.process, Life{record.process, 0, *time, *time}).first->second;
    life.begin = std::min(life.begin, *time);
    life.end = std::max(life.end, *time);
    if (record.header->kind != trace::Kind::Process || record.as<trace::Process>().isSpawned != 0) return;
    life.rank = record.as<trace::Process>().worldRank;
    ranks.insert(record.process);
  });
  std::vector<Life> lives;
  for (const auto &[process, life] : known)
    if (ranks.contains(process)) lives.push_back(life);
  return ofOtherRuns(std::move(lives));
}

}  // namespace lockstep::cli
