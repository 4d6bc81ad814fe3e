#include "cli/live/LiveReport.h"

#include <algorithm>
#include <utility>

namespace lockstep::cli {

namespace {

constexpr int kShareOfTime = 20;            // folding many findings takes at most this fraction of the time
constexpr std::size_t kFewFindings = 1000;  // folded in no time; but a first symbol lookup may take long

bool isOfStaticRulesAlone(const report::Finding &finding) {
  return finding.confirmed != report::Confirmed::RunOnly && finding.confirmed != report::Confirmed::Both;
}

}  // namespace

void LiveReport::look(Clock::time_point now) {
  if (printed_.count() >= most_) return;
  if (channel_.count() != gathered_ && now >= nextGathering_) gather(now);
  printFrom(now - kHold);
}

void LiveReport::release(Clock::time_point now) {
  if (printed_.count() >= most_) return;
  if (channel_.count() != gathered_) gather(now);
  printFrom(now);
}

void LiveReport::gather(Clock::time_point now) {
  const auto begun = Clock::now();
  gathered_ = channel_.count();
  std::map<report::Identity, Held> held;
  for (report::Finding &finding : channel_.findings()) {
    if (isOfStaticRulesAlone(finding) || printed_.find(finding) != nullptr) continue;
    report::Identity identity(finding);
    const auto before = held_.find(identity);
    const Clock::time_point since = before == held_.end() ? now : before->second.since;
    held.emplace(std::move(identity), Held{std::move(finding), since, held.size()});
  }
  held_ = std::move(held);
  if (gathered_ > kFewFindings) nextGathering_ = now + kShareOfTime * (Clock::now() - begun);
}

/// Warnings leave room for errors that may still come.
bool LiveReport::hasRoomFor(const report::Finding &finding) const {
  const bool isError = finding.severity == report::Severity::Error;
  return printed_.count() < (isError ? most_ : most_ - std::min(most_, report::kKeptForErrors));
}

void LiveReport::printFrom(Clock::time_point latest) {
  std::vector<const Held *> due;
  for (const auto &[identity, held] : held_)
    if (held.since <= latest) due.push_back(&held);
  std::ranges::sort(due, {}, &Held::position);
  for (const Held *held : due) {
    if (!hasRoomFor(held->finding)) continue;
    channel_.print(held->finding);
    printed_.add(held->finding);
  }
  std::erase_if(held_, [&](const auto &entry) { return printed_.find(entry.second.finding) != nullptr; });
}

}  // namespace lockstep::cli
