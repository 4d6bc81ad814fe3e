#include "engine/matching/Messages.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/calls/CallData.h"
#include "mpi/Special.h"

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Role;
using Side = Transfer::Side;

bool sends(const Call &call) { return call.routine->indexOf(Role::Dest) >= 0; }
bool receives(const Call &call) { return call.routine->indexOf(Role::Source) >= 0; }

/// The tag of the sending or receiving side: in a combined call the receive tag is last.
std::int64_t tagOf(const Call &call, Side side) {
  if (!sends(call) || !receives(call)) return call.argument(Role::Tag).value_or(mpi::kAnyTag);
  std::int64_t tag = mpi::kAnyTag;
  const auto arguments = call.routine->args();
  for (std::size_t i = 0; i < arguments.size() && i < call.arguments.size(); ++i) {
    if (arguments[i].role != Role::Tag) continue;
    tag = call.arguments[i];
    if (side == Side::Send) return tag;
  }
  return tag;
}

/// A matched probe takes the message out of the queue, so it counts as a receive.
Side receivingSide(const Call &call) {
  const bool looks = call.routine->cls == Class::Probe && call.routine->indexOf(Role::NewMessage) < 0;
  return looks ? Side::Look : Side::Receive;
}

/// -1 for a rank outside the communicator or outside the world.
int worldRank(const Communicator &comm, int rank, std::int64_t peer) {
  const auto own = comm.positionOf(rank);
  const auto position = own ? comm.peer(*own, peer) : std::nullopt;
  return position ? comm.members()[*position] : -1;
}

std::unique_ptr<Partitions> partitionsOf(const Call &call) {
  const std::int64_t count = call.argument(Role::Partitions).value_or(0);
  constexpr std::int64_t kMostPartitions = 1 << 20;
  if (count <= 0 || count > kMostPartitions) return nullptr;
  const auto size = static_cast<std::size_t>(count);
  return std::make_unique<Partitions>(Partitions{std::vector<bool>(size), size});
}

/// Threads may have sent it concurrently with another message of the channel.
bool mayOvertake(const TransferStart &send) { return send.by->process->hasManyThreads; }

/// Whether the message may have the length in the receive's status.
bool hasLengthOf(const TransferStart &send, const Transfer &receive) {
  if (receive.bytes < 0) return true;
  const auto sent = sentBy(*send.call);
  return !sent || bytesOf(*sent) == static_cast<std::uint64_t>(receive.bytes);
}

/// The messages without a receive, in the order of sending.
Transfers waitingIn(const Mailbox &mailbox) {
  Transfers sends;
  for (const auto &[key, channel] : mailbox.channels)
    sends.insert(sends.end(), channel.sends.begin(), channel.sends.end());
  std::ranges::sort(sends, {}, [](const TransferPtr &send) { return send->number; });
  return sends;
}

}  // namespace

bool Transfer::isWild() const { return side != Side::Send && (peer < 0 || tag == mpi::kAnyTag); }

bool Transfer::accepts(int sender, std::int64_t sentTag) const {
  return (peer < 0 || peer == sender) && (tag == mpi::kAnyTag || tag == sentTag);
}

TransferPtr Messages::make(const CallPtr &call, const CallPtr &by, Side side) const {
  const std::int64_t peer = call->argument(side == Side::Send ? Role::Dest : Role::Source).value_or(mpi::kProcNull);
  const bool isAny = peer == mpi::kAnySource && side != Side::Send;
  if (!call->comm) return nullptr;
  auto transfer = makeRef<Transfer>();
  transfer->communicator = call->comm;
  transfer->side = side;
  transfer->mode = mpi::sendMode(*call->routine);
  transfer->isPartitioned = call->routine->cls == Class::Partition;
  transfer->rank = call->rank();
  transfer->peer = isAny ? -1 : worldRank(*transfer->communicator, call->rank(), peer);
  transfer->tag = tagOf(*call, side);
  transfer->takesAnySource = isAny;
  transfer->takesAnyTag = side != Side::Send && transfer->tag == mpi::kAnyTag;
  transfer->own = makeRef<TransferStart>();
  transfer->own->call = call;
  transfer->own->by = by;
  transfer->own->isFlexible = isAny;
  if (transfer->isPartitioned && side == Side::Send) transfer->own->partitions = partitionsOf(*call);
  return isAny || transfer->peer >= 0 ? transfer : nullptr;
}

