#include "engine/SiteTable.h"

#include <algorithm>

#include <fmt/format.h>

#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

std::string hexadecimal(const trace::Module &module) {
  std::string text;
  const std::size_t bytes = std::min<std::size_t>(module.buildIdBytes, sizeof module.buildId);
  for (std::size_t i = 0; i < bytes; ++i) text += fmt::format("{:02x}", module.buildId[i]);
  return text;
}

}  // namespace

void SiteTable::define(const trace::Module &module) {
  modules_[module.id] = {std::string(trace::path(module)), hexadecimal(module)};
}

void SiteTable::define(const trace::Site &site) { addresses_[site.header.site] = {site.module, site.offset}; }

void SiteTable::define(const trace::ResolvedSite &site) {
  lines_[site.header.site] = {std::string(trace::file(site)), std::string(trace::function(site)), site.line,
                              site.column};
}

void SiteTable::define(const trace::Stack &stack) {
  const auto sites = trace::sites(stack);
  stacks_[stack.id] = {sites.begin(), sites.end()};
}

void SiteTable::locateCallers(std::uint32_t stack, report::Site &place) const {
  const auto known = stacks_.find(stack);
  if (known == stacks_.end()) return;
  for (const std::uint32_t site : known->second) {
    report::Site caller;
    locate(site, caller);
    place.stack.push_back({caller.function, caller.file, caller.line, caller.column, caller.address});
  }
}

void SiteTable::locate(std::uint32_t site, report::Site &place) const {
  if (const auto line = lines_.find(site); line != lines_.end()) {
    place.file = line->second.file;
    place.function = line->second.function;
    place.line = line->second.line;
    place.column = line->second.column;
    return;
  }
  const auto address = addresses_.find(site);
  if (address == addresses_.end()) return;
  const auto module = modules_.find(address->second.module);
  if (module == modules_.end()) return;
  place.address = report::CodeAddress{module->second.path, module->second.buildId, address->second.offset};
}

}  // namespace lockstep::engine
