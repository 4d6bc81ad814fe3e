#include "passes/symex/mpi/MatchSimulator.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mpi/Special.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Class;
using report::Finding;
using report::SiteRole;

enum class Library { Generous, Strict };

constexpr std::size_t kOpen = ~std::size_t{0};

using Group = std::vector<int>;  // ranks of MPI_COMM_WORLD, in their order in the communicator

/// The communicators of a run, and the logs in terms of MPI_COMM_WORLD.
class Comms {
 public:
  /// False where the ranks do not make the same ones, or name a peer that a communicator does not have.
  bool resolve(std::vector<CommTrace> &logs) {
    const std::size_t ranks = logs.size();
    Group world(ranks);
    std::iota(world.begin(), world.end(), 0);
    const std::vector<CommMaking> &first = logs.front().makings;
    for (const CommTrace &log : logs)
      if (!std::ranges::equal(log.makings, first, {}, &CommMaking::parent, &CommMaking::parent)) return false;
    std::vector<std::vector<Group>> groups{std::vector<Group>(ranks, world)};  // by number and rank
    for (std::size_t i = 0; i < first.size(); ++i) groups.push_back(split(logs, i, groups[first[i].parent]));
    for (std::size_t rank = 0; rank < ranks; ++rank)
      for (Operation &operation : logs[rank].operations)
        if (!rename(operation, groups[operation.comm][rank])) return false;
    return true;
  }

  const Group &membersOf(std::uint32_t comm) const { return members_.at(comm); }

 private:
  static std::vector<Group> split(const std::vector<CommTrace> &logs, std::size_t making,
                                  const std::vector<Group> &parents) {
    std::vector<Group> groups;
    for (std::size_t rank = 0; rank < logs.size(); ++rank) {
      const auto of = [&](int member) { return logs[static_cast<std::size_t>(member)].makings[making]; };
      std::set<std::pair<std::int64_t, std::size_t>> order;  // key, then place in the parent
      for (std::size_t place = 0; place < parents[rank].size(); ++place)
        if (const CommMaking theirs = of(parents[rank][place]); theirs.color == of(static_cast<int>(rank)).color)
          order.emplace(theirs.key, place);
      Group group;
      for (const auto &[key, place] : order) group.push_back(parents[rank][place]);
      groups.push_back(std::move(group));
    }
    return groups;
  }

  /// The parts of a communicator that was split are told apart by their first member.
  bool rename(Operation &operation, const Group &group) {
    constexpr std::uint32_t kMostRanks = 256;
    operation.comm = operation.comm * kMostRanks + static_cast<std::uint32_t>(group.front());
    members_.emplace(operation.comm, group);
    if (operation.peer == mpi::kAnySource) return true;
    if (operation.peer < 0 || operation.peer >= static_cast<std::int64_t>(group.size())) return false;
    operation.peer = group[static_cast<std::size_t>(operation.peer)];
    return true;
  }

  std::map<std::uint32_t, Group> members_;
};

class MatchSimulator {
 public:
  MatchSimulator(std::span<const CommTrace> logs, const Comms &comms, Library library)
      : logs_(logs), comms_(comms), library_(library) {
    for (const CommTrace &log : logs)
      ranks_.push_back({.next = 0, .ops = std::vector<Progress>(log.operations.size())});
  }

  void run() {
    for (bool isMoving = true; isMoving;) {
      isMoving = false;
      for (std::size_t rank = 0; rank < logs_.size(); ++rank)
        while (advance(rank)) isMoving = true;
    }
  }

  /// What a rank that has not come to its end waits for.
  const Operation *waitsFor(std::size_t rank) const {
    const CommTrace &log = logs_[rank];
    return ranks_[rank].next < log.steps.size() ? &log.operations[log.steps[ranks_[rank].next].operation] : nullptr;
  }
  const llvm::CallBase *standsAt(std::size_t rank) const { return logs_[rank].steps[ranks_[rank].next].call; }

