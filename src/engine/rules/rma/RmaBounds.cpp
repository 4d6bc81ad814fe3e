// rma-bounds: a one-sided operation accesses bytes of the target that the window does not expose there.
//
// Judged when the operation is called. The target's window is known then unless the target is still inside the call
// that creates it; in that case the operation is judged later.
//
// Memory of a dynamic window must be attached before, and not detached, in happens-before order, not by time. If it was
// attached at some time, but unordered with the operation, this is a warning. It is certain that it was never attached
// when the target has an event ordered after the operation, or has ended.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/RmaOperation.h"
#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("rma-bounds");

/// Memory of a dynamic window, and when it was attached.
struct Attachment {
  Span memory;
  Moment attached;
  Moment detached{};  // not set: still attached
};

enum class Attached : std::uint8_t { Before, AtSomeTime, Never };

/// What an operation may rely on: memory attached before it, and not detached before it.
Attached attachedAt(const MemoryPart &part, const std::vector<Attachment> &attachments, const Stamp &start,
                    const Order &order) {
  std::vector<Span> before;
  std::vector<Span> some;
  for (const Attachment &one : attachments) {
    if (!one.memory.meets({part.first, part.end})) continue;
    if (one.detached.isSet() && order.before(one.detached, start)) continue;
    some.push_back(one.memory);
    if (order.before(one.attached, start)) before.push_back(one.memory);
  }
  if (!reachesOutside(part, std::move(before))) return Attached::Before;
  return reachesOutside(part, std::move(some)) ? Attached::Never : Attached::AtSomeTime;
}

std::string addressesOf(const MemoryPart &part, int target) {
  return fmt::format("addresses {:#x} to {:#x} of rank {}", part.first, part.end - 1, target);
}