void Messages::make(const CallPtr &call, const CallPtr &by, Transfers &transfers) const {
  if (sends(*call))
    if (auto transfer = make(call, by, Side::Send)) transfers.push_back(std::move(transfer));
  if (receives(*call))
    if (auto transfer = make(call, by, receivingSide(*call))) transfers.push_back(std::move(transfer));
}

void Messages::pair(const TransferPtr &send, const TransferPtr &receive) {
  send->partner = receive->own;
  receive->partner = send->own;
}

void Messages::match(Channel &channel, const TransferPtr &send, const TransferPtr &receive) {
  pair(send, receive);
  if (!receive->isClosed) channel.open.emplace_back(send, receive);
  if (beginsLate_) receive->before = std::exchange(channel.last, send->own);
  matched_(receive);
}

/// Whether the receive completed before this message was sent.
bool Messages::isTooLate(const TransferStart &send, const Transfer &receive) const {
  return beginsLate_ && receive.closed != 0 && send.by->time > receive.closed &&
         send.by->process->key.node == receive.own->by->process->key.node;
}

void Messages::takeEarlier(const Channel &channel, const TransferPtr &receive) {
  receive->partner = channel.last;
  receive->isUnknown = !receive->partner;
  matched_(receive);
}

/// The receive returned with another message than the one matched with it: later receives get that one.
void Messages::correct(Channel &channel, const TransferPtr &receive) {
  const auto at = std::ranges::find(channel.open, receive, &std::pair<TransferPtr, TransferPtr>::second);
  if (at == channel.open.end()) return;
  channel.last = receive->before;
  takeBack(channel, at, receive);
  takeEarlier(channel, receive);
  matchRest(channel);
}

/// The receive returned with a message of another length than the one matched with it.
void Messages::refit(Channel &channel, const TransferPtr &receive) {
  const auto at = std::ranges::find(channel.open, receive, &std::pair<TransferPtr, TransferPtr>::second);
  if (at == channel.open.end()) return;
  const auto fits = [&](const TransferPtr &send) { return hasLengthOf(*send->own, *receive); };
  const auto other = std::ranges::find_if(std::next(at), channel.open.end(), fits, &Channel::Pairs::value_type::first);
  if (other != channel.open.end()) {
    std::swap(at->first, other->first);
    pair(at->first, at->second);
    pair(other->first, other->second);
    matched_(receive);
    return matched_(other->second);
  }
  const TransferPtr wrong = at->first;
  channel.open.erase(at);
  wrong->partner = nullptr;
  receive->partner = nullptr;
  const auto waiting = std::ranges::find_if(channel.sends, fits);
  const TransferPtr right = waiting != channel.sends.end() ? *waiting : nullptr;
  if (right)
    channel.sends.erase(waiting);
  else
    channel.receives.push_front(receive);  // until the right message is recorded
  channel.sends.push_front(wrong);
  if (right) match(channel, right, receive);
}

/// The first pending receive that may have got this message; null for none.
TransferPtr Messages::takeReceiveFor(Channel &channel, const Transfer &send) {
  auto found = channel.receives.begin();
  if (mayOvertake(*send.own))
    while (found != channel.receives.end() && !hasLengthOf(*send.own, **found)) ++found;
  if (found == channel.receives.end()) return nullptr;
  TransferPtr receive = *found;
  channel.receives.erase(found);
  return receive;
}

/// The first message that the receive may have got; null for none.
TransferPtr Messages::takeSendFor(Channel &channel, const Transfer &receive) {
  const auto mayBe = [&](const TransferPtr &send) {
    return !mayOvertake(*send->own) || hasLengthOf(*send->own, receive);
  };
  const auto found = std::ranges::find_if(channel.sends, mayBe);
  if (found == channel.sends.end()) return nullptr;
  TransferPtr send = *found;
  channel.sends.erase(found);
  return send;
}

/// Receives for which no length matches are matched by the order of the records.
void Messages::settle() {
  for (auto &[key, mailbox] : mailboxes_)
    for (auto &[channelKey, channel] : mailbox.channels) {
      matchRest(channel);
      while (!channel.sends.empty() && !channel.receives.empty()) {
        const TransferPtr send = std::move(channel.sends.front());
        const TransferPtr receive = std::move(channel.receives.front());
        channel.sends.pop_front();
        channel.receives.pop_front();
        match(channel, send, receive);
      }
    }
}

/// Keeps some empty channels: most get another message soon.
void Messages::dropIfEmpty(Mailbox &mailbox, std::map<Mailbox::ChannelKey, Channel>::iterator channel) {
  if (mailbox.channels.size() <= kMostIdle) return;
  const Channel &it = channel->second;
  const bool isEmpty = it.sends.empty() && it.receives.empty() && it.open.empty() && it.looks.empty();
  if (isEmpty && !it.last) mailbox.channels.erase(channel);
}

