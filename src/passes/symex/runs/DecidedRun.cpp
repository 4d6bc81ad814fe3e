#include "passes/symex/runs/DecidedRun.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "passes/symex/runs/RunDriver.h"
#include "report/merge/Fold.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Class;
using mpi::Effect;
using mpi::Role;
using report::Finding;

constexpr report::Rule kMessageRace = report::rule("message-race");
constexpr report::Rule kBounds = report::rule("rma-bounds");
constexpr report::Rule kDeadlock = report::rule("deadlock");
constexpr report::Rule kUnmatched = report::rule("p2p-unmatched");

/// A message, or an epoch with a group: what takes two sides.
bool isMessage(const TracedCall &call) {
  const bool isEpoch = call.routine->cls == Class::WindowSync && call.routine->indexOf(Role::Group) >= 0;
  return isEpoch || call.routine->indexOf(Role::Dest) >= 0 || call.routine->indexOf(Role::Source) >= 0;
}

/// Its place in the program, its communicator and its peers.
std::vector<std::int64_t> messageOf(const TracedCall &call) {
  std::vector<std::int64_t> message;
  for (std::size_t i = 0; i < call.routine->arity; ++i) {
    const Role role = call.routine->args()[i].role;
    if (mpi::isPeer(role) || role == Role::Comm) message.push_back(call.arguments[i].number);
  }
  return message;
}

/// Whether every rank makes the same calls with the same peers: the other side of what they say to each other is not in
/// this program, which may be one of several that make up the job.
bool holdsOneSide(const std::vector<DecidedRank> &ranks) {
  using Messages = std::vector<std::pair<const llvm::CallBase *, std::vector<std::int64_t>>>;
  const auto messagesOf = [](const DecidedRank &rank) {
    Messages messages;
    for (const TracedEvent &event : rank.trace->events)
      if (const auto *call = std::get_if<TracedCall>(&event); call && isMessage(*call))
        messages.emplace_back(call->call, messageOf(*call));
    return messages;
  };
  const Messages first = messagesOf(ranks.front());
  return !first.empty() &&
         std::ranges::all_of(ranks, [&](const DecidedRank &rank) { return messagesOf(rank) == first; });
}

bool isLeak(const Finding &finding) { return report::info(finding.rule).family == report::Family::Leaks; }

/// Code that is not seen may have freed the object, or what comes behind the finalization.
bool mayBeFreed(const Finding &leak, const std::vector<DecidedRank> &ranks) {
  const DecidedRank &rank = ranks[static_cast<std::size_t>(leak.ranks.front())];
  const bool mayBeFreedLater = leak.rule == report::rule("leak-info") || leak.rule == report::rule("leak-errhandler");
  if (mayBeFreedLater && !rank.isToTheEnd) return true;
  const report::Site &made = leak.sites.front();
  return std::ranges::any_of(rank.outOfSight, [&](const llvm::CallBase *call) {
    return placeOf(*call) == trace::SourcePlace{made.file, made.line, made.column, made.function};
  });
}

/// What every rank leaves behind is so with any number of them.
void leaveOutRanks(Finding &leak) {
  leak.ranks.clear();
  for (report::Site &site : leak.sites) {
    site.rank = -1;
    site.ranks.clear();
  }
}

void soften(Finding &finding, std::string_view condition) {
  finding.severity = std::max(finding.severity, report::Severity::Warning);
  finding.message = fmt::format("{}, {}", condition, finding.message);
}

/// Who gets a lock first, and whose message a receive takes that accepts several, is nondeterministic.
void judgeCertainty(Finding &finding, bool hasChoice, bool isOneSided) {
  const bool isOfLocks = std::ranges::any_of(finding.sites, [](const report::Site &site) {
    const auto routine = mpi::findRoutine(site.call);
    return routine && (mpi::info(*routine).effect == Effect::Lock || mpi::info(*routine).effect == Effect::LockAll);
  });
  if (finding.rule == kDeadlock && isOfLocks) soften(finding, "depending on which rank gets the lock first");
  const bool isOfOrder = report::info(finding.rule).scope == report::Scope::World && finding.rule != kBounds;
  if (hasChoice && isOfOrder && finding.severity == report::Severity::Error)
    soften(finding, "depending on whose message a receive from any source takes");
  if (!isOneSided || (finding.rule != kDeadlock && finding.rule != kUnmatched)) return;
  soften(finding, "when all ranks run this program");
  finding.help =
      "every rank makes the same calls with the same peers: let one of them take the other side, or start the program "
      "together with the one that does";
}

/// The walk of all ranks (passes/collectives) finds most of them, but not what differs by computed amounts of data.
bool isCollective(report::Rule rule) {
  return report::info(rule).family == report::Family::Collectives && report::info(rule).scope == report::Scope::World;
}

}  // namespace

bool isJudgedByEngine(report::Rule rule) { return report::info(rule).checked == report::Checked::ByRuns; }

std::vector<Finding> judgeRun(const std::vector<DecidedRank> &ranks) {
  // Those of collectives explain deadlocks.
  auto judged = drive(ranks, [](report::Rule rule) { return isJudgedByEngine(rule) || isCollective(rule); });
  if (!judged) return {};
  std::vector<Finding> found = *std::move(judged);
  std::erase_if(found, [&](const Finding &finding) {
    return !(isJudgedByEngine(finding.rule) || isCollective(finding.rule)) ||
           (isLeak(finding) && mayBeFreed(finding, ranks));
  });
  const bool hasChoice = std::ranges::find(found, kMessageRace, &Finding::rule) != found.end();
  const bool isOneSided = holdsOneSide(ranks);
  for (Finding &finding : found) {
    finding.confirmed = report::Confirmed::StaticOnly;
    judgeCertainty(finding, hasChoice, isOneSided);
  }
  found = report::fold(std::move(found));
  for (Finding &finding : found)
    if (isLeak(finding) && finding.ranks.size() == ranks.size()) leaveOutRanks(finding);
  return found;
}

}  // namespace lockstep::passes::symex
