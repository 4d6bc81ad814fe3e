// coll-mismatch: the members of a communicator must call the same collectives in the same order.
//
// The calls of a slot must be of one routine; the blocking and the nonblocking form are two routines, a routine and its
// large-count version are one. A member that finalizes instead never arrives, whether or not the others got out.
// Members that died are left to the lifecycle rule.
//
// If the calls around a difference show that some members left out a call, or made one too many (Alignment.h), this is
// reported, whatever the difference was. The minority is blamed; if both sides are equal in number, the message blames
// neither.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/matching/ValueGroups.h"
#include "mpi/BlockingForm.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("coll-mismatch");

using RoutineGroups = std::vector<ValueGroup<mpi::Routine>>;

/// Members that have not arrived and called MPI_Finalize instead.
std::vector<int> finalizedInstead(const Slot &slot, const Context &context) {
  std::vector<int> ranks;
  for (unsigned i = 0; i < slot.calls().size(); ++i) {
    if (slot.callOf(i) != nullptr) continue;
    const Process *process = context.process(slot.comm().members()[i]);
    if (process != nullptr && process->isFinalizing()) ranks.push_back(process->rank);
  }
  std::ranges::sort(ranks);
  return ranks;
}

/// The blocking and a nonblocking form of one operation.
bool mixesForms(const RoutineGroups &valueGroups) {
  const auto form = [](const ValueGroup<mpi::Routine> &valueGroup) { return mpi::blockingForm(valueGroup.value); };
  return valueGroups.size() > 1 && std::ranges::all_of(valueGroups, [&](const auto &valueGroup) {
           return form(valueGroup) == form(valueGroups.front());
         });
}

std::string callBefore(std::string_view collective, std::string_view end) {
  return fmt::format("let every rank of the communicator call {} before {}", collective, end);
}

std::string helpFor(const RoutineGroups &valueGroups, bool isMissed) {
  if (valueGroups.size() == 1 && isMissed)
    return callBefore(mpi::info(valueGroups.front().value).name, mpi::info(mpi::Routine::Finalize).name);
  if (mixesForms(valueGroups))
    return "use the blocking form on every rank or the nonblocking form on every rank: they do not match each other";
  return "let every rank of the communicator call the same collectives in the same order";
}

std::string insteadLabel(const Call &call) { return fmt::format("calls {} instead", call.name()); }

bool isFinalize(const Call &call) { return call.routine->effect == mpi::Effect::Finalize; }

std::vector<int> ranksOf(const std::vector<CallPtr> &calls) {
  std::vector<int> ranks;
  for (const CallPtr &call : calls) ranks.push_back(call->rank());
  return ranks;
}

/// "A", or "A and 2 more calls"
std::string namesOf(const Misstep &misstep) {
  std::string names(misstep.calls.front()->name());
  if (misstep.length > 1)
    names += fmt::format(" and {} more {}", misstep.length - 1, misstep.length == 2 ? "call" : "calls");
  return names;
}

/// "rank 2 goes on with A, ranks 3-4 call B instead"
std::string insteadOf(const Misstep &misstep) {
  std::vector<ValueGroup<const mpi::RoutineInfo *>> valueGroups;
  for (const CallPtr &call : misstep.others) {
    auto valueGroup = std::ranges::find(valueGroups, call->routine, &ValueGroup<const mpi::RoutineInfo *>::value);
    if (valueGroup == valueGroups.end()) valueGroup = valueGroups.insert(valueGroups.end(), {call->routine, {}});
    valueGroup->ranks.push_back(call->rank());
  }
  std::string text;
  for (const auto &[routine, ranks] : valueGroups) {
    if (!text.empty()) text += ", ";
    if (routine->effect == mpi::Effect::Finalize)
      text += fmt::format("{} {} instead", doing(ranks, "call"), routine->name);
    else
      text += fmt::format("{} {} on with {}", report::describeRanks(ranks), ranks.size() == 1 ? "goes" : "go",
                          routine->name);
  }
  return text;
}

class CollMismatch final : public WorldRule {
 public:
  void onMisstep(const Misstep &misstep, const Slot &slot, Context &context) override {
    const std::vector<int> callers = ranksOf(misstep.calls);
    const std::vector<int> others = ranksOf(misstep.others);
    const bool isLeftOut = others.size() < callers.size();
    const bool isExtra = others.size() > callers.size();
    std::string who = "ranks disagree on the collective";
    if (isLeftOut) who = doing(others, "leave") + " out a collective";
    if (isExtra) who = doing(callers, "call") + " an extra collective";
    report::Finding finding =
        makeFinding(kRule, fmt::format("{} on {}: {} {}, {}", who, describeOwner(slot), doing(callers, "call"),
                                       namesOf(misstep), insteadOf(misstep)));
    for (const CallPtr &call : misstep.calls)
      finding.sites.push_back(call->process->siteOf(*call, fmt::format("calls {}", call->name())));
    for (const CallPtr &call : misstep.others)
      finding.sites.push_back(call->process->siteOf(
          *call, isFinalize(*call) ? insteadLabel(*call) : fmt::format("goes on with {}", call->name())));
    finding.ranks = callers;
    finding.ranks.insert(finding.ranks.end(), others.begin(), others.end());
    std::ranges::sort(finding.ranks);
    const bool isAtEnd = std::ranges::all_of(misstep.others, [](const CallPtr &call) { return isFinalize(*call); });
    finding.help =
        isAtEnd ? callBefore(misstep.calls.front()->name(), misstep.others.front()->name())
                : fmt::format("call {} on every rank of the communicator, or on none", misstep.calls.front()->name());
    context.report(std::move(finding));
  }

  void onCollective(const Slot &slot, Context &context) override {
    const auto valueGroups =
        groupByValue(slot, [](const Call &call) { return std::optional<mpi::Routine>(call.routine->base); });
    const std::vector<int> missing = finalizedInstead(slot, context);
    if (valueGroups.size() < 2 && missing.empty()) return;

    const auto nameOf = [](mpi::Routine routine) { return mpi::info(routine).name; };
    std::string description = engine::describeGroups(valueGroups, "call", nameOf);
    if (!missing.empty())
      description += fmt::format(", {} {} instead", doing(missing, "call"), nameOf(mpi::Routine::Finalize));
    report::Finding finding = makeFinding(
        kRule, fmt::format("ranks disagree on the collective on {}: {}", describeOwner(slot), description), slot);
    addMissing(finding, missing, context);
    finding.help = helpFor(valueGroups, !missing.empty());
    context.report(std::move(finding));
  }

 private:
  static void addMissing(report::Finding &finding, const std::vector<int> &missing, const Context &context) {
    for (const int rank : missing) {
      const Process &process = *context.process(rank);
      finding.ranks.push_back(rank);
      finding.sites.push_back(process.siteOf(*process.finalizeCall, insteadLabel(*process.finalizeCall)));
    }
    std::ranges::sort(finding.ranks);
  }
};

const Registration<CollMismatch> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
