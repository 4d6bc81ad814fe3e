// The memory of a window must exist as long as the window, and be at least as large: memory that is freed too early is
// an arg-buffer error, a window larger than its memory is an rma-bounds error. Later one-sided operations on freed
// memory are further places of that error.
#include <map>
#include <set>
#include <utility>

#include "engine/Rule.h"
#include "engine/calls/RmaOperation.h"
#include "engine/rules/Arguments.h"
#include "semantics/arguments/MemoryArguments.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kGone = report::rule("arg-buffer");
constexpr report::Rule kTooLarge = report::rule("rma-bounds");

report::Site siteOf(const Process &process, const Release &release) {
  report::Site site;
  site.role = report::SiteRole::Call;
  site.rank = process.rank;
  process.sites.locate(release.site, site);
  process.sites.locateCallers(release.stack, site);
  return site;
}

/// For windows that expose the memory, each once.
class ReleasedWindows {
 public:
  /// Calls `take(window, finding)`.
  template <class Take>
  void forEachNew(const Process &process, Span memory, const Release &release, const ProcessContext &context,
                  Take take) {
    context.exposed().forEachExposing(memory, [&](std::uint64_t window, bool isDynamic) {
      if (known_.emplace(&process, window).second) take(window, describe(process, release, window, isDynamic, context));
    });
  }

 private:
  static report::Finding describe(const Process &process, const Release &release, std::uint64_t window, bool isDynamic,
                                  const ProcessContext &context) {
    semantics::Verdict verdict = semantics::windowMemoryGone(release.how == trace::ReleaseKind::Return, isDynamic);
    report::Finding finding = makeFinding(kGone, std::move(verdict.message));
    finding.ranks = {process.rank};
    finding.sites = {siteOf(process, release)};
    const Object *object = context.objects().find(process, mpi::Element::Window, static_cast<std::int64_t>(window));
    if (object != nullptr && !object->makings.empty())
      finding.sites.push_back(siteOfWindow(process, object->makings.front()));
    finding.help = std::move(verdict.help);
    finding.cause = std::move(verdict.cause);
    return finding;
  }

  std::set<std::pair<const ProcessInfo *, std::uint64_t>> known_;
};

class ReleasedMemory final : public ProcessRule {
 public:
  void onReleased(const Process &process, Span memory, const Release &release, ProcessContext &context) override {
    windows_.forEachNew(process, memory, release, context,
                        [&](std::uint64_t, report::Finding finding) { context.report(std::move(finding)); });
  }

 private:
  ReleasedWindows windows_;
};

/// What any rank does to memory that is gone: outside what the window still has, but the release is the mistake.
class UseOfReleasedMemory final : public WorldRule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override { return isRma(routine.cls); }

  void onReleased(const Process &process, Span memory, const Release &release, Context &context) override {
    windows_.forEachNew(process, memory, release, context, [&](std::uint64_t window, report::Finding finding) {
      told_.insert_or_assign({window, process.rank}, std::move(finding));
    });
  }

  void onEnter(const Call &call, Context &context) override {
    if (told_.empty() || call.rank() < 0 || !isRma(call.routine->cls)) return;
    const auto operation = rmaOperation(call, context.windows());
    if (!operation) return;
    const auto told = told_.find({operation->window->id, operation->target});
    const WindowPart *part = operation->window->part(operation->target);
    if (told == told_.end() || part == nullptr) return;
    const auto memory = targetMemory(*operation, *part);
    if (!memory || !part->isGone({memory->first, memory->end})) return;
    if (!accesses_.emplace(call.process, call.site).second) return;
    report::Finding finding = told->second;
    finding.further = {call.process->siteOf(call, "accesses the memory")};
    context.report(std::move(finding));
  }

 private:
  ReleasedWindows windows_;
  std::map<std::pair<std::uint64_t, int>, report::Finding> told_;     // by window and rank
  std::set<std::pair<const ProcessInfo *, std::uint32_t>> accesses_;  // and place
};

class WindowSize final : public ProcessRule {
 public:
  void onMemory(const Call &call, ProcessContext &context) override {
    for (const KnownMemory &memory : call.memory) {
      if (memory.argument >= call.arguments.size()) continue;
      if (call.routine->storage[memory.argument].role != mpi::Role::WindowBase) continue;
      const std::int64_t size = call.argument(mpi::Role::WindowSize).value_or(0);
      if (size <= 0 || static_cast<std::uint64_t>(size) <= memory.bytes) continue;
      if (!reported_.emplace(call.process, call.site).second) continue;
      context.report(makeFinding(kTooLarge, call, memory.argument, semantics::windowTooLarge(memory.bytes, size)));
    }
  }

 private:
  std::set<std::pair<const ProcessInfo *, std::uint32_t>> reported_;
};

const Registration<ReleasedMemory> kReleased(kGone);
const Registration<UseOfReleasedMemory> kUse(kTooLarge);  // it reports kGone, but looks at other ranks
const Registration<WindowSize> kSize(kTooLarge);

}  // namespace
}  // namespace lockstep::engine