  struct Message {
    int sender = 0;
    const Operation *send = nullptr;
    int receiver = 0;
    const Operation *receive = nullptr;
  };
  /// Sends that have met their receive.
  std::vector<Message> messages() const {
    std::vector<Message> met;
    for (std::size_t rank = 0; rank < logs_.size(); ++rank)
      for (const std::size_t op : ranks_[rank].started) {
        const Operation &send = logs_[rank].operations[op];
        const Progress &progress = ranks_[rank].ops[op];
        if (send.kind != Operation::Kind::Send || progress.partner == kOpen) continue;
        met.push_back({static_cast<int>(rank), &send, static_cast<int>(progress.whose),
                       &logs_[progress.whose].operations[progress.partner]});
      }
    return met;
  }

  /// Sends that have begun and met no receive.
  std::vector<std::pair<int, const Operation *>> leftOver() const {
    std::vector<std::pair<int, const Operation *>> left;
    for (std::size_t rank = 0; rank < logs_.size(); ++rank)
      for (const std::size_t op : ranks_[rank].started)
        if (const Operation &each = logs_[rank].operations[op];
            each.kind == Operation::Kind::Send && ranks_[rank].ops[op].partner == kOpen)
          left.emplace_back(static_cast<int>(rank), &each);
    return left;
  }

 private:
  struct Progress {
    std::size_t partner = kOpen;  // of a message: the operation at the other end
    std::size_t whose = 0;        // and its rank
    std::size_t ordinal = 0;      // of a collective, on its communicator
  };
  struct Rank {
    std::size_t next = 0;  // step
    std::vector<Progress> ops;
    std::vector<std::size_t> started = {};
    std::map<std::uint32_t, std::size_t> collectives = {};  // so many have begun, by communicator
  };

  bool advance(std::size_t rank) {
    Rank &mine = ranks_[rank];
    if (mine.next >= logs_[rank].steps.size()) return false;
    const Step &step = logs_[rank].steps[mine.next];
    if (step.isWait && !isComplete(rank, step.operation)) return false;
    if (!step.isWait) start(rank, step.operation);
    ++mine.next;
    return true;
  }

  void start(std::size_t rank, std::size_t op) {
    Rank &mine = ranks_[rank];
    const Operation &operation = logs_[rank].operations[op];
    if (operation.kind == Operation::Kind::Collective) mine.ops[op].ordinal = mine.collectives[operation.comm]++;
    mine.started.push_back(op);
    if (operation.kind == Operation::Kind::Send || operation.kind == Operation::Kind::Receive) match(rank, op);
  }

  void match(std::size_t rank, std::size_t op) {
    const Operation &operation = logs_[rank].operations[op];
    const bool isSend = operation.kind == Operation::Kind::Send;
    for (std::size_t other = 0; other < logs_.size(); ++other)
      for (const std::size_t candidate : ranks_[other].started) {
        const Operation &theirs = logs_[other].operations[candidate];
        const bool isOther = theirs.kind == (isSend ? Operation::Kind::Receive : Operation::Kind::Send);
        if (!isOther || ranks_[other].ops[candidate].partner != kOpen) continue;
        const bool fits = isSend ? accepts(other, theirs, rank, operation) : accepts(rank, operation, other, theirs);
        if (!fits) continue;
        ranks_[rank].ops[op].partner = candidate;
        ranks_[rank].ops[op].whose = other;
        ranks_[other].ops[candidate].partner = op;
        ranks_[other].ops[candidate].whose = rank;
        return;
      }
  }

  static bool accepts(std::size_t receiver, const Operation &receive, std::size_t sender, const Operation &send) {
    const bool isFrom = receive.peer == mpi::kAnySource || receive.peer == static_cast<std::int64_t>(sender);
    const bool isTag = receive.tag == mpi::kAnyTag || receive.tag == send.tag;
    return isFrom && isTag && send.peer == static_cast<std::int64_t>(receiver) && send.comm == receive.comm;
  }

