// The places of the code at which a job has recorded something: they ran.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "cli/Symbols.h"
#include "engine/SiteTable.h"
#include "trace/Reader.h"

namespace lockstep::cli {

class Visited {
 public:
  void note(const trace::RecordView &record);

  /// Those of all processes, one after the other.
  std::vector<report::Site> places(Symbols &symbols) const;

 private:
  struct Process {
    engine::SiteTable table;
    std::vector<std::uint32_t> sites;
  };
  std::map<trace::ProcessKey, Process> processes_;
};

}  // namespace lockstep::cli
