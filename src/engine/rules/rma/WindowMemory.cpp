// The memory of a window must exist as long as the window, and be at least as large: memory that is freed too early is
// an arg-buffer error, a window larger than its memory is an rma-bounds error. Later one-sided operations on freed
// memory are further places of that error.
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/RmaOperation.h"
#include "engine/rules/Arguments.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kGone = report::rule("arg-buffer");
constexpr report::Rule kTooLarge = report::rule("rma-bounds");

std::string_view describe(trace::ReleaseKind how) {
  switch (how) {
    case trace::ReleaseKind::Free:
      return "freed";
    case trace::ReleaseKind::Return:
      return "gone with the return from its function";
  }
  return {};
}

report::Site siteOf(const Process &process, const Release &release) {
  report::Site site;
  site.role = report::SiteRole::Call;
  site.rank = process.rank;
  process.sites.locate(release.site, site);
  process.sites.locateCallers(release.stack, site);
  return site;
}

class ReleasedMemory final : public Rule {
 public:
  void onReleased(const Process &process, Span memory, const Release &release, Context &context) override {
    context.windows().forEachExposing(process.rank, memory, [&](const Window &window) {
      if (!reported_.emplace(&process, window.id).second) return;
      report::Finding finding = makeFinding(
          kGone, fmt::format("the memory of a window is {} before {}", describe(release.how),
                             mpi::info(window.isDynamic() ? mpi::Routine::Win_detach : mpi::Routine::Win_free).name));
      finding.ranks = {process.rank};
      finding.sites = {siteOf(process, release)};
      const Object *object =
          context.objects().find(process, mpi::Element::Window, static_cast<std::int64_t>(window.id));
      if (object != nullptr && !object->makings.empty())
        finding.sites.push_back(siteOfWindow(process, object->makings.front()));
      finding.help =
          release.how == trace::ReleaseKind::Return
              ? "let the window have memory that lives as long as it does"
              : fmt::format("call {} first",
                            mpi::info(window.isDynamic() ? mpi::Routine::Win_detach : mpi::Routine::Win_free).name);
      told_.insert_or_assign({window.id, process.rank}, finding);
      context.report(std::move(finding));
    });
  }

  bool isAbout(const mpi::RoutineInfo &routine) const override { return isRma(routine.cls); }

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
  std::set<std::pair<const ProcessInfo *, std::uint64_t>> reported_;
  std::map<std::pair<std::uint64_t, int>, report::Finding> told_;     // by window and rank
  std::set<std::pair<const ProcessInfo *, std::uint32_t>> accesses_;  // and place
};

class WindowSize final : public Rule {
 public:
  void onMemory(const Call &call, Context &context) override {
    for (const KnownMemory &memory : call.memory) {
      if (memory.argument >= call.arguments.size()) continue;
      if (call.routine->storage[memory.argument].role != mpi::Role::WindowBase) continue;
      const std::int64_t size = call.argument(mpi::Role::WindowSize).value_or(0);
      if (size <= 0 || static_cast<std::uint64_t>(size) <= memory.bytes) continue;
      if (!reported_.emplace(call.process, call.site).second) continue;
      context.report(makeFinding(kTooLarge, call, memory.argument,
                                 fmt::format("points to {} bytes of memory, but the window has {}", memory.bytes, size),
                                 "pass the memory itself, not the address of a pointer to it, and its size in bytes"));
    }
  }

 private:
  std::set<std::pair<const ProcessInfo *, std::uint32_t>> reported_;
};

const Registration<ReleasedMemory> kReleased(kGone);
const Registration<WindowSize> kSize(kTooLarge);

}  // namespace
}  // namespace lockstep::engine
