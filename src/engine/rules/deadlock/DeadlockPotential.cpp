// deadlock-potential: ranks that would wait for each other if the library buffered no message and every collective
// synchronized all its members, as the standard allows.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/Rule.h"
#include "engine/waiting/ZeroBufferReplay.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("deadlock-potential");

class DeadlockPotential final : public WorldRule {
 public:
  void onStandstill(const PotentialDeadlock &standstill, Context &) override {
    report::Finding finding = makeFinding(kRule, {});
    std::vector<std::pair<int, std::uint32_t>> places;
    for (const CallPtr &call : standstill.calls) {
      places.emplace_back(call->rank(), call->site);
      finding.ranks.push_back(call->rank());
      finding.sites.push_back(call->process->siteOf(*call, "would wait here"));
    }
    if (!reported_.insert(std::move(places)).second) return;
    finding.message = fmt::format("{} in {} unless the library {}", doing(finding.ranks, "deadlock"),
                                  describeCalls(standstill), describeGenerosity(standstill));
    finding.help =
        hasCollective(standstill)
            ? "have every rank enter the collective before any rank waits for a message that is sent after it"
            : "post the receives first, or use nonblocking or combined calls, so that no rank depends on the library's "
              "buffers";
    found_.push_back(std::move(finding));
  }

  /// Ranks that are out of step because of an error are not reported.
  void onFinish(bool /*interrupted*/, Context &context) override {
    for (report::Finding &finding : found_)
      if (std::ranges::none_of(finding.ranks, [&](int rank) { return context.mayBeOutOfStep(rank); }))
        context.report(std::move(finding));
  }

 private:
  static std::string describeCalls(const PotentialDeadlock &standstill) {
    std::vector<std::string_view> names;
    for (const CallPtr &call : standstill.calls)
      if (std::ranges::find(names, call->name()) == names.end()) names.push_back(call->name());
    return fmt::format("{}", fmt::join(names, " and "));
  }

  static bool hasCollective(const PotentialDeadlock &standstill) {
    return std::ranges::any_of(standstill.calls,
                               [](const CallPtr &call) { return mpi::isCollective(call->routine->cls); });
  }

  /// What prevented the deadlock in this run. Receives wait in any case.
  static std::string describeGenerosity(const PotentialDeadlock &standstill) {
    const bool buffers = std::ranges::any_of(standstill.calls, [](const CallPtr &call) {
      return !mpi::isCollective(call->routine->cls) && call->routine->cls != mpi::Class::Receive;
    });
    if (!hasCollective(standstill)) return "buffers the messages";
    return fmt::format("{}lets a rank leave the collective before all ranks have entered it",
                       buffers ? "buffers the messages or " : "");
  }

  std::vector<report::Finding> found_;
  std::set<std::vector<std::pair<int, std::uint32_t>>> reported_;  // ranks and sites, so that a loop is reported once
};

const Registration<DeadlockPotential> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
