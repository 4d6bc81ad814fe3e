#include "Matchings.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep::reference {
namespace {

using Kind = Operation::Kind;

/// What became of every message and receive: whether it has its other side.
struct Matching {
  std::vector<bool> messages;
  std::vector<bool> receives;
  friend auto operator<=>(const Matching &, const Matching &) = default;
};

/// All matchings of what was sent to one rank on one communicator.
class Mailbox {
 public:
  Mailbox(const Run &run, int rank, int comm) : run_(run) {
    for (std::size_t i = 0; i < run.messages.size(); ++i)
      if (run.messages[i].to == rank && run.messages[i].comm == comm) messages_.push_back(i);
    for (std::size_t i = 0; i < run.receives.size(); ++i)
      if (run.receives[i].rank == rank && run.receives[i].comm == comm) receives_.push_back(i);
  }

  std::set<Matching> matchings() {
    current_ = {std::vector<bool>(run_.messages.size()), std::vector<bool>(run_.receives.size())};
    extend(0);
    return std::move(found_);
  }

 private:
  bool accepts(std::size_t receive, std::size_t message) const {
    const Receive &posted = run_.receives[receive];
    const Message &sent = run_.messages[message];
    if (!posted.hasReturned) return posted.accepts(sent);
    const Message &taken = run_.messages[static_cast<std::size_t>(posted.message)];
    return taken.from == sent.from && taken.tag == sent.tag;
  }

  /// The messages that the receive can take: of each sender the first that it accepts as it was posted.
  std::vector<std::size_t> candidates(std::size_t receive) const {
    std::vector<std::size_t> candidates;
    std::set<int> senders;
    for (const std::size_t message : messages_) {
      if (current_.messages[message] || !run_.receives[receive].accepts(run_.messages[message])) continue;
      if (senders.insert(run_.messages[message].from).second && accepts(receive, message))
        candidates.push_back(message);
    }
    return candidates;
  }

  bool isDeprived(std::size_t message) const {
    return std::ranges::any_of(
        without_, [&](std::size_t receive) { return run_.receives[receive].accepts(run_.messages[message]); });
  }

  void extend(std::size_t position) {
    if (position == receives_.size()) {
      const auto isLeft = [&](std::size_t message) { return !current_.messages[message] && isDeprived(message); };
      if (std::ranges::none_of(messages_, isLeft)) found_.insert(current_);
      return;
    }
    const std::size_t receive = receives_[position];
    for (const std::size_t message : candidates(receive)) {
      if (isDeprived(message)) continue;
      current_.messages[message] = current_.receives[receive] = true;
      extend(position + 1);
      current_.messages[message] = current_.receives[receive] = false;
    }
    if (run_.receives[receive].hasReturned) return;
    without_.push_back(receive);
    extend(position + 1);
    without_.pop_back();
  }

  const Run &run_;
  std::vector<std::size_t> messages_;
  std::vector<std::size_t> receives_;
  std::vector<std::size_t> without_;  // receives that have nothing
  Matching current_;
  std::set<Matching> found_;
};

Matching merge(const Matching &a, const Matching &b) {
  Matching merged = a;
  for (std::size_t i = 0; i < merged.messages.size(); ++i) merged.messages[i] = a.messages[i] || b.messages[i];
  for (std::size_t i = 0; i < merged.receives.size(); ++i) merged.receives[i] = a.receives[i] || b.receives[i];
  return merged;
}

std::set<Matching> matchingsOf(const Run &run) {
  std::set<Matching> all = {{std::vector<bool>(run.messages.size()), std::vector<bool>(run.receives.size())}};
  for (int rank = 0; rank < run.program.ranks; ++rank)
    for (const int comm : {0, 1}) {
      std::set<Matching> merged;
      for (const Matching &own : Mailbox(run, rank, comm).matchings())
        for (const Matching &others : all) merged.insert(merge(own, others));
      all = std::move(merged);
    }
  return all;
}

/// Who returns, given a matching.
class Outcome {
 public:
  Outcome(const Run &run, const Matching &matching)
      : run_(run), matching_(matching), returns_(static_cast<std::size_t>(run.program.ranks)) {}

  std::vector<bool> returning() {
    for (bool grows = true; grows;) {
      grows = false;
      for (int rank = 0; rank < run_.program.ranks; ++rank) {
        const auto index = static_cast<std::size_t>(rank);
        if (returns_[index] || !run_.ranks[index].isInside || !canReturn(rank)) continue;
        returns_[index] = grows = true;
      }
    }
    return returns_;
  }

 private:
  /// It may do whatever others need.
  bool isFree(int rank) const {
    const auto index = static_cast<std::size_t>(rank);
    return !run_.ranks[index].isFinalizing && (!run_.ranks[index].isInside || returns_[index]);
  }
  bool hasFree(const Receive &posted) const {
    if (posted.source != kAny) return isFree(posted.source);
    const auto canSend = [&](int member) { return member != posted.rank && isFree(member); };
    return std::ranges::any_of(run_.members(posted.comm), canSend);
  }

