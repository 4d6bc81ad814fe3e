#include "engine/objects/ProcessInfo.h"

#include <utility>

namespace lockstep::engine {

report::Site ProcessInfo::siteOf(const PlaceOfCall &call, std::string label) const {
  report::Site site = siteOf(PlaceOfAccess{call.routine->name, call.thread, call.site, call.stack}, std::move(label));
  site.role = report::SiteRole::Call;
  return site;
}

report::Site ProcessInfo::siteOf(const PlaceOfAccess &access, std::string label) const {
  report::Site site;
  site.role = report::SiteRole::Access;
  site.rank = rank;
  site.thread = static_cast<int>(access.thread);
  site.call = access.what;
  site.label = std::move(label);
  sites.locate(access.site, site);
  sites.locateCallers(access.stack, site);
  return site;
}

}  // namespace lockstep::engine
