#include "cli/analyze/ExecutedSites.h"

#include "mpi/Routine.h"

namespace lockstep::cli {

namespace {

std::string_view callOf(trace::AccessKind kind) {
  return kind == trace::AccessKind::Load || kind == trace::AccessKind::AtomicLoad ? "load" : "store";
}

}  // namespace

void ExecutedSites::note(const trace::RecordView &record) {
  const auto define = [&](const auto &definition) {
    Process &process = processes_[record.process];
    process.table.define(definition);
    if (record.header->kind != trace::Kind::Module) process.sites.push_back(record.header->site);
  };
  switch (record.header->kind) {
    case trace::Kind::Enter:
      return noteCall(record, mpi::info(static_cast<mpi::Routine>(record.as<trace::Enter>().routine)).name);
    case trace::Kind::Access:
      return noteCall(record, callOf(record.as<trace::Access>().access));
    case trace::Kind::AccessBits:
      return noteCall(record, callOf(record.as<trace::AccessBits>().access));
    default:
      break;
  }
  if (record.header->kind == trace::Kind::Module) define(record.as<trace::Module>());
  if (record.header->kind == trace::Kind::Site) define(record.as<trace::Site>());
  if (record.header->kind == trace::Kind::ResolvedSite) define(record.as<trace::ResolvedSite>());
}

void ExecutedSites::noteCall(const trace::RecordView &record, std::string_view call) {
  if (lastProcess_ == nullptr || last_ != record.process) {
    last_ = record.process;
    lastProcess_ = &processes_[record.process];
  }
  const std::size_t site = record.header->site;
  std::vector<std::string_view> &calls = lastProcess_->calls;
  if (site < calls.size() && !calls[site].empty()) return;
  constexpr std::size_t kMostSites = 1U << 20;  // numbers beyond are damage
  if (site >= kMostSites) return;
  if (site >= calls.size()) calls.resize(site + 1);
  calls[site] = call;
}

void ExecutedSites::addTo(SymbolTable &table, Symbols &symbols) const {
  for (const auto &[key, process] : processes_)
    for (const std::uint32_t site : process.sites) {
      report::Site place;
      process.table.locate(site, place);
      if (!place.address) continue;
      const report::CodeAddress address = *place.address;
      if (table.find(address) != nullptr) continue;
      if (site < process.calls.size()) place.call = process.calls[site];
      symbols.resolve(place);
      table.add(address, {{place.function, place.file, place.line, place.column, {}}, place.stack});
    }
}

std::vector<report::Site> ExecutedSites::places(Symbols &symbols) const {
  std::vector<report::Site> places;
  for (const auto &[key, process] : processes_)
    for (const std::uint32_t site : process.sites) {
      process.table.locate(site, places.emplace_back());
      symbols.resolve(places.back());
    }
  return places;
}

}  // namespace lockstep::cli
