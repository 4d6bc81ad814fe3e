// Which send belongs to which receive.
//
// Messages from one rank to another with one tag on one communicator form a channel: the k-th send goes to the k-th
// receive. A receive that names no source or no tag joins the channel that its status tells, at the place where it was
// posted: as long as that is not known, receives behind it that could take the same messages wait for it. All of this
// depends only on each process's own order of events and on what its calls returned, not on how the records of
// different ranks are interleaved.
//
// A look (probe) sees the message that a receive posted in its place would get, and leaves it there.
//
// Threads of one sender are concurrent: which of their sends in one channel came first, the order of the records does
// not tell. Where a receive has got a message of another length than the one whose turn it is, it gets the first that
// has this length, and the receives behind it that one.
//
// Where the records begin in the middle of a run, messages may have been under way then, nobody knows how many: a
// receive gets an earlier one than the counting says. That shows when it is complete before the message is sent that it
// would get, by the clock of their machine. It is then taken to have got the one before, or one from before the records
// if there is none, which can only give more order than there was.
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
  std::list<TransferPtr> sends;                            // without a receive
  std::list<TransferPtr> receives;                         // without a send
  Pairs open;                                              // matched, and the receive has not returned
  std::vector<std::pair<std::size_t, TransferPtr>> looks;  // at what comes after so many further sends
  TransferStartPtr last;  // where messages may have been under way: the last send that a receive has got
};

/// Of one receiver on one communicator.
struct Mailbox {
  using ChannelKey = std::pair<int, std::int64_t>;  // sender, tag
  MailboxId id{};
  std::map<ChannelKey, Channel> channels;
  bool isUnclear = false;          // a receive took a message that is not known
  std::list<TransferPtr> pending;  // in the order of posting: wild ones, and those that they might deprive
};

class Messages {
 public:
  using Sink = std::function<void(const TransferPtr &receive)>;

  /// `matched` hears of every receive or look that has a partner now. It may get another one later, when a receive in
  /// front of it is cancelled.
  explicit Messages(Sink matched) : matched_(std::move(matched)) {}

  /// Some messages were sent before the first record.
  void beginLate() { beginsLate_ = true; }

  /// Adds the sides that a call has, as `by` starts them. None where the peer is MPI_PROC_NULL or outside the world.
  void make(const CallPtr &call, const CallPtr &by, Transfers &transfers) const;
  /// In the order of the process.
  void post(const TransferPtr &transfer);
  /// The receive or look got a message with this status. Without one (it failed) it is given up.
  void resolve(const TransferPtr &transfer, const Status &status);
  /// The receive of a message that was taken by the probe `transfer`.
  void receiveInto(const TransferPtr &transfer, const CallPtr &receive);
  /// Nobody will learn which message the receive gets.
  void giveUp(const TransferPtr &transfer);
  /// It was cancelled: the message it would have had is still there.
  void withdraw(const TransferPtr &transfer);
  /// Its call has returned at that time: nothing about it will change.
  void close(const TransferPtr &transfer, std::uint64_t time);

  /// Nothing more will come: matches what waited for a message that is not recorded, by order alone.
  void settle();

  /// Whether the receive or look has its message, or the message its receive.
  MatchCandidate prospectOf(const Transfer &transfer) const;
  /// What these receives or looks get, which wait in one mailbox, if each takes the message of the lowest rank; nothing
  /// where they cannot be complete together. See MatchCandidates.h.
  std::optional<Transfers> firstChoice(const Transfers &receives) const;
  /// Whether it waits to be told, or behind one that does, which message it gets.
  bool isOpen(const Transfer &receive) const;
  /// All that was sent and never taken.
  Transfers leftOver() const;
  /// The receives that have their message but have not returned.
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
  static constexpr std::size_t kMostIdle = 16;  // channels of a mailbox that stay although nothing is in them

  using MailboxKey = std::tuple<std::uint64_t, int, bool>;  // communicator, receiver, partitioned
  std::map<MailboxKey, Mailbox> mailboxes_;
  std::vector<Mailbox *> numbered_;  // by MailboxId, from 1
  std::uint64_t posted_ = 0;
  bool beginsLate_ = false;
};

}  // namespace lockstep::engine
