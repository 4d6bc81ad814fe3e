// coll-multithreaded, coll-concurrent: two threads of a process are inside collectives on the same communicator, window
// or file at once, so that nothing says which of them comes first for the other ranks.
//
// From the same place in the code it is one collective that several threads run, from two places two that nothing
// orders. Only what really overlapped is told: calls of several threads one after the other may well be ordered by the
// program.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kConcurrent = report::rule("coll-concurrent");
constexpr report::Rule kMultithreaded = report::rule("coll-multithreaded");

/// What the other ranks match the call on: its communicator, window or file. None for calls that a tag tells apart.
std::optional<std::pair<mpi::Element, std::int64_t>> ownerOf(const Call &call) {
  const bool hasOwnTag = call.routine->effect == mpi::Effect::CommCreatePartial;
  if (!mpi::isCollective(call.routine->cls) || hasOwnTag) return std::nullopt;
  for (const Role role : {Role::Window, Role::FreedWindow, Role::File, Role::FreedFile, Role::Comm, Role::FreedComm})
    if (const auto id = call.argument(role); id && *id != trace::kNullHandle && *id != trace::kUnknownHandle)
      return std::pair(mpi::elementOf(*call.routine, role), *id);
  return std::nullopt;
}

std::string_view wordFor(mpi::Element owner) {
  if (owner == mpi::Element::Window) return "window";
  return owner == mpi::Element::File ? "file" : "communicator";
}

/// Every thread numbers its sites itself, so the places are compared.
bool isSamePlace(const Call &a, const Call &b) {
  const auto placeOf = [](const Call &call) {
    const report::Site site = call.process->siteOf(call);
    const report::CodeAddress address = site.address.value_or(report::CodeAddress{});
    return std::tuple(site.file, site.line, site.column, address.module, address.offset);
  };
  return a.routine == b.routine && placeOf(a) == placeOf(b);
}

class CollConcurrent final : public Rule {
  bool isAbout(const mpi::RoutineInfo &routine) const override { return mpi::isCollective(routine.cls); }

  void onEnter(const Call &call, Context &context) override {
    const auto owner = call.rank() < 0 ? std::nullopt : ownerOf(call);
    if (!owner) return;
    call.process->inside.forEachOther(call.thread, [&](const Call &other) {
      if (ownerOf(other) == owner) reportBoth(call, other, wordFor(owner->first), context);
    });
  }

  void reportBoth(const Call &call, const Call &other, std::string_view owner, Context &context) {
    const auto [low, high] = std::minmax(call.site, other.site);
    if (!reported_.emplace(call.rank(), low, high).second) return;
    const bool isSame = isSamePlace(call, other);
    report::Finding finding = makeFinding(
        isSame ? kMultithreaded : kConcurrent,
        isSame ? fmt::format("several threads of a process are inside {} on the same {} at once", call.name(), owner)
               : fmt::format("two threads of a process are inside {} and {} on the same {} at once", other.name(),
                             call.name(), owner),
        other, "one thread is inside");
    finding.sites.push_back(call.process->siteOf(call, "while another one calls"));
    finding.help = fmt::format("let one thread make the call, or give every thread a {} of its own", owner);
    context.report(std::move(finding));
  }

  std::set<std::tuple<int, std::uint32_t, std::uint32_t>> reported_;
};

const Registration<CollConcurrent> kRegistration(kConcurrent);

}  // namespace
}  // namespace lockstep::engine
