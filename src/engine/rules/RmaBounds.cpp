// rma-bounds: a one-sided operation accesses bytes of the target that its window does not expose there.
//
// It is judged when the operation is called. The target's window is known then unless the target is still inside the
// call that makes it; then the operation waits until it is.
#include <set>
#include <vector>

#include <fmt/format.h>

#include "engine/RmaOperation.h"
#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("rma-bounds");

std::string describe(const Overrun &bytes, const RmaOperation &operation, const WindowPart &part) {
  if (operation.window->isDynamic())
    return fmt::format("accesses addresses {:#x} to {:#x} of rank {}, which are not all attached to the window",
                       bytes.first, bytes.end - 1, operation.target);
  return fmt::format("accesses bytes {} to {} of the window on rank {}, which has {} bytes", bytes.first, bytes.end - 1,
                     operation.target, part.memory.end - part.memory.first);
}

class RmaBounds final : public Rule {
  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return isRma(routine.cls) || routine.effect == mpi::Effect::WinCreate;
  }

  void onEnter(const Call &call, Context &context) override {
    if (call.rank() >= 0 && isRma(call.routine->cls) && !judge(call, context)) waiting_.push_back(call.self());
  }

  void onLeave(const Call &call, const Result &, Context &context) override {
    if (call.routine->effect != mpi::Effect::WinCreate || waiting_.empty()) return;
    std::erase_if(waiting_, [&](const CallPtr &waiting) { return judge(*waiting, context); });
  }

  /// False when the target's part is not known yet.
  bool judge(const Call &call, Context &context) {
    const auto operation = rmaOperation(call, context.windows());
    if (!operation || operation->displacement < 0) return true;  // which is an error of its own
    const WindowPart *part = operation->window->part(operation->target);
    if (part == nullptr) return false;
    const auto overrun = overrunOf(*operation, *part);
    if (overrun && reported_.emplace(call.rank(), call.site).second) report(call, *operation, *part, *overrun, context);
    return true;
  }

  static void report(const Call &call, const RmaOperation &operation, const WindowPart &part, const Overrun &overrun,
                     Context &context) {
    report::Finding finding =
        makeFinding(kRule, fmt::format("{} {}", call.name(), describe(overrun, operation, part)), call);
    const Object *window =
        context.objects().find(*call.process, mpi::Element::Window, static_cast<std::int64_t>(operation.window->id));
    if (window != nullptr && !window->makings.empty()) {
      finding.sites.push_back(siteOf(*call.process, window->makings.front(), "the window is made here"));
      finding.sites.back().role = report::SiteRole::Creation;
    }
    finding.help = operation.window->isDynamic()
                       ? fmt::format("the target attaches the memory with {} and tells its address after that",
                                     mpi::info(mpi::Routine::Win_attach).name)
                       : "check displacement, count and the displacement unit that the target gave";
    context.report(std::move(finding));
  }

  std::vector<CallPtr> waiting_;
  std::set<std::pair<int, std::uint32_t>> reported_;
};

const Registration<RmaBounds> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
