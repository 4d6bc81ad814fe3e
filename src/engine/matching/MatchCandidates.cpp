#include "engine/matching/MatchCandidates.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep::engine {
namespace {

using Side = Transfer::Side;
using Taken = std::vector<bool>;  // by message

constexpr std::size_t kMaxWays = 256;
constexpr std::size_t kMaxMessages = 1024;
constexpr MatchCandidate kUnclear = {true, false};

/// Whether the receive as posted accepts the message, whatever it actually got.
bool wasFor(const Transfer &receive, const Transfer &send) {
  return (receive.takesAnySource || receive.peer == send.rank) && (receive.takesAnyTag || receive.tag == send.tag);
}

/// The first message of each sender that the receive can take.
std::vector<std::size_t> candidates(const Transfer &receive, const Transfers &sends, const Taken &taken) {
  std::vector<std::size_t> found;
  std::set<int> senders;
  for (std::size_t i = 0; i < sends.size(); ++i)
    if (!taken[i] && wasFor(receive, *sends[i]) && senders.insert(sends[i]->rank).second) found.push_back(i);
  return found;
}

/// The messages of which the receive takes one; its actual message if it has returned.
std::vector<std::size_t> choices(const Transfer &receive, const Transfers &sends, const Taken &taken) {
  std::vector<std::size_t> choices = candidates(receive, sends, taken);
  if (receive.isClosed)
    std::erase_if(choices,
                  [&](std::size_t i) { return sends[i]->rank != receive.peer || sends[i]->tag != receive.tag; });
  return choices;
}

/// The executions after the receive. A receive that has returned got a message: an execution without a message for it
/// counts only if all are such, because the message is not recorded yet.
std::set<Taken> take(const Transfer &receive, const Transfers &sends, const std::set<Taken> &ways) {
  std::set<Taken> after;
  std::set<Taken> without;
  for (const Taken &before : ways) {
    const std::vector<std::size_t> messages = choices(receive, sends, before);
    if (messages.empty()) without.insert(before);
    for (const std::size_t message : messages) {
      Taken taken = before;
      taken[message] = true;
      after.insert(std::move(taken));
    }
  }
  if (!receive.isClosed || after.empty()) after.merge(without);
  return after;
}

MatchCandidate among(std::size_t matched, std::size_t ways) { return {matched > 0, matched == ways}; }

}  // namespace

MatchCandidate prospectOf(const Transfer &target, const std::list<TransferPtr> &pending, const Transfers &sends) {
  if (sends.size() > kMaxMessages) return kUnclear;
  std::set<Taken> ways = {Taken(sends.size())};
  for (const TransferPtr &receive : pending) {
    if (receive.get() == &target) {
      const auto hasOne = [&](const Taken &taken) { return !candidates(target, sends, taken).empty(); };
      return among(static_cast<std::size_t>(std::ranges::count_if(ways, hasOne)), ways.size());
    }
    if (receive->side == Side::Look) continue;
    ways = take(*receive, sends, ways);
    if (ways.size() > kMaxWays) return kUnclear;
  }
  const auto message = std::ranges::find(sends, &target, &TransferPtr::get);
  if (message == sends.end()) return {};
  const auto isTaken = [&](const Taken &taken) { return taken[static_cast<std::size_t>(message - sends.begin())]; };
  return among(static_cast<std::size_t>(std::ranges::count_if(ways, isTaken)), ways.size());
}

std::optional<Transfers> firstChoice(const Transfers &receives, const std::list<TransferPtr> &pending,
                                     const Transfers &sends) {
  Transfers chosen(receives.size());
  std::size_t found = 0;
  Taken taken(sends.size());
  for (const TransferPtr &receive : pending) {
    const auto place = std::ranges::find(receives, receive);
    const std::vector<std::size_t> messages = candidates(*receive, sends, taken);
    if (place == receives.end() && receive->side != Side::Look && !messages.empty()) return std::nullopt;
    if (place == receives.end()) continue;
    const auto lowest = std::ranges::min_element(messages, {}, [&](std::size_t i) { return sends[i]->rank; });
    if (lowest == messages.end()) return std::nullopt;
    chosen[static_cast<std::size_t>(place - receives.begin())] = sends[*lowest];
    taken[*lowest] = receive->side != Side::Look;
    if (++found == receives.size()) return chosen;
  }
  return std::nullopt;
}

}  // namespace lockstep::engine
