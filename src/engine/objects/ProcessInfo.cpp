#include "engine/objects/ProcessInfo.h"

#include <utility>

namespace lockstep::engine {

report::Site ProcessInfo::siteOf(const PlaceOfCall &call, std::string label) const {
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

}  // namespace lockstep::engine
