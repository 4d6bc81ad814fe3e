// message-race: a wildcard receive that could also have matched another message, which is not ordered after it.
//
// For every receiver and communicator the rule stores the messages sent but not yet received, and the last wildcard
// receive of each place: what was concurrent with an earlier one of that place is concurrent with the last. Messages of
// one sender do not overtake each other, so only the first matching one of each sender is a rival. The rule warns if
// the other message would have made a difference: another tag, type or amount, a later receive from just that sender,
// or a program that does not check the source. Otherwise (master and workers) it is a note; this is decided when the
// other message has been received, too. For a server, tags make no difference: one call in a loop receives all messages
// and dispatches on the status. After a probe, type and amount make none either. If exclusive locks may order the
// messages (LockOrder.h), the rule decides at the end.
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/CallData.h"
#include "engine/rules/messages/LockOrder.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("message-race");
constexpr std::int64_t kFirstAddress = 4096;  // lower addresses are constants such as MPI_STATUS_IGNORE

bool ignoresStatus(const Call &completion) {
  const auto status =
      completion.argument(completion.routine->indexOf(Role::Status) >= 0 ? Role::Status : Role::Statuses);
  return status.value_or(kFirstAddress) < kFirstAddress;
}

bool areAlike(const Call &a, const Call &b) {
  const auto first = sentBy(a);
  const auto second = sentBy(b);
  return !first || !second || compare(*first, *second).isEqual();
}

/// The call that chose the message: for a matched probe the probe, even if its receive is known.
const Call &chooserOf(const TransferStart &receive) {
  return receive.by->routine->cls == mpi::Class::Probe ? *receive.by : *receive.call;
}

/// The messages of one sender in order that are not received; received ones may be in between.
class Line {
 public:
  void add(const TransferPtr &send) { sent_.push_back(send); }

  /// False if none are left.
  bool dropReceived() {
    while (first_ < sent_.size() && sent_[first_]->own->received.isSet()) ++first_;
    if (first_ < sent_.size() / 2) return true;
    sent_.erase(sent_.begin(), sent_.begin() + static_cast<std::ptrdiff_t>(std::exchange(first_, 0)));
    return !sent_.empty();
  }

  /// The first message that the receive would match; null for none.
  TransferPtr find(const Transfer &receive) const {
    for (std::size_t i = first_; i < sent_.size(); ++i)
      if (!sent_[i]->own->received.isSet() && (receive.takesAnyTag || sent_[i]->tag == receive.tag)) return sent_[i];
    return nullptr;
  }

 private:
  std::vector<TransferPtr> sent_;
  std::size_t first_ = 0;  // earlier ones are received
};

class MessageRace final : public WorldRule {
 public:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, int>;  // sites and the receiving rank
  struct WildReceive {
    TransferPtr receive;
    Stamp completed;
    bool ignoresStatus = false;
    std::set<int> rivals;  // senders whose first matching message was judged
  };
  /// The receive could have matched the other message.
  struct Undecided {
    TransferPtr receive;
    TransferPtr other;
    bool hasOtherTag = false;
    bool hasOtherData = false;  // type or amount
  };
  using MailboxKey = std::pair<std::uint64_t, int>;  // communicator, receiver
  struct MailboxHash {
    std::size_t operator()(const MailboxKey &key) const {
      return std::hash<std::uint64_t>()(key.first * 31 + static_cast<std::uint64_t>(key.second));
    }
  };
  struct Mailbox {
    std::unordered_map<int, Line> sent;             // by sender
    std::map<std::uint32_t, WildReceive> received;  // by site
  };

  bool isAbout(const mpi::RoutineInfo &routine) const override { return LockOrder::isAbout(routine); }
  void onEnter(const Call &call, Context &context) override { locks_.enter(call, context, postponed_.empty()); }
  void onLeave(const Call &call, const Result &, Context &context) override { locks_.leave(call, context); }

  void onSent(const TransferPtr &send, Context &context) override {
    Mailbox &mailbox = mailboxOf(*send);
    mailbox.sent[send->rank].add(send);
    for (auto &[place, wild] : mailbox.received)
      if (!context.order().before(wild.completed, send->own->stamp)) judge(wild, send, context);
  }

  void onReceived(const TransferPtr &receive, const Call &completion, Context &context) override {
    if (!receive->partner) return;
    Mailbox &mailbox = mailboxOf(*receive);
    if (const auto line = mailbox.sent.find(receive->peer); line != mailbox.sent.end() && !line->second.dropReceived())
      mailbox.sent.erase(line);
    decide(receive->partner.get(), *receive->own, !receive->takesAnySource, context);
    if (!receive->takesAnySource) return;
    WildReceive &wild = mailbox.received[chooserOf(*receive->own).site];
    wild = {receive, context.now(), ignoresStatus(completion), {}};
    for (const auto &[sender, first] : firstOfEach(mailbox, *receive)) judge(wild, first, context);
  }

  /// The message of each sender that the receive would match.
  static std::map<int, TransferPtr> firstOfEach(const Mailbox &mailbox, const Transfer &receive) {
    std::map<int, TransferPtr> first;
    for (const auto &[sender, line] : mailbox.sent)
      if (TransferPtr send = line.find(receive)) first.emplace(sender, std::move(send));
    return first;
  }