class RmaBounds final : public WorldRule {
 public:
  struct Waiting {
    CallPtr call;
    Stamp start;
    std::optional<report::Site> windowMade;  // as long as the window is known
  };
  using Place = std::pair<const Window *, int>;  // and rank

  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return mpi::isAboutWindow(routine) || routine.effect == mpi::Effect::WinCreate ||
           routine.effect == mpi::Effect::Finalize || isCollective(routine.cls);
  }

  void onEnter(const Call &call, Context &context) override {
    const bool isOperation = call.rank() >= 0 && isRma(call.routine->cls);
    if (isOperation) {
      Waiting made{call.self(), context.now(), {}};
      if (!judge(made, false, context)) {
        made.windowMade = creationOf(call, context);
        waiting_.push_back(std::move(made));
      }
    }
    if (waiting_.empty()) return;
    const mpi::Effect effect = call.routine->effect;
    if (effect == mpi::Effect::WinFree || effect == mpi::Effect::Finalize) settle(call.rank(), nullptr, context);
  }

  void onLeave(const Call &call, const Result &result, Context &context) override {
    if (result.code != 0 || call.rank() < 0) return;
    if (call.routine->effect == mpi::Effect::WinAttach || call.routine->effect == mpi::Effect::WinDetach)
      attach(call, context);
    if (waiting_.empty()) return;
    if (call.routine->effect == mpi::Effect::WinCreate)
      std::erase_if(waiting_, [&](const Waiting &waiting) { return judge(waiting, false, context); });
    settle(call.rank(), &context.now(), context);
  }

  void onProcessEnd(const Process &process, Context &context) override {
    if (process.rank >= 0) settle(process.rank, nullptr, context);
  }

  void onFinish(bool, Context &context) override {
    for (const Waiting &waiting : std::exchange(waiting_, {})) judge(waiting, true, context);
  }

 private:
  /// The target has an event: everything before it is known. Null: the target does nothing more with the window.
  void settle(int target, const Stamp *now, Context &context) {
    std::erase_if(waiting_, [&](const Waiting &waiting) {
      const bool isPast = now == nullptr || context.order().before(waiting.start, *now);
      return isPast && context.windows().targetOf(*waiting.call) == target && judge(waiting, true, context);
    });
  }

  void attach(const Call &call, const Context &context) {
    const Window *window = context.windows().find(call.argument(mpi::Role::Window).value_or(trace::kNullHandle));
    if (window == nullptr) return;
    std::vector<Attachment> &attachments = attachments_[{window, call.rank()}];
    if (call.routine->effect == mpi::Effect::WinAttach) {
      const auto base = static_cast<std::uint64_t>(call.argument(mpi::Role::WindowBase).value_or(0));
      const auto size = call.argument(mpi::Role::WindowSize).value_or(0);
      if (size > 0) attachments.push_back({Span::at(base, static_cast<std::uint64_t>(size)), context.now()});
    } else {
      const auto base = static_cast<std::uint64_t>(call.argument(mpi::Role::DetachedBase).value_or(0));
      for (Attachment &one : attachments)
        if (one.memory.first == base && !one.detached.isSet()) one.detached = context.now();
      forget(attachments, context.order());
    }
  }

  /// Drops attachments whose detachment is known to all strands.
  void forget(std::vector<Attachment> &attachments, const Order &order) {
    if (attachments.size() < 2 * kept_) return;
    const std::vector<Tick> horizon = order.horizon();
    std::erase_if(attachments, [&](const Attachment &one) {
      const auto strand = static_cast<std::size_t>(one.detached.strand);
      return one.detached.isSet() && strand < horizon.size() && one.detached.tick <= horizon[strand];
    });
    kept_ = std::max(kLeastKept, attachments.size());
  }

  /// False if something that may excuse the operation is not known yet.
  bool judge(const Waiting &made, bool isLast, Context &context) {
    const Call &call = *made.call;
    const auto operation = rmaOperation(call, context.windows());
    if (!operation || operation->displacement < 0) return true;  // a different error
    const WindowPart *part = operation->window->part(operation->target);
    if (part == nullptr) return false;
    if (operation->window->isDynamic()) return judgeDynamic(made, *operation, *part, isLast, context);
    const auto overrun = overrunOf(*operation, *part);
    if (overrun)
      report(made,
             fmt::format("accesses bytes {} to {} of the window on rank {}, which has {} bytes{}", overrun->first,
                         overrun->end - 1, operation->target, part->memory.bytes(),
                         describeExtent(*operation->elements.type)),
             "check displacement, count and the displacement unit that the target gave", context);
    return true;
  }

  bool judgeDynamic(const Waiting &made, const RmaOperation &operation, const WindowPart &part, bool isLast,
                    Context &context) {
    const Call &call = *made.call;
    const auto memory = targetMemory(operation, part);
    if (!memory) return true;
    const Attached attached =
        attachedAt(*memory, attachments_[{operation.window, operation.target}], made.start, context.order());
    if (attached == Attached::Before) return true;
    if (attached == Attached::Never && !isLast)
      return waiting_.size() >= kMostWaiting || reported_.contains({call.rank(), call.site});
    const bool isNever = attached == Attached::Never;
    report(made,
           fmt::format("accesses {}, {}", addressesOf(*memory, operation.target),
                       isNever ? "which are not all attached to the window"
                               : "but attaching this memory is not ordered before the access"),
           fmt::format("the target attaches the memory with {} and tells its address after that",
                       mpi::info(mpi::Routine::Win_attach).name),
           context, isNever ? report::Severity::Error : report::Severity::Warning);
    return true;
  }

  void report(const Waiting &made, const std::string &what, std::string help, Context &context,
              report::Severity severity = report::Severity::Error) {
    const Call &call = *made.call;
    if (!reported_.emplace(call.rank(), call.site).second) return;
    report::Finding finding = makeFinding(kRule, fmt::format("{} {}", call.name(), what), call);
    finding.severity = severity;
    const auto windowMade = made.windowMade ? made.windowMade : creationOf(call, context);
    if (windowMade) finding.sites.push_back(*windowMade);
    finding.help = std::move(help);
    context.report(std::move(finding));
  }

  /// Creation of the call's window; none if the window is unknown or freed.
  static std::optional<report::Site> creationOf(const Call &call, const Context &context) {
    const std::int64_t id = call.argument(mpi::Role::Window).value_or(trace::kNullHandle);
    const Object *window = context.objects().find(*call.process, mpi::Element::Window, id);
    if (window == nullptr || window->makings.empty()) return std::nullopt;
    return siteOfWindow(*call.process, window->makings.front());
  }

  static constexpr std::size_t kLeastKept = 64;
  static constexpr std::size_t kMostWaiting = 1U << 16;
  std::vector<Waiting> waiting_;
  std::map<Place, std::vector<Attachment>> attachments_;
  std::size_t kept_ = kLeastKept;
  std::set<std::pair<int, std::uint32_t>> reported_;
};

const Registration<RmaBounds> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
