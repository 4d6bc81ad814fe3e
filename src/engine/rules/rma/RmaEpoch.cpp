// rma-epoch: RMA operations must be inside an epoch, and epochs are opened and closed in pairs
// (semantics/EpochState.h). All members of a fence, or none, pass MPI_MODE_NOPRECEDE, and likewise MPI_MODE_NOSUCCEED.
#include <map>
#include <optional>

#include "engine/Rule.h"
#include "engine/calls/Synchronization.h"
#include "engine/matching/ValueGroups.h"
#include "engine/rules/Arguments.h"
#include "mpi/Rma.h"
#include "semantics/EpochState.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;
using semantics::EpochState;
using semantics::EpochVerdict;
using semantics::WindowCall;

constexpr report::Rule kRule = report::rule("rma-epoch");

semantics::Place placeOf(const Call &call) { return {call.routine, std::uint64_t{call.thread} << 32U | call.site}; }

Making makingAt(const semantics::Place &place) {
  return {place.routine, static_cast<std::uint32_t>(place.number), static_cast<unsigned>(place.number >> 32U), 1};
}

std::optional<std::int64_t> windowOf(const Call &call) {
  const auto window = call.argument(Role::Window);
  const auto handle = window ? window : call.argument(Role::FreedWindow);
  if (!handle || *handle == trace::kNullHandle || *handle == trace::kUnknownHandle) return std::nullopt;
  return handle;
}

/// In the window's communicator.
std::optional<std::int64_t> ownRank(const Call &call, const ProcessContext &context) {
  const CommunicatorPtr comm = communicatorOf(call, context);
  const auto position = comm ? comm->positionOf(call.rank()) : std::nullopt;
  return position ? std::optional<std::int64_t>(*position) : std::nullopt;
}

WindowCall windowCall(const Call &call) {
  return {placeOf(call), call.argument(Role::Target), call.argument(Role::Assertion)};
}

class RmaEpoch final : public ProcessRule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return mpi::isAboutWindow(routine) || routine.effect == Effect::Finalize;
  }

  void onEnter(const Call &call, ProcessContext &context) override {
    if (const auto window = windowOf(call)) judge(call, windows_[call.process][*window], context);
    if (call.routine->effect != Effect::Finalize) return;
    for (auto &[id, epochs] : windows_[call.process]) judge(call, epochs, context);
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &) override {
    const auto window = windowOf(call);
    if (!window || result.code != 0) return;
    if (call.routine->effect == Effect::WinFree)
      windows_[call.process].erase(*window);
    else
      windows_[call.process][*window].apply(windowCall(call), written(call, result, Role::Flag).value_or(0) != 0);
  }

 private:
  static void judge(const Call &call, EpochState &epochs, ProcessContext &context) {
    WindowCall made = windowCall(call);
    if (synchronization(call).opens) made.ownRank = ownRank(call, context);
    const std::optional<EpochVerdict> found = epochs.judge(made);
    if (!found) return;
    report::Finding finding = makeFinding(found->verdict, call);
    if (found->other) {
      finding.sites.push_back(siteOf(*call.process, makingAt(found->other), std::string(found->otherLabel)));
      finding.sites.back().role = report::SiteRole::Epoch;
    }
    context.report(std::move(finding));
  }

  std::map<const ProcessInfo *, std::map<std::int64_t, EpochState>> windows_;
};

class CommonAssertions final : public WorldRule {
 public:
  void onCollective(const Slot &slot, Context &context) override {
    const auto given = groupByValue(slot, [](const Call &call) {
      return semantics::commonAssertions(*call.routine, call.argument(Role::Assertion).value_or(0));
    });
    if (given.size() < 2) return;
    const semantics::Verdict verdict =
        semantics::differentAssertions(*slot.firstCall().routine, describeOwner(slot),
                                       describeGroups(given, "give", semantics::nameOfCommonAssertions));
    report::Finding finding = makeFinding(verdict.rule, verdict.message, slot);
    finding.help = verdict.help;
    context.report(std::move(finding));
  }
};

const Registration<RmaEpoch> kEpochs(kRule);
const Registration<CommonAssertions> kAssertions(kRule);

}  // namespace
}  // namespace lockstep::engine