  bool isComplete(std::size_t rank, std::size_t op) const {
    const Operation &operation = logs_[rank].operations[op];
    const bool isMet = ranks_[rank].ops[op].partner != kOpen;
    const mpi::SendMode mode = mpi::sendMode(*operation.routine);
    switch (operation.kind) {
      case Operation::Kind::Receive:
        return isMet;
      case Operation::Kind::Send:
        if (isMet || mode == mpi::SendMode::Buffered) return true;
        return library_ == Library::Generous && mode != mpi::SendMode::Synchronous;
      case Operation::Kind::Probe:
        return std::ranges::any_of(leftOver(), [&](const auto &send) {
          return accepts(rank, operation, static_cast<std::size_t>(send.first), *send.second);
        });
      case Operation::Kind::Collective:
        return isLeft(rank, op);
    }
    return true;
  }

  /// Whether all have come that the rank must wait for in the collective.
  bool isLeft(std::size_t rank, std::size_t op) const {
    const Operation &operation = logs_[rank].operations[op];
    for (const int member : comms_.membersOf(operation.comm)) {
      const auto other = static_cast<std::size_t>(member);
      if (!needs(operation, rank, other)) continue;
      const auto begun = ranks_[other].collectives.find(operation.comm);
      if (begun == ranks_[other].collectives.end() || begun->second <= ranks_[rank].ops[op].ordinal) return false;
    }
    return true;
  }

  bool needs(const Operation &operation, std::size_t rank, std::size_t other) const {
    if (rank == other) return false;
    if (library_ == Library::Strict) return true;
    const bool isRoot = operation.peer == static_cast<std::int64_t>(rank);
    switch (operation.routine->cls) {
      case Class::CollectiveFromRoot:
        return operation.peer == static_cast<std::int64_t>(other);
      case Class::CollectiveToRoot:
        return isRoot;
      case Class::CollectiveScan:
      case Class::CollectiveExscan:
        return isBefore(comms_.membersOf(operation.comm), other, rank);
      default:
        return true;
    }
  }

  static bool isBefore(const Group &group, std::size_t first, std::size_t second) {
    return std::ranges::find(group, static_cast<int>(first)) < std::ranges::find(group, static_cast<int>(second));
  }

  std::span<const CommTrace> logs_;
  const Comms &comms_;
  Library library_;
  std::vector<Rank> ranks_;
};

/// With a choice of senders there is more than one way.
bool isDecided(std::span<const CommTrace> logs) {
  bool hasOpen = false;
  bool hasOwn = false;
  for (std::size_t rank = 0; rank < logs.size(); ++rank)
    for (const Operation &operation : logs[rank].operations) {
      hasOpen |= operation.peer == mpi::kAnySource;
      hasOwn |= operation.peer == static_cast<std::int64_t>(rank) && operation.kind == Operation::Kind::Send;
    }
  return !hasOpen || (logs.size() == 2 && !hasOwn);
}

bool isMessage(const Operation &operation) { return operation.kind != Operation::Kind::Collective; }

/// Whether every rank makes the same calls with the same peers: the other side of what they say to each other is not in
/// this program, which may be one of several that make up the job.
bool holdsOneSide(std::span<const CommTrace> logs) {
  const auto messages = [](const CommTrace &log) { return log.operations | std::views::filter(isMessage); };
  const auto isSame = [](const Operation &a, const Operation &b) {
    return std::tie(a.call, a.comm, a.peer) == std::tie(b.call, b.comm, b.peer);
  };
  return std::ranges::all_of(
      logs, [&](const CommTrace &log) { return std::ranges::equal(messages(log), messages(logs.front()), isSame); });
}

/// For a program that may be one of several.
void soften(Finding &finding) {
  finding.severity = report::Severity::Warning;
  finding.help =
      "every rank makes the same calls with the same peers: let one of them take the other side, or start the program "
      "together with the one that does";
}

