// message-race: a receive from any source that another message, which nothing orders after it, could have matched as
// well.
//
// For every receiver and communicator the rule remembers what was sent and not yet received, and the last receive of
// each place that takes any source: whatever was concurrent with an earlier one of that place is so with the last. It
// warns where the other message would have made a difference: another tag or amount, a later receive that asks for just
// that sender, or a program that does not look whose message it got. Otherwise (a master and its workers) it is a note;
// that is known once the other message is received, too.
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("message-race");
constexpr std::int64_t kFirstAddress = 4096;  // below it stand the constants for "no status wanted"

bool ignoresStatus(const Call &completion) {
  const auto status =
      completion.argument(completion.routine->indexOf(Role::Status) >= 0 ? Role::Status : Role::Statuses);
  return status.value_or(kFirstAddress) < kFirstAddress;
}

std::pair<std::int64_t, std::int64_t> amountOf(const Call &send) {
  return {send.argument(Role::Count).value_or(0), send.argument(Role::Datatype).value_or(0)};
}

class MessageRace final : public Rule {
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, int>;  // sites and the receiving rank
  struct WildReceive {
    TransferPtr receive;
    Stamp completed;
    bool ignoresStatus = false;
  };
  struct Mailbox {
    std::map<const TransferStart *, TransferPtr> sent;                       // and not received
    std::map<std::pair<std::uint32_t, std::int64_t>, WildReceive> received;  // by site and tag
  };

  void onSent(const TransferPtr &send, Context &context) override {
    Mailbox &mailbox = mailboxOf(*send);
    mailbox.sent.emplace(send->own.get(), send);
    for (const auto &[place, wild] : mailbox.received)
      if (!context.order().before(wild.completed, send->own->stamp)) judge(wild, send, context);
  }

  void onReceived(const TransferPtr &receive, const Call &completion, Context &context) override {
    if (!receive->partner) return;
    Mailbox &mailbox = mailboxOf(*receive);
    mailbox.sent.erase(receive->partner.get());
    decide(receive->partner.get(), !receive->takesAnySource, context);
    if (!receive->takesAnySource) return;
    const Call &posted = *receive->own->call;
    WildReceive &wild = mailbox.received[{posted.site, posted.argument(Role::Tag).value_or(0)}];
    wild = {receive, context.now(), ignoresStatus(completion)};
    for (const auto &[start, send] : mailbox.sent) judge(wild, send, context);
  }

  static Key keyOf(const Transfer &receive, const Transfer &other) {
    return {receive.own->call->site, receive.partner->call->site, other.own->call->site, receive.rank};
  }

  Mailbox &mailboxOf(const Transfer &transfer) {
    return mailboxes_[{transfer.communicator->id(), transfer.receiver()}];
  }

  /// Whether the other message could have been taken instead of the one that was.
  static bool isRival(const Transfer &receive, const Transfer &other, const Order &order) {
    const bool fits = receive.takesAnyTag || other.tag == receive.tag;
    if (!fits || other.rank == receive.peer) return false;
    const bool isTakenBefore =
        other.partner && other.partner->isOrdered() && order.before(other.partner->stamp, receive.own->stamp);
    return !isTakenBefore;
  }

  void judge(const WildReceive &wild, const TransferPtr &other, Context &context) {
    const Transfer &receive = *wild.receive;
    if (!isRival(receive, *other, context.order()) || warned_.contains(keyOf(receive, *other))) return;
    const bool differs = other->tag != receive.tag || amountOf(*receive.partner->call) != amountOf(*other->own->call);
    if (differs || wild.ignoresStatus) return report(receive, *other, report::Severity::Warning, context);
    undecided_.emplace(other->own.get(), std::pair(wild.receive, other));
  }

  /// The other message is received: by a receive that asks for just this sender, it would have been missed.
  void decide(const TransferStart *other, bool isAskedFor, Context &context) {
    const auto [first, end] = undecided_.equal_range(other);
    for (auto entry = first; entry != end; ++entry)
      report(*entry->second.first, *entry->second.second,
             isAskedFor ? report::Severity::Warning : report::Severity::Note, context);
    undecided_.erase(first, end);
  }

  void onFinish(bool /*interrupted*/, Context &context) override {
    while (!undecided_.empty()) decide(undecided_.begin()->first, false, context);
  }

  void report(const Transfer &receive, const Transfer &other, report::Severity severity, Context &context) {
    const Key key = keyOf(receive, other);
    const bool isNote = severity == report::Severity::Note;
    if (warned_.contains(key) || !(isNote ? noted_ : warned_).insert(key).second) return;
    const Call &taken = *receive.partner->call;
    const Call &rival = *other.own->call;
    report::Finding finding =
        makeFinding(kRule,
                    fmt::format("the message that {} takes is a matter of chance: rank {} or rank {} may come first",
                                receive.own->call->name(), receive.peer, other.rank),
                    *receive.own->call, "takes any message");
    finding.severity = severity;
    finding.sites.push_back(taken.process->siteOf(taken, "sends the one that came first"));
    finding.sites.push_back(rival.process->siteOf(rival, "sends the other"));
    finding.help = "receive from a given rank, or give the messages tags of their own";
    context.report(std::move(finding));
  }

  std::map<std::pair<std::uint64_t, int>, Mailbox> mailboxes_;
  std::set<Key> warned_;
  std::set<Key> noted_;
  // By the other message: the receive that could have taken it, and the message.
  std::multimap<const TransferStart *, std::pair<TransferPtr, TransferPtr>> undecided_;
};

const Registration<MessageRace> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
