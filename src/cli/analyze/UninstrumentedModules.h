// Modules whose loads and stores would matter but were not recorded: they pass memory to MPI (windows, one-sided,
// nonblocking and persistent operations) and were compiled without instrumentation.
//
// Instrumented code contains a marker string in its data, which survives stripping; the presence of the hooks is not
// conclusive, since the wrappers always link them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cli/symbols/SymbolTable.h"
#include "trace/RecordView.h"

namespace lockstep::cli {

class UninstrumentedModules {
 public:
  void note(const trace::RecordView &record);

  /// Their paths. A module that is no longer there, and that the table does not know, is not among them.
  std::vector<std::string> modules(const SymbolTable &table) const;
  /// Adds the kind of each module, from `known` or else from its file.
  void addTo(SymbolTable &table, const SymbolTable &known) const;

 private:
  std::set<std::string> callers() const;

  struct Process {
    std::unordered_map<std::uint32_t, std::string> modules;
    std::unordered_map<std::uint32_t, std::uint32_t> moduleOfSite;
    std::unordered_set<std::uint32_t> sites;  // of calls that leave memory to MPI
  };
  std::map<trace::ProcessKey, Process> processes_;
};

/// Whether the file was linked from instrumented code.
bool isInstrumented(const std::string &file);

}  // namespace lockstep::cli
