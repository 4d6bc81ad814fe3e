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

/// A thread may report too late that all threads are at rest: by then another one may have become runnable.
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
