// Matches sends with receives.
//
// Messages from one rank to another with one tag on one communicator form a channel: the k-th send matches the k-th
// receive. A wildcard receive joins the channel given by its status, at the position where it was posted; until its
// status is known, later receives that could take the same messages wait. All this depends only on each process's own
// order of events and on the results of its calls, not on how the records of different ranks are interleaved.
//
// A probe sees the message that a receive posted in its place would get, and does not take it.
//
// Threads of one sender are concurrent: the order of the records does not say which of their sends in a channel came
// first. If the length of a received message differs from that of the next send, the receive is matched with the first
// send of that length, and later receives with the skipped one.
//
// If the records begin in the middle of a run, an unknown number of messages may be in transit: a receive may get an
// earlier message than the counting says. This shows if the receive completes before its send begins, by the clock of
// their machine. Then the receive is matched with the previous send, or with one from before the records, which can
// only add order.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/calls/Transfer.h"
#include "engine/matching/MatchCandidates.h"

namespace lockstep::engine {

struct Channel {
  using Pairs = std::list<std::pair<TransferPtr, TransferPtr>>;
  std::list<TransferPtr> sends;                            // without a receive yet
  std::list<TransferPtr> receives;                         // without a send yet
  Pairs open;                                              // matched, but the receive has not returned
  std::vector<std::pair<std::size_t, TransferPtr>> looks;  // probes, by the number of sends to come before theirs
  TransferStartPtr last;  // if messages may be in transit: the last send that was received
};

/// The pending messages of one receiver on one communicator.
struct Mailbox {
  using ChannelKey = std::pair<int, std::int64_t>;  // sender, tag
  MailboxId id{};
  std::map<ChannelKey, Channel> channels;
  bool isUnclear = false;          // a receive took an unknown message
  std::list<TransferPtr> pending;  // in posting order: wildcard receives, and receives that compete with them
};

class Messages {
 public:
  using Sink = std::function<void(const TransferPtr &receive)>;

  /// `matched` is called for every receive or probe that has a partner now. The partner may still change, when an
  /// earlier receive is cancelled.
  explicit Messages(Sink matched) : matched_(std::move(matched)) {}

  /// Some messages were sent before the first record.
  void beginLate() { beginsLate_ = true; }

  /// Adds the transfers of a call that is started by `by`. None if the peer is MPI_PROC_NULL or outside the world.
  void make(const CallPtr &call, const CallPtr &by, Transfers &transfers) const;
  /// Must be called in program order.
  void post(const TransferPtr &transfer);
  /// The receive or probe got a message with this status. Without a status (it failed) it is given up.
  void resolve(const TransferPtr &transfer, const Status &status);
  /// The receive of a message that was taken by the matched probe `transfer`.
  void receiveInto(const TransferPtr &transfer, const CallPtr &receive);
  /// The message of this receive will never be known.
  void giveUp(const TransferPtr &transfer);
  /// The receive was cancelled: its message is available to others.
  void withdraw(const TransferPtr &transfer);
  /// The call of the transfer returned at this time: its match is final.
  void close(const TransferPtr &transfer, std::uint64_t time);

  /// End of input: receives that waited for an unrecorded status are matched by order alone.
  void settle();

  /// Whether the receive or probe has its message, or the message its receive.
  MatchCandidate prospectOf(const Transfer &transfer) const;
  /// The messages of these receives or probes, all in one mailbox, if each takes that of the lowest rank; nothing if
  /// they cannot all be complete. See MatchCandidates.h.
  std::optional<Transfers> firstChoice(const Transfers &receives) const;
  /// Whether its match is unknown, because its own status or that of an earlier receive is.
  bool isOpen(const Transfer &receive) const;
  /// Messages that were sent but not received.
  Transfers leftOver() const;
  /// Receives that are matched but have not returned.
  Transfers openReceives() const;

 private:
  TransferPtr make(const CallPtr &call, const CallPtr &by, Transfer::Side side) const;
  Mailbox &mailboxOf(const Transfer &transfer);
  void sort(Mailbox &mailbox);
  void enqueue(Mailbox &mailbox, const TransferPtr &receive);
  void match(Channel &channel, const TransferPtr &send, const TransferPtr &receive);
  bool isTooLate(const TransferStart &send, const Transfer &receive) const;
  void pair(const TransferPtr &send, const TransferPtr &receive);
  void refit(Channel &channel, const TransferPtr &receive);
  TransferPtr takeReceiveFor(Channel &channel, const Transfer &send);
  TransferPtr takeSendFor(Channel &channel, const Transfer &receive);
  void takeEarlier(const Channel &channel, const TransferPtr &receive);
  void correct(Channel &channel, const TransferPtr &receive);
  static void takeBack(Channel &channel, Channel::Pairs::iterator at, const TransferPtr &gone);
  void matchRest(Channel &channel);
  void dropIfEmpty(Mailbox &mailbox, std::map<Mailbox::ChannelKey, Channel>::iterator channel);

  Sink matched_;
  static constexpr std::size_t kMostIdle = 16;  // empty channels that a mailbox keeps

  using MailboxKey = std::tuple<std::uint64_t, int, bool>;  // communicator, receiver, partitioned
  std::map<MailboxKey, Mailbox> mailboxes_;
  std::vector<Mailbox *> numbered_;  // by MailboxId, from 1
  std::uint64_t posted_ = 0;
  bool beginsLate_ = false;
};

}  // namespace lockstep::engine
