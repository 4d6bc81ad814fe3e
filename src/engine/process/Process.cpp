#include "engine/process/Process.h"

#include <utility>

namespace lockstep::engine {

const ActiveCall *Process::openCall() const {
  for (const auto &[thread, intake] : intakes)
    if (!intake.open.empty()) return &intake.open.back();
  return nullptr;
}

std::vector<const ActiveCall *> Process::openCalls() const {
  std::vector<const ActiveCall *> all;
  for (const auto &[thread, intake] : intakes)
    if (!intake.open.empty()) all.push_back(&intake.open.back());
  return all;
}

/// A thread that found everything at rest may be late to say so: by then, another one may have said that it acts again.
void Process::noteThreads(trace::ThreadEvent event, std::uint64_t object) {
  switch (event) {
    case trace::ThreadEvent::Fork:
      hasOtherThreads = true;
      return;
    case trace::ThreadEvent::Stir:
      hasOtherThreads = true;
      isAtRest = false;
      stirs = object;
      return;
    case trace::ThreadEvent::Rest:
      isAtRest = isAtRest || object == stirs;
      return;
    default:
      return;
  }
}

report::Site Process::siteOf(const Call &call, std::string label) const {
  return siteOf(PlaceOfCall::of(call), std::move(label));
}

report::Site Process::siteOf(const PlaceOfCall &call, std::string label) const {
  report::Site site;
  site.role = report::SiteRole::Call;
  site.rank = rank;
  site.thread = static_cast<int>(call.thread);
  site.call = call.routine->name;
  site.label = std::move(label);
  sites.locate(call.site, site);
  sites.locateCallers(call.stack, site);
  return site;
}

std::optional<report::Site> Process::siteOfSignal() const {
  if (!end || end->site == 0) return std::nullopt;
  report::Site site;
  site.role = report::SiteRole::Call;
  site.rank = rank;
  site.label = "dies here";
  sites.locate(end->site, site);
  if (site.file.empty() && !site.address) return std::nullopt;
  return site;
}

}  // namespace lockstep::engine
