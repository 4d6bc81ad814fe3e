// deadlock: a set of ranks, each inside a call that only ranks of the set, or ranks that are gone, could release.
//
// Judged at the end of input: the driver ends a job once its ranks are stuck. Consequences of other findings are not
// reported again: ranks out of step because of an error in a collective, ranks waiting for one that ended without
// finalizing (lifecycle), and ranks waiting for a persistent operation that was never started.
#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/matching/Collectives.h"
#include "engine/rules/requests/Unstarted.h"

namespace lockstep::engine {
namespace {

using Side = Transfer::Side;

constexpr report::Rule kRule = report::rule("deadlock");

bool isExplained(int rank, const Context &context) {
  const auto endedTooEarly = [&](int other) {
    const Process *process = context.process(other);
    return process != nullptr && process->end && !process->finalized;
  };
  return context.mayBeOutOfStep(rank) || unstartedFor(rank, context) ||
         std::ranges::any_of(context.waiting().waitsFor(*context.process(rank)), endedTooEarly);
}

/// The routines of the calls in progress on a process's threads, without duplicates.
std::string namesOf(const std::vector<const ActiveCall *> &calls) {
  std::vector<std::string_view> names;
  for (const ActiveCall *open : calls)
    if (std::ranges::find(names, open->call->name()) == names.end()) names.push_back(open->call->name());
  return fmt::format("{}", fmt::join(names, " and "));
}

/// The transfers for which the process waits.
Transfers awaitedBy(const Process &process) {
  Transfers awaited;
  for (const ActiveCall *open : process.openCalls()) {
    awaited.insert(awaited.end(), open->transfers.begin(), open->transfers.end());
    if (open->call->routine->cls != mpi::Class::Completion) continue;
    for (const OperationPtr &operation : open->operations)
      if (operation && operation->isActive)
        awaited.insert(awaited.end(), operation->transfers.begin(), operation->transfers.end());
  }
  return awaited;
}

/// The start of a send whose awaited partitions are not marked ready; null if there is none.
TransferStartPtr unreadyFor(const Process &process) {
  for (const TransferPtr &transfer : awaitedBy(process)) {
    const TransferStartPtr &send = transfer->side == Side::Send ? transfer->own : transfer->partner;
    if (send && send->partitions && send->partitions->missing > 0) return send;
  }
  return nullptr;
}

/// "partition 2", "partitions 1,3-5"
std::string missingPartitions(const Partitions &partitions) {
  std::vector<int> missing;
  for (std::size_t i = 0; i < partitions.isReady.size(); ++i)
    if (!partitions.isReady[i]) missing.push_back(static_cast<int>(i));
  std::string text = report::describeRanks(missing);
  text.replace(0, std::string_view("rank").size(), "partition");
  return text;
}

/// "rank 0 waits in A for rank 1, rank 1 waits in B for rank 0"; only the first few of many.
std::string describeWaiting(const std::vector<int> &stuck, const Context &context) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (const int rank : stuck | std::views::take(kShown)) {
    const Process &process = *context.process(rank);
    const std::vector<int> others = context.waiting().waitsFor(process);
    const TransferStartPtr unready = unreadyFor(process);
    std::string what = others == std::vector{rank} ? "itself" : report::describeRanks(others);
    if (unready)
      what = fmt::format("{} of {}, never marked ready", missingPartitions(*unready->partitions),
                         unready->by->rank() == rank ? "its own message"
                                                     : fmt::format("the message from rank {}", unready->by->rank()));
    text += fmt::format("{}{} waits in {} for {}", text.empty() ? "" : ", ",
                        stuck.size() == 1 ? "it" : fmt::format("rank {}", rank), namesOf(process.openCalls()),
                        what.empty() ? "itself" : what);
  }
  return stuck.size() > kShown ? text + ", ..." : text;
}

/// All sends and receives without a match.
Transfers unmatched(const Context &context, const std::vector<int> &ranks) {
  Transfers all = context.messages().leftOver();
  for (const int rank : ranks) {
    const Process *process = context.process(rank);
    if (process == nullptr) continue;
    Transfers own = awaitedBy(*process);
    for (const OperationPtr &operation : process->requests.all())
      if (operation->isActive) own.insert(own.end(), operation->transfers.begin(), operation->transfers.end());
    std::ranges::copy_if(own, std::back_inserter(all),
                         [](const TransferPtr &one) { return one->side != Side::Send && !one->partner; });
  }
  return all;
}

/// The number of differences in communicator and tag between a send and a receive; none if they are not between the
/// same two ranks.
std::optional<int> differences(const Transfer &waiting, const Transfer &other) {
  const bool isSend = waiting.side == Side::Send;
  if (isSend == (other.side == Side::Send) || waiting.isPartitioned != other.isPartitioned) return std::nullopt;
  const Transfer &send = isSend ? waiting : other;
  const Transfer &receive = isSend ? other : waiting;
  if (send.peer != receive.rank || (receive.peer >= 0 && receive.peer != send.rank)) return std::nullopt;
  return (send.communicator->id() != receive.communicator->id() ? 1 : 0) +
         (receive.takesAnyTag || send.tag == receive.tag ? 0 : 1);
}

/// The unmatched side that nearly matches what the rank waits for: a mistake in tag or communicator.
TransferPtr findMistaken(const Transfer &waiting, const Transfers &others) {
  if (waiting.partner) return nullptr;
  TransferPtr nearest;
  int least = 0;
  for (const TransferPtr &other : others) {
    const auto difference = differences(waiting, *other);
    if (!difference || *difference == 0 || (nearest && *difference >= least)) continue;
    nearest = other;
    least = *difference;
  }
  return nearest;
}

void addSites(const std::vector<int> &ranks, const std::string &label, const Context &context,
              report::Finding &finding) {
  for (const int rank : ranks) {
    const Process &process = *context.process(rank);
    for (const ActiveCall *open : process.openCalls()) finding.sites.push_back(process.siteOf(*open->call, label));
  }
}

/// Names the message or receive that exists instead of the awaited one, if any.
bool explainMistake(const std::vector<int> &ranks, const Context &context, report::Finding &finding) {
  std::vector<int> all = ranks;
  for (const int rank : ranks)
    std::ranges::copy(context.waiting().waitsFor(*context.process(rank)), std::back_inserter(all));
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  const Transfers others = unmatched(context, all);
  for (const int rank : ranks) {
    for (const TransferPtr &waiting : awaitedBy(*context.process(rank))) {
      const TransferPtr other = findMistaken(*waiting, others);
      if (!other) continue;
      const bool isSent = other->side == Side::Send;
      const Transfer &send = isSent ? *other : *waiting;
      const Transfer &receive = isSent ? *waiting : *other;
      const Call &call = *other->own->by;
      finding.sites.push_back(call.process->siteOf(
          call, isSent ? "sends a message that does not match" : "posts a receive that does not match"));
      const std::string what = send.communicator->id() != receive.communicator->id()
                                   ? fmt::format("on {}, the receive is on {}", send.communicator->describe(),
                                                 receive.communicator->describe())
                                   : fmt::format("with tag {}, the receive asks for tag {}", send.tag, receive.tag);
      finding.help =
          fmt::format("rank {} has sent a message to rank {} {}: let both agree", send.rank, receive.rank, what);
      return true;
    }
  }
  return false;
}

bool explainPartitions(const std::vector<int> &ranks, const Context &context, report::Finding &finding) {
  for (const int rank : ranks) {
    const TransferStartPtr send = unreadyFor(*context.process(rank));
    if (!send) continue;
    finding.sites.push_back(send->call->process->siteOf(*send->call, "sets up the message"));
    finding.help = fmt::format("mark {} ready with {} on rank {} after its start", missingPartitions(*send->partitions),
                               mpi::info(mpi::Routine::Pready).name, send->by->rank());
    return true;
  }
  return false;
}

/// Whether every rank waits in its own call for the other side of a send, or of a receive.
bool allWait(const std::vector<int> &ranks, bool isSend, const Context &context) {
  return std::ranges::all_of(ranks, [&](int rank) {
    const ActiveCall *open = context.process(rank)->openCall();
    return open->transfers.size() == 1 && (open->transfers.front()->side == Side::Send) == isSend;
  });
}

/// A message for which a rank waits and that one of the others would send; null if there is none.
const Transfer *awaitedMessage(const std::vector<int> &waiting, const std::vector<int> &others,
                               const Context &context) {
  for (const int rank : waiting)
    for (const TransferPtr &transfer : awaitedBy(*context.process(rank))) {
      const bool isReceive = transfer->side != Side::Send && !transfer->partner;
      if (isReceive && (transfer->peer < 0 || std::ranges::find(others, transfer->peer) != others.end()))
        return transfer.get();
    }
  return nullptr;
}

/// " with tag 5"
std::string withTag(const Transfer &transfer) {
  return transfer.takesAnyTag ? std::string() : fmt::format(" with tag {}", transfer.tag);
}

/// A collective that a rank of the set has not reached while others are inside it: they entered it too early, or have
/// not sent what the rank waits for.
bool explainBehind(const std::vector<int> &ranks, const Context &context, report::Finding &finding) {
  for (const int rank : ranks) {
    const ActiveCall *open = context.process(rank)->openCall();
    if (!open->own) continue;
    const Slot &slot = *open->own->slot;
    std::vector<int> behind;
    std::vector<int> inside;
    for (const int other : ranks) {
      const auto position = slot.comm().positionOf(other);
      if (position) (slot.callOf(*position) == nullptr ? behind : inside).push_back(other);
    }
    if (behind.empty()) continue;
    const std::string_view name = open->call->name();
    const bool isOne = behind.size() == 1;
    const std::string them = report::describeRanks(behind);
    const std::string_view waiting = isOne ? "it waits" : "they wait";
    if (const Transfer *message = awaitedMessage(behind, inside, context)) {
      finding.help = fmt::format(
          "rank {} waits for a message{} that {} sent: send it before {}, or let {} call {} before {}", message->rank,
          withTag(*message), message->peer >= 0 ? fmt::format("rank {} has not", message->peer) : "nobody has", name,
          them, name, waiting);
      return true;
    }
    finding.help =
        fmt::format("{} {} not called {} on {}: let {} call it before {} for rank {}, or the others later", them,
                    isOne ? "has" : "have", name, describeOwner(slot), isOne ? "it" : "them", waiting, rank);
    return true;
  }
  return false;
}

/// The side of a message that a rank which has ended never posted.
bool explainGone(const std::vector<int> &ranks, const Context &context, report::Finding &finding) {
  for (const int rank : ranks)
    for (const TransferPtr &waiting : awaitedBy(*context.process(rank))) {
      const Process *other = context.process(waiting->peer);
      if (waiting->partner || other == nullptr || !other->isFinalizing()) continue;
      const bool isSend = waiting->side == Side::Send;
      finding.sites.push_back(
          other->siteOf(*other->finalizeCall, fmt::format("calls {} instead", other->finalizeCall->name())));
      finding.help = fmt::format("rank {} never {} rank {}{}: let it, or do not wait for it", other->rank,
                                 isSend ? "receives from" : "sends to", rank,
                                 waiting->takesAnyTag ? "" : fmt::format(" with tag {}", waiting->tag));
      return true;
    }
  return false;
}

/// Adds the explanation that fits these ranks.
void explain(const std::vector<int> &ranks, const Context &context, report::Finding &finding) {
  if (explainMistake(ranks, context, finding) || explainPartitions(ranks, context, finding)) return;
  const auto nameOf = [](mpi::Routine routine) { return mpi::info(routine).name; };
  if (ranks.size() > 1 && allWait(ranks, true, context))
    finding.help = fmt::format("every one of these ranks sends first: let one receive first, or use {} or {}",
                               nameOf(mpi::Routine::Sendrecv), nameOf(mpi::Routine::Isend));
  else if (ranks.size() > 1 && allWait(ranks, false, context))
    finding.help = "every one of these ranks receives first: let one of them send before it receives";
  else if (!explainBehind(ranks, context, finding) && !explainGone(ranks, context, finding))
    finding.help = "reorder the calls so that one rank sends (or enters the collective) before it waits";
}

class Deadlock final : public WorldRule {
 public:
  void onInitialized(const Process &process, Context &) override { processes_.push_back(&process); }

