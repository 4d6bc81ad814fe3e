#include "engine/Process.h"

#include <utility>

namespace lockstep::engine {

const OpenCall *Process::openCall() const {
  for (const auto &[thread, calls] : open)
    if (!calls.empty()) return &calls.back();
  return nullptr;
}

report::Site Process::siteOf(const Call &call, std::string label) const {
  report::Site site;
  site.role = report::SiteRole::Call;
  site.rank = call.rank();
  site.thread = static_cast<int>(call.thread);
  site.call = call.name();
  site.label = std::move(label);
  sites.locate(call.site, site);
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