/// A message for the receive in all but its tag or communicator: a slip.
void hintAt(Finding &finding, std::size_t rank, const Operation &receive, const MatchSimulator &meeting) {
  if (receive.kind != Operation::Kind::Receive) return;
  for (const auto &[sender, send] : meeting.leftOver()) {
    const bool isForIt =
        send->peer == static_cast<std::int64_t>(rank) && (receive.peer == sender || receive.peer == mpi::kAnySource);
    if (!isForIt) continue;
    finding.sites.push_back(siteAt(*send->call, SiteRole::Call, "sends a message that does not match"));
    finding.help =
        send->comm != receive.comm
            ? "the message that was sent is on another communicator: let both agree"
            : fmt::format("the message that was sent has tag {}, the receive asks for tag {}: let both agree",
                          send->tag, receive.tag);
    return;
  }
}

constexpr std::string_view kIfAlone = " when all ranks run this program";

std::optional<Finding> standstill(const MatchSimulator &meeting, std::size_t count, bool isCertain, bool isOneSided) {
  Finding finding;
  finding.rule = isCertain ? report::rule("deadlock") : report::rule("deadlock-potential");
  finding.severity = report::info(finding.rule).severity;
  finding.confirmed = report::Confirmed::StaticOnly;
  std::vector<std::string> waits;
  bool hasMessage = false;
  bool hasSend = false;
  bool hasCollective = false;
  for (std::size_t rank = 0; rank < count; ++rank) {
    const Operation *awaited = meeting.waitsFor(rank);
    if (!awaited) continue;
    (awaited->kind == Operation::Kind::Collective ? hasCollective : hasMessage) = true;
    hasSend |= awaited->kind == Operation::Kind::Send;
    const llvm::CallBase &call = *meeting.standsAt(rank);
    finding.ranks.push_back(static_cast<int>(rank));
    finding.sites.push_back(siteAt(call, SiteRole::Call, isCertain ? "waits here forever" : "would wait here"));
    finding.sites.back().rank = static_cast<int>(rank);
    finding.sites.back().ranks = {static_cast<int>(rank)};
    waits.push_back(fmt::format("rank {} waits in {}", rank, finding.sites.back().call));
    hintAt(finding, rank, *awaited, meeting);
  }
  if (waits.size() == 1) waits.front() = fmt::format("it waits in {}", finding.sites.front().call);
  if (!hasMessage) return std::nullopt;  // none, or collectives that do not meet: their own rule tells it
  finding.message =
      isCertain
          ? fmt::format("{} {} deadlocked{}: {}", report::describeRanks(finding.ranks),
                        finding.ranks.size() == 1 ? "is" : "are", isOneSided ? kIfAlone : "", fmt::join(waits, ", "))
          : fmt::format("{} deadlock unless the library {}{}{}", report::describeRanks(finding.ranks),
                        hasSend || !hasCollective ? "buffers the messages" : "", hasSend && hasCollective ? " or " : "",
                        hasCollective ? "lets a rank leave the collective before all have come" : "");
  if (finding.help.empty())
    finding.help =
        isCertain ? "reorder the calls on one side: send before waiting"
        : hasCollective
            ? "have every rank enter the collective before any rank waits for a message that is sent after it"
            : "post the receives first, or use nonblocking or combined calls";
  if (isOneSided && isCertain) soften(finding);
  return finding;
}

Finding unreceived(int rank, const Operation &send, bool isOneSided) {
  Finding finding;
  finding.rule = report::rule("p2p-unmatched");
  finding.severity = report::info(finding.rule).severity;
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.message = fmt::format("the message that {} sends to rank {} with tag {} is never received{}",
                                send.routine->name, send.peer, send.tag, isOneSided ? kIfAlone : "");
  finding.ranks = {rank};
  finding.sites.push_back(siteAt(*send.call, SiteRole::Call, "sends it here"));
  finding.help =
      "let the rank that it is sent to receive it, or do not send it; source, tag and communicator must agree";
  if (isOneSided) soften(finding);
  return finding;
}

std::string_view nameOf(mpi::PredefinedType type) {
  return mpi::predefinedType(static_cast<std::uint64_t>(type))->name;
}