/// A receive with known source and tag is added to its channel; a probe is matched with the message that it sees.
void Messages::enqueue(Mailbox &mailbox, const TransferPtr &receive) {
  Channel &channel = mailbox.channels[{receive->peer, receive->tag}];
  if (receive->side == Side::Look) {
    // If both lists are non-empty, the lengths do not match: the probe sees the first send.
    const std::size_t index = channel.sends.empty() ? channel.receives.size() : 0;
    if (index < channel.sends.size()) {
      receive->partner = (*std::next(channel.sends.begin(), static_cast<std::ptrdiff_t>(index)))->own;
      matched_(receive);
    } else {
      channel.looks.emplace_back(index, receive);
    }
    return;
  }
  const TransferPtr send = takeSendFor(channel, *receive);
  if (!send) return channel.receives.push_back(receive);
  match(channel, send, receive);
}

/// Moves receives that no longer compete with earlier wildcard receives to their channels.
void Messages::sort(Mailbox &mailbox) {
  std::vector<const Transfer *> wild;
  for (auto next = mailbox.pending.begin(); next != mailbox.pending.end();) {
    const TransferPtr receive = *next;
    const bool isSettled = !receive->isWild() && std::ranges::none_of(wild, [&](const Transfer *before) {
      return before->side == Side::Receive && before->accepts(receive->peer, receive->tag);
    });
    if (isSettled) {
      next = mailbox.pending.erase(next);
      enqueue(mailbox, receive);
      continue;
    }
    wild.push_back(receive.get());
    ++next;
  }
}

/// Cached for calls that repeat each other.
Mailbox &Messages::mailboxOf(const Transfer &transfer) {
  MailboxId &id = transfer.own->call->deduced().mailboxes[transfer.side == Side::Send ? 0 : 1];
  if (id != MailboxId::None) return *numbered_[static_cast<std::size_t>(id) - 1];
  Mailbox &mailbox = mailboxes_[{transfer.communicator->id(), transfer.receiver(), transfer.isPartitioned}];
  if (mailbox.id == MailboxId::None) {
    numbered_.push_back(&mailbox);
    mailbox.id = static_cast<MailboxId>(numbered_.size());
  }
  id = mailbox.id;
  return mailbox;
}

void Messages::post(const TransferPtr &transfer) {
  transfer->number = ++posted_;
  Mailbox &mailbox = mailboxOf(*transfer);
  transfer->mailbox = &mailbox;
  if (transfer->side != Side::Send) {
    if (mailbox.pending.empty() && !transfer->isWild()) return enqueue(mailbox, transfer);
    mailbox.pending.push_back(transfer);
    return sort(mailbox);
  }
  const auto at = mailbox.channels.try_emplace({transfer->rank, transfer->tag}).first;
  Channel &channel = at->second;
  std::erase_if(channel.looks, [&](auto &look) {
    if (look.first-- > 0) return false;
    if (isTooLate(*transfer->own, *look.second)) {
      takeEarlier(channel, look.second);
      return true;
    }
    look.second->partner = transfer->own;
    matched_(look.second);
    return true;
  });
  while (!channel.receives.empty() && isTooLate(*transfer->own, *channel.receives.front())) {
    takeEarlier(channel, channel.receives.front());
    channel.receives.pop_front();
  }
  const TransferPtr receive = takeReceiveFor(channel, *transfer);
  if (!receive) return channel.sends.push_back(transfer);
  match(channel, transfer, receive);
  dropIfEmpty(mailbox, at);
}

void Messages::resolve(const TransferPtr &transfer, const Status &status) {
  transfer->bytes = status.bytes;
  if (!transfer->isWild()) return;
  const int sender =
      transfer->peer >= 0 ? transfer->peer : worldRank(*transfer->communicator, transfer->rank, status.source);
  if (sender < 0 || status.tag < 0) return giveUp(transfer);
  transfer->peer = sender;
  transfer->tag = status.tag;
  sort(*transfer->mailbox);
}

void Messages::giveUp(const TransferPtr &transfer) {
  transfer->mailbox->isUnclear = true;
  transfer->isUnknown = true;
  withdraw(transfer);
}

void Messages::receiveInto(const TransferPtr &transfer, const CallPtr &receive) {
  transfer->own->call = receive;
  if (transfer->partner) matched_(transfer);
}

