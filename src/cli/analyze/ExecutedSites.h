// The code locations for which a job has records, i.e. that were executed.
#pragma once

#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/symbols/Symbols.h"
#include "engine/objects/SiteTable.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

class ExecutedSites {
 public:
  void note(const trace::RecordView &record);

  /// Those of all processes, one after the other.
  std::vector<report::Site> places(Symbols &symbols) const;
  /// Adds all places with their source lines.
  void addTo(SymbolTable &table, Symbols &symbols) const;

 private:
  struct Process {
    engine::SiteTable table;
    std::vector<std::uint32_t> sites;
    std::vector<std::string_view> calls;  // by site: the first call there
  };
  void noteCall(const trace::RecordView &record, std::string_view call);

  std::map<trace::ProcessKey, Process> processes_;
  trace::ProcessKey last_;  // whose records came last; several of one process come in a row
  Process *lastProcess_ = nullptr;
};

}  // namespace lockstep::cli