  bool isMatched(const Part &part) const {
    const auto index = static_cast<std::size_t>(part.index);
    return part.isSend ? matching_.messages[index] || isBuffered(part) : matching_.receives[index];
  }
  /// For certain, by its kind.
  bool isBuffered(const Part &part) const {
    const Message &sent = run_.messages[static_cast<std::size_t>(part.index)];
    return sent.isBuffered && !sent.isStandard;
  }
  bool isPossible(const Part &part) const {
    const auto index = static_cast<std::size_t>(part.index);
    return isMatched(part) || (part.isSend ? isFree(run_.messages[index].to) : hasFree(run_.receives[index]));
  }
  bool mayBeBuffered(const Part &part) const {
    return part.isSend && run_.messages[static_cast<std::size_t>(part.index)].isStandard;
  }

  bool canComplete(const std::vector<Part> &parts) const {
    std::vector<Part> open;
    std::ranges::copy_if(parts, std::back_inserter(open), [&](const Part &part) { return !isMatched(part); });
    if (open.empty()) return true;
    const auto isCertain = [&](const Part &part) { return !mayBeBuffered(part); };
    const auto possible = [&](const Part &part) { return isPossible(part); };
    if (std::ranges::none_of(open, isCertain)) return std::ranges::any_of(open, possible);
    return std::ranges::all_of(open, [&](const Part &part) { return !isCertain(part) || isPossible(part); });
  }

  bool canSee(const Receive &look) const {
    for (std::size_t i = 0; i < run_.messages.size(); ++i) {
      const Message &sent = run_.messages[i];
      if (!matching_.messages[i] && sent.to == look.rank && sent.comm == look.comm && look.accepts(sent)) return true;
    }
    return hasFree(look);
  }

  bool canExchange(int rank) const {
    const Operation &own = run_.callOf(rank);
    const auto &slots = run_.slots[static_cast<std::size_t>(own.comm)];
    const auto &slot = slots[static_cast<std::size_t>(run_.ranks[static_cast<std::size_t>(rank)].slot)];
    const auto comes = [&](int member) {
      const auto call = slot.find(member);
      return (call != slot.end() && call->second.kind == own.kind) || isFree(member);
    };
    return own.kind == Kind::Bcast ? comes(own.source) : std::ranges::all_of(run_.members(own.comm), comes);
  }

  bool canFinalize() const {
    for (int rank = 0; rank < run_.program.ranks; ++rank)
      if (!run_.ranks[static_cast<std::size_t>(rank)].isFinalizing && !isFree(rank)) return false;
    return true;
  }

  std::vector<Part> awaited(int rank) const {
    std::vector<Part> parts;
    const auto &requests = run_.ranks[static_cast<std::size_t>(rank)].requests;
    for (const int variable : run_.callOf(rank).variables)
      if (const auto known = requests.find(variable); known != requests.end() && known->second.isActive)
        parts.push_back(known->second.part);
    return parts;
  }

  bool canReturn(int rank) const {
    const Rank &state = run_.ranks[static_cast<std::size_t>(rank)];
    switch (run_.callOf(rank).kind) {
      case Kind::Probe:
        return canSee(*state.look);
      case Kind::Wait:
      case Kind::Waitall:
        return canComplete(awaited(rank));
      case Kind::Waitany:
        return std::ranges::any_of(awaited(rank), [&](const Part &part) { return isPossible(part); });
      case Kind::Barrier:
      case Kind::Bcast:
      case Kind::Allreduce:
        return canExchange(rank);
      case Kind::Finalize:
        return canFinalize();
      default:
        return canComplete(state.parts);
    }
  }

  const Run &run_;
  const Matching &matching_;
  std::vector<bool> returns_;
};

}  // namespace

std::vector<int> stuckRanks(const Run &run) {
  std::vector<bool> returns(static_cast<std::size_t>(run.program.ranks));
  for (const Matching &matching : matchingsOf(run)) {
    const std::vector<bool> own = Outcome(run, matching).returning();
    for (std::size_t rank = 0; rank < own.size(); ++rank) returns[rank] = returns[rank] || own[rank];
  }
  std::vector<int> stuck;
  for (std::size_t rank = 0; rank < returns.size(); ++rank)
    if (run.ranks[rank].isInside && !returns[rank]) stuck.push_back(static_cast<int>(rank));
  return stuck;
}

std::vector<int> unmatchedLines(const Run &run) {
  std::vector<int> lines;
  for (const Message &sent : run.messages)
    if (sent.receive < 0) lines.push_back(sent.line);
  std::ranges::sort(lines);
  return lines;
}

}  // namespace lockstep::reference