  static Key keyOf(const Transfer &receive, const Transfer &other) {
    return {chooserOf(*receive.own).site, receive.partner->call->site, other.own->call->site, receive.rank};
  }

  Mailbox &mailboxOf(const Transfer &transfer) {
    return mailboxes_[{transfer.communicator->id(), transfer.receiver()}];
  }

  /// Whether the other message could have been matched instead of the actual one.
  static bool isRival(const Transfer &receive, const Transfer &other, const Order &order) {
    const bool fits = receive.takesAnyTag || other.tag == receive.tag;
    if (!fits || other.rank == receive.peer) return false;
    const bool isTakenBefore =
        other.partner && other.partner->isOrdered() && order.before(other.partner->stamp, receive.own->stamp);
    return !isTakenBefore;
  }

  void judge(WildReceive &wild, const TransferPtr &other, Context &context) {
    const Transfer &receive = *wild.receive;
    const bool isFirst = isRival(receive, *other, context.order()) && wild.rivals.insert(other->rank).second;
    if (!isFirst || warned_.contains(keyOf(receive, *other))) return;
    if (locks_.hasAny() && postponed_.size() < kMostPostponed) {
      postponed_.emplace_back(wild, other);
      return;
    }
    decide(wild, other, context);
  }

  void decide(const WildReceive &wild, const TransferPtr &other, Context &context) {
    const Transfer &receive = *wild.receive;
    if (wild.ignoresStatus) return report(receive, *other, report::Severity::Warning, context);
    const bool isProbed = chooserOf(*receive.own).routine->cls == mpi::Class::Probe;
    const bool hasOtherTag = !isProbed && other->tag != receive.tag;
    const bool hasOtherData = !isProbed && !areAlike(*receive.partner->call, *other->own->call);
    undecided_[other->own.get()].try_emplace(keyOf(receive, *other),
                                             Undecided{wild.receive, other, hasOtherTag, hasOtherData});
  }

  /// Judges pairs that locks do not order. By now it is known which receive got the other message.
  void decidePostponed(Context &context) {
    for (const auto &[wild, other] : postponed_) {
      if (locks_.before(wild.completed, other->own->stamp, context.order())) continue;
      decide(wild, other, context);
      if (other->own->received.isSet()) decide(other->own.get(), *other->partner, !other->partner->isFlexible, context);
    }
    postponed_.clear();
  }

  /// The other message is received. If that receive asks for just this sender, it would have missed its message; if it
  /// is the same call as the first receive, the program expects either message there.
  void decide(const TransferStart *other, const TransferStart &by, bool isAskedFor, Context &context) {
    const auto undecided = undecided_.extract(other);
    if (undecided.empty()) return;
    for (const auto &[key, each] : undecided.mapped()) {
      const bool isSameCall = chooserOf(by).site == chooserOf(*each.receive->own).site;
      const bool matters = isAskedFor || each.hasOtherData || (each.hasOtherTag && !isSameCall);
      report(*each.receive, *each.other, matters ? report::Severity::Warning : report::Severity::Note, context);
    }
  }

  void onFinish(bool /*interrupted*/, Context &context) override {
    decidePostponed(context);
    for (const auto &[other, undecided] : std::exchange(undecided_, {}))
      for (const auto &[key, each] : undecided) {
        const bool differs = each.hasOtherTag || each.hasOtherData;
        report(*each.receive, *each.other, differs ? report::Severity::Warning : report::Severity::Note, context);
      }
  }

 private:
  void report(const Transfer &receive, const Transfer &other, report::Severity severity, Context &context) {
    const Key key = keyOf(receive, other);
    const bool isNote = severity == report::Severity::Note;
    if (locks_.isIncomplete() && !isNote) return report(receive, other, report::Severity::Note, context);
    if (warned_.contains(key) || !(isNote ? noted_ : warned_).insert(key).second) return;
    const Call &taken = *receive.partner->call;
    const Call &rival = *other.own->call;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("{} may match a message from rank {} or from rank {}: the order is nondeterministic",
                                chooserOf(*receive.own).name(), receive.peer, other.rank),
                    chooserOf(*receive.own), "takes any message");
    finding.severity = severity;
    finding.sites.push_back(taken.process->siteOf(taken, "sends the one that came first"));
    finding.sites.push_back(rival.process->siteOf(rival, "sends the other"));
    finding.help = "receive from a specific rank, or use distinct tags";
    context.report(std::move(finding));
  }

  static constexpr std::size_t kMostPostponed = 10000;

  LockOrder locks_;
  std::vector<std::pair<WildReceive, TransferPtr>> postponed_;  // possibly ordered by locks, until the end
  std::unordered_map<MailboxKey, Mailbox, MailboxHash> mailboxes_;
  std::set<Key> warned_;
  std::set<Key> noted_;
  std::map<const TransferStart *, std::map<Key, Undecided>> undecided_;  // by the other message and the places
};

const Registration<MessageRace> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