  /// The run was ended while a rank waited for something that another rank, which did not wait, had not done.
  void reportUnreleased(Context &context) const {
    for (const Process *process : processes_) {
      if (process->end || process->rank < 0 || process->openCall() == nullptr) continue;
      const TransferStartPtr unready = unreadyFor(*process);
      const OperationPtr unstarted = unready ? nullptr : unstartedFor(process->rank, context);
      if (!unready && !unstarted) continue;
      const Call &call = *process->openCall()->call;
      const Call &other = unready ? *unready->call : *unstarted->made;
      report::Finding finding = makeFinding(
          kRule,
          unready ? fmt::format("the run was ended while rank {} waited in {} for {} of the message from rank {}, not "
                                "marked ready",
                                process->rank, call.name(), missingPartitions(*unready->partitions), other.rank())
                  : fmt::format("the run was ended while rank {} waited in {} for a persistent operation of rank {} "
                                "that was never started",
                                process->rank, call.name(), other.rank()),
          call, "waits here");
      finding.severity = report::Severity::Warning;
      finding.sites.push_back(other.process->siteOf(other, "sets up the message"));
      finding.help = fmt::format("call {} on rank {}",
                                 mpi::info(unready ? mpi::Routine::Pready : mpi::Routine::Start).name, other.rank());
      context.report(std::move(finding));
    }
  }

  void onFinish(bool interrupted, Context &context) override {
    const std::vector<int> stuck = context.waiting().stuck();
    if (stuck.empty() && interrupted) return reportUnreleased(context);
    if (stuck.empty() || std::ranges::any_of(stuck, [&](int rank) { return isExplained(rank, context); })) return;
    const std::vector<int> core = context.waiting().core(stuck);
    std::vector<int> victims;
    std::ranges::set_difference(stuck, core, std::back_inserter(victims));

    report::Finding finding =
        makeFinding(kRule, fmt::format("{} {} deadlocked: {}", report::describeRanks(core),
                                       core.size() == 1 ? "is" : "are", describeWaiting(core, context)));
    if (!victims.empty())
      finding.message += fmt::format("; {} for {}", doing(victims, "wait"), core.size() == 1 ? "it" : "them");
    finding.ranks = core;
    addSites(core, "waits here", context, finding);
    addSites(victims, "waits for them here", context, finding);
    explain(core, context, finding);
    context.report(std::move(finding));
  }

 private:
  std::vector<const Process *> processes_;
};

const Registration<Deadlock> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