/// "4 x MPI_INT"
std::string describe(const MessageData &data) {
  const auto each = mpi::predefinedType(static_cast<std::uint64_t>(data.basic))->bytes;
  return fmt::format("{} x {}", *data.bytes / each, nameOf(data.basic));
}

Finding ofMessage(const MatchSimulator::Message &message, report::Rule rule, std::string text) {
  Finding finding;
  finding.rule = rule;
  finding.severity = report::info(rule).severity;
  finding.confirmed = report::Confirmed::StaticOnly;
  finding.message = std::move(text);
  finding.ranks = {std::min(message.sender, message.receiver), std::max(message.sender, message.receiver)};
  finding.sites.push_back(siteAt(*message.send->call, SiteRole::Call, "sends it here"));
  finding.sites.push_back(siteAt(*message.receive->call, SiteRole::Call, "receives it here"));
  finding.sites[0].rank = message.sender;
  finding.sites[1].rank = message.receiver;
  return finding;
}

/// What is wrong with the types and amounts at the two ends, as far as both are known and each is of one basic type.
std::optional<Finding> misfit(const MatchSimulator::Message &message) {
  const MessageData &sent = message.send->data;
  const MessageData &received = message.receive->data;
  const bool isKnown = sent.bytes && received.bytes && sent.basic != mpi::PredefinedType::None &&
                       received.basic != mpi::PredefinedType::None;
  if (!isKnown) return std::nullopt;
  const bool isSame = sent.basic == received.basic || *sent.bytes == 0 || *received.bytes == 0;
  const bool isAlike = isSame || mpi::meansTheSame(sent.basic, received.basic);
  if (*sent.bytes > *received.bytes && isAlike) {
    Finding finding = ofMessage(
        message, report::rule("p2p-truncation"),
        fmt::format("rank {} sends {} ({} bytes) to rank {}, which has room for {} ({} bytes)", message.sender,
                    describe(sent), *sent.bytes, message.receiver, describe(received), *received.bytes));
    finding.help = "receive with a count that is at least as large as the one sent, or probe for it first";
    return finding;
  }
  if (isSame) return std::nullopt;
  Finding finding = ofMessage(
      message, report::rule("p2p-type-mismatch"),
      fmt::format("rank {} sends {} to rank {}, which receives it as {}: element 0 is {} at the sender and {} at the "
                  "receiver",
                  message.sender, describe(sent), message.receiver, describe(received), nameOf(sent.basic),
                  nameOf(received.basic)));
  if (isAlike) finding.severity = report::Severity::Warning;
  finding.help = "name the same basic types, in the same order, in the send and in the receive";
  return finding;
}

}  // namespace

std::vector<Finding> meet(std::vector<CommTrace> logs) {
  Comms comms;
  const bool isOneSided = !logs.empty() && holdsOneSide(logs);
  if (logs.empty() || !comms.resolve(logs) || !isDecided(logs)) return {};
  for (const Library library : {Library::Generous, Library::Strict}) {
    MatchSimulator meeting(logs, comms, library);
    meeting.run();
    std::vector<Finding> found;
    for (const MatchSimulator::Message &message : meeting.messages())
      if (std::optional<Finding> finding = misfit(message)) found.push_back(std::move(*finding));
    const auto isError = [](const Finding &finding) { return finding.severity == report::Severity::Error; };
    if (std::ranges::any_of(found, isError)) return found;  // what comes of it is its consequence
    bool isStuck = false;
    for (std::size_t rank = 0; rank < logs.size(); ++rank) isStuck |= meeting.waitsFor(rank) != nullptr;
    if (isStuck) {
      if (auto stuck = standstill(meeting, logs.size(), library == Library::Generous, isOneSided))
        found.push_back(std::move(*stuck));
      return found;
    }
    for (const auto &[rank, send] : meeting.leftOver()) found.push_back(unreceived(rank, *send, isOneSided));
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace lockstep::passes::symex