/// Later receives get the messages of earlier ones.
void Messages::withdraw(const TransferPtr &transfer) {
  Mailbox &mailbox = *transfer->mailbox;
  if (std::erase(mailbox.pending, transfer) > 0) return sort(mailbox);
  const auto found = mailbox.channels.find({transfer->sender(), transfer->tag});
  if (found == mailbox.channels.end()) {
    mailbox.isUnclear = true;  // its receive has returned, with an unknown message
    return;
  }
  Channel &channel = found->second;
  if (!transfer->partner) {
    std::erase(transfer->side == Side::Send ? channel.sends : channel.receives, transfer);
    return dropIfEmpty(mailbox, found);
  }
  const auto isIt = [&](const auto &pair) { return pair.first == transfer || pair.second == transfer; };
  const auto at = std::ranges::find_if(channel.open, isIt);
  if (at == channel.open.end()) {
    mailbox.isUnclear = true;
    return;
  }
  takeBack(channel, at, transfer);
  matchRest(channel);
}

/// Unmatches the pairs from `at` on; one side of the first pair is gone.
void Messages::takeBack(Channel &channel, Channel::Pairs::iterator at, const TransferPtr &gone) {
  const Channel::Pairs behind(at, channel.open.end());
  channel.open.erase(at, channel.open.end());
  for (auto pair = behind.rbegin(); pair != behind.rend(); ++pair) {
    pair->first->partner = nullptr;
    pair->second->partner = nullptr;
    if (pair->first != gone) channel.sends.push_front(pair->first);
    if (pair->second != gone) channel.receives.push_front(pair->second);
  }
}

void Messages::matchRest(Channel &channel) {
  for (auto next = channel.receives.begin(); next != channel.receives.end();) {
    const TransferPtr receive = *next;
    const TransferPtr send = takeSendFor(channel, *receive);
    if (!send) {
      ++next;
      continue;
    }
    next = channel.receives.erase(next);
    match(channel, send, receive);
  }
}

void Messages::close(const TransferPtr &transfer, std::uint64_t time) {
  transfer->isClosed = true;
  if (beginsLate_) transfer->closed = time;
  const bool isWrong = transfer->side != Side::Send && transfer->partner && isTooLate(*transfer->partner, *transfer);
  if (isWrong && transfer->side == Side::Look) transfer->isUnknown = true;
  if (transfer->side != Side::Receive || transfer->isWild()) return;
  Mailbox &mailbox = *transfer->mailbox;
  const auto found = mailbox.channels.find({transfer->peer, transfer->tag});
  if (found == mailbox.channels.end()) return;
  if (isWrong) correct(found->second, transfer);
  const TransferStartPtr &partner = transfer->partner;
  if (partner && !beginsLate_ && mayOvertake(*partner) && !hasLengthOf(*partner, *transfer))
    refit(found->second, transfer);
  Channel::Pairs &open = found->second.open;
  const auto pair = std::ranges::find(open, transfer, &std::pair<TransferPtr, TransferPtr>::second);
  if (pair != open.end()) open.erase(pair);
  dropIfEmpty(mailbox, found);
}

MatchCandidate Messages::prospectOf(const Transfer &transfer) const {
  if (transfer.partner) return {true, true};
  const Mailbox *mailbox = transfer.mailbox;
  if (transfer.isUnknown || (mailbox != nullptr && mailbox->isUnclear)) return {true, false};
  if (mailbox == nullptr || mailbox->pending.empty()) return {};
  return engine::prospectOf(transfer, mailbox->pending, waitingIn(*mailbox));
}

std::optional<Transfers> Messages::firstChoice(const Transfers &receives) const {
  const Mailbox &mailbox = *receives.front()->mailbox;
  return engine::firstChoice(receives, mailbox.pending, waitingIn(mailbox));
}

bool Messages::isOpen(const Transfer &receive) const {
  return receive.mailbox != nullptr && std::ranges::any_of(receive.mailbox->pending, [&](const TransferPtr &pending) {
           return pending.get() == &receive;
         });
}

Transfers Messages::leftOver() const {
  Transfers left;
  for (const auto &[key, mailbox] : mailboxes_)
    for (const auto &[channelKey, channel] : mailbox.channels)
      if (!mailbox.isUnclear) left.insert(left.end(), channel.sends.begin(), channel.sends.end());
  return left;
}

Transfers Messages::openReceives() const {
  Transfers open;
  for (const auto &[key, mailbox] : mailboxes_)
    for (const auto &[channelKey, channel] : mailbox.channels)
      for (const auto &[send, receive] : channel.open) open.push_back(receive);
  return open;
}

}  // namespace lockstep::engine
