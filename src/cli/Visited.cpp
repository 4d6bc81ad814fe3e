#include "cli/Visited.h"

namespace lockstep::cli {

void Visited::note(const trace::RecordView &record) {
  const auto define = [&](const auto &definition) {
    Process &process = processes_[record.process];
    process.table.define(definition);
    if (record.header->kind != trace::Kind::Module) process.sites.push_back(record.header->site);
  };
  if (record.header->kind == trace::Kind::Module) define(record.as<trace::Module>());
  if (record.header->kind == trace::Kind::Site) define(record.as<trace::Site>());
  if (record.header->kind == trace::Kind::ResolvedSite) define(record.as<trace::ResolvedSite>());
}

std::vector<report::Site> Visited::places(Symbols &symbols) const {
  std::vector<report::Site> places;
  for (const auto &[key, process] : processes_)
    for (const std::uint32_t site : process.sites) {
      process.table.locate(site, places.emplace_back());
      symbols.resolve(places.back());
    }
  return places;
}

}  // namespace lockstep::cli
