#include "engine/objects/SiteTable.h"

#include <algorithm>
#include <functional>
#include <string_view>

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

constexpr std::uint32_t kMostPlaces = 1U << 20U;  // site ids are dense; a damaged trace may contain any

std::uint64_t combine(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  return (a ^ (b + kGolden + (a << 6U) + (a >> 2U))) | 1U;  // never 0
}

std::uint64_t hashOf(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

void SiteTable::setPlace(std::uint32_t site, std::uint64_t place) {
  if (site >= kMostPlaces) return;
  if (site >= places_.size()) places_.resize(site + 1);
  places_[site] = place;
}

std::uint64_t SiteTable::callersOf(std::uint32_t stack) const {
  const auto known = stacks_.find(stack);
  if (known == stacks_.end()) return 0;
  std::uint64_t callers = 0;
  for (const std::uint32_t site : known->second) callers = combine(callers, placeOf(site));
  return callers;
}

void SiteTable::define(const trace::Module &module) {
  modules_[module.id] = {std::string(trace::path(module)), hexadecimal(module)};
}

void SiteTable::define(const trace::Site &site) {
  addresses_[site.header.site] = {site.module, site.offset};
  const auto module = modules_.find(site.module);
  if (module == modules_.end()) return;
  const std::string &name = module->second.buildId.empty() ? module->second.path : module->second.buildId;
  setPlace(site.header.site, combine(hashOf(name), site.offset));
}

void SiteTable::define(const trace::ResolvedSite &site) {
  lines_[site.header.site] = {std::string(trace::file(site)), std::string(trace::function(site)), site.line,
                              site.column};
  setPlace(site.header.site, combine(hashOf(trace::file(site)), site.line * 4096ULL + site.column));
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
